import { expectTypeOf } from 'vitest'
import { evalTest, expect as imported, judge, type Run, type RunMatchers } from '../../../index.ts'

// Compiled with the sources, never run: each line holds a promise of the types.

evalTest(
  'ask-dialect',
  { retry: 1, tags: ['slow'] },
  async ({ run, expect, signal, task, annotate, skip }) => {
    expectTypeOf(run).toEqualTypeOf<Run>()
    expectTypeOf(run.response).toEqualTypeOf<string | undefined>()
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
    expectTypeOf(task.name).toBeString()
    expectTypeOf(annotate).toBeFunction()
    expectTypeOf(skip).toBeFunction()

    // A run has the matchers of a run, from every expect there is, and each is to be awaited.
    for (const each of [expect, imported]) {
      expectTypeOf(each(run)).toEqualTypeOf<RunMatchers>()
      expectTypeOf(each.soft(run)).toEqualTypeOf<RunMatchers>()
      expectTypeOf(each.poll(() => run, { timeout: 5 })).toEqualTypeOf<RunMatchers>()
      expectTypeOf(each.poll(async () => await Promise.resolve(run)).not).toEqualTypeOf<RunMatchers>()
    }
    expectTypeOf(expect(run).not.toPassMetric('asked')).toEqualTypeOf<Promise<void>>()
    await expect(run, 'a message').judge({
      a: 1,
      b: null,
      c: { value: 0.5, evidence: ['words', /words/, { kind: 'artifact', path: 'a.sql', quote: /SELECT/ }] },
    })
    await expect(run).toHaveScore({ min: 0.5 })
    await expect(run).toCite('a', { kind: 'response' })
    await expect(run).toHaveCalledTool(/^mcp_/, { input: { path: /\.sql$/ }, times: 2 })
    await expect(run).toHaveWritten('a.sql', /SELECT/)

    // Everything else is Vitest's own.
    expect(run.durationMs).toBeLessThan(5)
    expect.soft('text').toMatch(/t/)
    await expect.poll(() => 1).toBe(1)
    expect({ a: 1 }).toEqual({ a: expect.any(Number) })
    expect.assertions(1)

    const judgment = await judge(run)
    expectTypeOf(judgment.mean).toEqualTypeOf<number | null>()
    expect(judgment.metrics[0]?.evidence.length).toBeGreaterThan(0)

    // @ts-expect-error -- a value is a number or null
    await expect(run).judge({ a: true })
    // @ts-expect-error -- a citation has no such kind
    await expect(run).toCite('a', { kind: 'file' })
    // @ts-expect-error -- only a run has these
    expect('text').toPassMetric('asked')
    // @ts-expect-error -- judges runs only
    await judge('text')
  },
)

evalTest.only('ask-dialect', () => undefined)
evalTest.skip('ask-dialect', { concurrent: false }, () => undefined)
evalTest.for(['provider/model'])('ask-dialect', async ({ run }) => await run.diff())
evalTest.only.for(['provider/model'])('ask-dialect', () => undefined)

// @ts-expect-error -- a test needs something to assert
evalTest('ask-dialect')
