import { CancelledError, VitrialError } from '@vitrial/core/errors'
import { outcomeOfRun } from '@vitrial/core/outcome'
import type { TestContext } from 'vitest'
import { ownExpect } from '../matchers/eval-expect.ts'
import { RunHandle } from '../run/run-handle.ts'
import { annotateTrial } from '../annotations/annotate-trial.ts'
import { errorOf } from '../client/error-of.ts'
import type { EvalContext } from '../../channel/eval-context.ts'
import { requireChannel } from '../client/worker-channel.ts'
import { placeOfError } from '../annotations/place-of-error.ts'
import { pointedAt } from '../annotations/pointed-at.ts'
import { endTest } from './end-test.ts'
import type { EvalTestContext, EvalTestFunction } from './eval-test-context.ts'

/** The body of a test of an `evalTest`: waits for the run, lets the person assert, and ends as that went. */
export function evalTestBody(
  trialId: string,
  context: EvalContext,
  assert: EvalTestFunction,
): (test: TestContext) => Promise<void> {
  return async (test) => {
    const run = await runOf(trialId, context, test)
    const errors: unknown[] = []
    try {
      await assert(contextOf(run, test))
    } catch (error) {
      errors.push(error)
    }
    errors.push(...(await run.assertions.unseenErrors()))
    await annotateTrial(test, await run.annotated())
    endTest(test, errors)
  }
}

function contextOf(run: RunHandle, test: TestContext): EvalTestContext {
  const { task, annotate, skip, signal, onTestFailed, onTestFinished } = test
  return { run, expect: ownExpect(test), task, annotate, skip, signal, onTestFailed, onTestFinished }
}

/** The run of a trial, if it left something to assert on. Skips or fails the test if not. */
async function runOf(trialId: string, context: EvalContext, test: TestContext): Promise<RunHandle> {
  const { project } = context
  const { signal, task } = test
  try {
    const channel = requireChannel()
    const question = { project, trialId, attempt: task.result?.retryCount ?? 0 }
    const summary = await channel.runTrial(question, signal)
    const outcome = outcomeOfRun(summary)
    if (!outcome) return new RunHandle({ summary, context, question, channel, taskId: task.id, signal })
    await annotateTrial(test, { project, run: summary, judging: undefined })
    throw outcome.result === 'skip' ? new CancelledError(outcome.reason) : errorOf(outcome.error)
  } catch (error) {
    if (error instanceof CancelledError) test.skip(error.message)
    throw error instanceof VitrialError ? pointedAt(error, placeOfError(error, context)) : error
  }
}
