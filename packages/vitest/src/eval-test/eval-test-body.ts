import { CancelledError, outcomeOfRun, VitrialError, type RunSummary } from '@vitrial/core'
import type { TestContext } from 'vitest'
import { ownExpect } from '../matchers/eval-expect.ts'
import { registry } from '../registry.ts'
import { RunHandle } from '../run/run-handle.ts'
import { annotateTrial } from '../worker/annotate-trial.ts'
import type { TrialQuestion } from '../worker/channel-client.ts'
import { errorOf } from '../worker/error-of.ts'
import type { EvalContext } from '../worker/eval-context.ts'
import { noChannel } from '../worker/no-channel.ts'
import { placeOfError } from '../worker/place-of-error.ts'
import { pointedAt } from '../worker/pointed-at.ts'
import { endTest } from './end-test.ts'
import type { EvalTestFunction } from './eval-test.ts'

/** The body of a test of an `evalTest`: waits for the run, lets the person assert, and ends as that went. */
export function evalTestBody(
  trialId: string,
  context: EvalContext,
  assert: EvalTestFunction,
): (test: TestContext) => Promise<void> {
  return async (test) => {
    const attempt = test.task.result?.retryCount ?? 0
    const question = { project: context.project, trialId, attempt }
    const run = await runOf(question, context, test)
    const errors: unknown[] = []
    try {
      const { task, annotate, skip, signal, onTestFailed, onTestFinished } = test
      await assert({
        run,
        expect: ownExpect(test),
        task,
        annotate,
        skip,
        signal,
        onTestFailed,
        onTestFinished,
      })
    } catch (error) {
      errors.push(error)
    }
    errors.push(...(await run.assertions.unseenErrors()))
    await annotateTrial(test, await run.known())
    endTest(test, errors)
  }
}

/** The run of a trial, if it left something to assert on. Skips or fails the test if not. */
async function runOf(question: TrialQuestion, context: EvalContext, test: TestContext): Promise<RunHandle> {
  const { channel } = registry()
  let summary: RunSummary
  try {
    if (!channel) throw noChannel()
    summary = await channel.runTrial(question, test.signal)
    const outcome = outcomeOfRun(summary)
    if (outcome) await annotateTrial(test, { project: question.project, run: summary, judging: undefined })
    if (outcome?.result === 'skip') throw new CancelledError(outcome.reason)
    if (outcome?.result === 'fail') throw errorOf(outcome.error)
    return new RunHandle({ summary, context, question, channel, taskId: test.task.id, signal: test.signal })
  } catch (error) {
    if (error instanceof CancelledError) test.skip(error.message)
    throw error instanceof VitrialError ? pointedAt(error, placeOfError(error, context)) : error
  }
}
