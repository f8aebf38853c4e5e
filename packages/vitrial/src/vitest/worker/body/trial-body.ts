import { CancelledError, VitrialError, type SourceLocation } from '@vitrial/core/errors'
import { testOutcomeOf, type TestOutcome } from '@vitrial/core/outcome'
import { evalRunStateRules } from '@vitrial/core/states'
import type { TestContext } from 'vitest'
import { annotateTrial } from '../annotations/annotate-trial.ts'
import type { EvalContext } from '../../channel/eval-context.ts'
import { errorOf } from '../client/error-of.ts'
import { requireChannel } from '../client/worker-channel.ts'
import { placeOfError } from '../annotations/place-of-error.ts'
import { pointedAt } from '../annotations/pointed-at.ts'

/** The body of a generated test: runs its trial, has it judged, and passes, fails or skips by `pass`. */
export function trialBody(trialId: string, context: EvalContext): (test: TestContext) => Promise<void> {
  return async (test) => {
    const outcome = await outcomeOf(trialId, context, test)
    if (outcome.result === 'skip') test.skip(outcome.reason)
    if (outcome.result === 'fail') throw pointedAt(errorOf(outcome.error), placeOf(outcome, context))
  }
}

/** The body of a test that stands for many reused trials: red if any of theirs would be, and says which. */
export function reusedBody(
  trialIds: readonly string[],
  context: EvalContext,
): (test: TestContext) => Promise<void> {
  return async (test) => {
    const outcomes = await Promise.all(
      trialIds.map(async (trialId) => ({
        trialId,
        outcome: await outcomeOf(trialId, context, test, { isAnnotated: false }),
      })),
    )
    const failed = outcomes.flatMap(({ trialId, outcome }) =>
      outcome.result === 'fail' ? [{ trialId, outcome }] : [],
    )
    const [first] = failed
    if (first) {
      const { code, message } = first.outcome.error
      const others = failed.slice(1).map(({ trialId }) => trialId)
      const rest = others.length === 0 ? '' : `\n\nRed, too: ${listed(others)}`
      const error = { code, message: `${first.trialId}: ${message}${rest}` }
      throw pointedAt(errorOf(error), placeOf(first.outcome, context))
    }
    const skipped = outcomes.flatMap(({ trialId, outcome }) =>
      outcome.result === 'skip' ? [`${trialId}: ${outcome.reason}`] : [],
    )
    if (skipped.length > 0) test.skip(`${skipped.length} of ${trialIds.length}: ${listed(skipped)}`)
  }
}

const mostListed = 5

function listed(lines: readonly string[]): string {
  const left = lines.length - mostListed
  return [...lines.slice(0, mostListed), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

async function outcomeOf(
  trialId: string,
  context: EvalContext,
  test: TestContext,
  { isAnnotated } = { isAnnotated: true },
): Promise<TestOutcome> {
  const question = { project: context.project, trialId, attempt: test.task.result?.retryCount ?? 0 }
  try {
    const channel = requireChannel()
    const run = await channel.runTrial(question, test.signal)
    const isJudgeable = evalRunStateRules[run.state].judgeable
    const judging = isJudgeable ? await channel.judge(question, test.signal) : undefined
    const outcome = testOutcomeOf({ run, judging, pass: context.pass })
    const failedBy = outcome.result === 'fail' ? outcome.metrics : []
    if (isAnnotated) await annotateTrial(test, { project: context.project, run, judging, failedBy })
    return outcome
  } catch (error) {
    // Never a failure while cancelling: Vitest would bail again and kill the worker with all its results.
    if (error instanceof CancelledError) return { result: 'skip', reason: error.message }
    if (error instanceof VitrialError) return { result: 'fail', error: error.toRecord(), metrics: [] }
    throw error
  }
}

function placeOf(
  { error, metrics }: Extract<TestOutcome, { result: 'fail' }>,
  context: EvalContext,
): SourceLocation {
  const [metric] = metrics
  const line = metric && context.metricLines[metric.id]
  return line === undefined ? placeOfError(error, context) : { file: context.rubricFile, line }
}
