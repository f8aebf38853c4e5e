import type { Judgment } from '@vitrial/core/judging'
import { callSite } from './call-site.ts'
import type { Run } from './run.ts'
import { runHandleOf, type RunHandle } from './run-handle.ts'

/**
 * The judgment of a run: the metric array with reasons and citations. The judge agent is asked on first use,
 * and once however many tests ask. Rejects with a `JudgeError` if it came to none.
 */
export function judge(run: Run): Promise<Judgment> {
  const handle = runHandleOf(run, 'judge()')
  return handle.assertions.track(judgmentOf(handle, callSite()))
}

async function judgmentOf(handle: RunHandle, site: readonly string[]): Promise<Judgment> {
  try {
    return (await handle.judged()).judgment
  } catch (error) {
    throw handle.pointed(error, site)
  }
}
