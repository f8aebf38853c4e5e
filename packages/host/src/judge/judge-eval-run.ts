import type { JudgeSessionArchive } from '@vitrial/core/ports'
import type { Redactor } from '@vitrial/core/redaction'
import { parsedModel } from '../benchmark/trial-settings.ts'
import { startRunTime, type RunTime } from '../limits/run-time.ts'
import { CallWatch } from '../model-calls/call-watch.ts'
import { gradeRecording } from './grade-recording.ts'
import { archiveJudgeRun } from './judge-archive.ts'
import type { JudgeExecution, JudgeRunPlan } from './judge-execution.ts'
import { finishJudgeRun, startJudgeRun, type EndedJudgeRun, type GradingEnd } from './judge-run.ts'
import { JudgeTraffic } from './judge-traffic.ts'
import { noted } from './noted.ts'
import { judgeOutput } from './tools/judge-output.ts'

/**
 * Has the judge agent grade a finalized recording. A judge that fails, or is cancelled, is an end with its error, never
 * a judgment and never a zero. What could not be kept of its work is noted and decides nothing.
 *
 * @throws StoreError if the results themselves cannot be written.
 */
export async function judgeEvalRun(execution: JudgeExecution): Promise<GradingEnd> {
  const time = startRunTime(execution.parts.clock)
  const plan = await startJudgeRun(execution, time.startedAtMs)
  const ended = await runJudge(execution, plan, time)
  return await finishJudgeRun(execution, plan, ended)
}

/** Opens model and tools to the judge, has it grade, and archives what it did. */
async function runJudge(
  execution: JudgeExecution,
  plan: JudgeRunPlan,
  time: RunTime,
): Promise<EndedJudgeRun> {
  const { parts, benchmarkRun } = execution
  const output = judgeOutput()
  const directory = benchmarkRun.judgeRunDirectory(plan.id)
  await using traffic = await JudgeTraffic.open(directory, output)
  using calls = new CallWatch((exchange) => traffic.keep(exchange))
  using access = parts.gateway.open({
    runId: plan.id,
    stage: 'judge',
    model: parsedModel(plan.model),
    onExchange: calls.onExchange,
    onProgress: calls.onProgress,
  })
  using served = execution.judgeTools.open({
    judgeRunId: plan.id,
    metrics: plan.metrics,
    output,
    redactor: access.redactor,
  })
  const { tools } = served
  const redactor = access.redactor.and([tools.mcp.token])
  const judge = { access, calls, tools, time, output: output.reached }
  const graded = await gradeRecording(execution, plan, judge)
  // Calls still in flight are ended and handed over by this, so usage is read after it.
  const closed = await noted(() => access[Symbol.dispose]())
  await benchmarkRun.store.updateJudgeRun(plan.id, { archiveStartedAtMs: time.now() })
  const archived = await noted(() =>
    archiveJudgeRun(directory, {
      submissions: tools.submissions,
      evidenceReads: tools.evidenceReads,
      traffic,
      ...(graded.archive && { session: redactedArchive(graded.archive, redactor) }),
    }),
  )
  const notes = [...graded.notes, ...closed.notes, ...archived.notes]
  const result = {
    ...(notes.length > 0 && { detail: redactor.text(notes.join('\n')) }),
    completedAtMs: time.now(),
    usage: access.usage(),
    evidenceReads: tools.evidenceReads.length,
    rejectedSubmissions: tools.rejectedSubmissions,
    ...(archived.value && { files: archived.value }),
  }
  return { graded, result, redactor }
}

/** What the judge said and was told, without what must not be kept. */
function redactedArchive(archive: JudgeSessionArchive, redactor: Redactor): JudgeSessionArchive {
  return {
    transcript: redactor.value(archive.transcript),
    configuration: redactor.value(archive.configuration),
  }
}
