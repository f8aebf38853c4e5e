import { evalTest, judge } from 'vitrial'
import { describe } from 'vitest'

// Each test has the name of its trial; a describe says what is asserted of it.
describe('whoever asks leaves the query to the answer', () => {
  evalTest.for(['scripted/careful'])('ask-dialect', async ({ run, expect }) => {
    await expect(run).toPassMetric('asked_dialect')
    await expect(run).toCite('asked_dialect', { kind: 'response', quote: /dialect/i })
    await expect(run).not.toHaveCalledTool('bash')
    expect(await run.diff()).toBe('')
  })
})

describe('whoever assumes is told so, with the words that show it', () => {
  evalTest.for(['scripted/hasty'])('ask-dialect', async ({ run, expect }) => {
    await expect(run).judge({ asked_dialect: { value: 0, evidence: ['PostgreSQL'] }, bound_parameters: 1 })
    await expect(run).toHaveScore({ max: 0.5 })
    const { metrics } = await judge(run)
    expect(metrics.map(({ id }) => id)).toEqual(['asked_dialect', 'bound_parameters'])
  })
})

describe.concurrent('every answer is quick and cheap', () => {
  evalTest('ask-dialect', async ({ run, expect }) => {
    await expect(run).toFinishWithin(5 * 60_000)
    // Skipped for a model without prices: an unknown cost is neither low nor high.
    await expect(run).toCostLessThan(0.1)
  })
})
