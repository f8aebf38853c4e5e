import type { ErrorRecord } from '@vitrial/core/errors'
import { tryAgainCommand } from '@vitrial/core/plan'
import type { EvalRunRecord, JudgeRunRecord, TrialRecord } from '@vitrial/core/records'
import { scriptedPart, tryAgainOf } from '@vitrial/core/scores'
import {
  counted,
  formatCost,
  formatDuration,
  formatMetricValue,
  formatMoment,
  formatTokens,
  shorten,
} from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import { html, type Html } from '../markup/html.ts'
import { modelName } from '../markup/model-name.ts'
import { valueClass } from '../markup/value-class.ts'
import { judgmentSection } from './judgment-section.ts'
import { recordingSections } from './recording-sections.ts'
import type { ReportInput } from '../input/report-input.ts'
import { chip } from '../markup/chip.ts'
import { TrialAnchors } from './trial-anchors.ts'
import { reasonLabels, standingLabels, type StandingTrial } from '../input/trial-standing.ts'

export interface TrialSectionOptions {
  readonly input: ReportInput
  /** How much recorded text this trial may show; 0 leaves its recording out. */
  readonly room: number
}

/** One trial, folded: its grades, how it ran, and what was recorded. */
export async function trialSection(trial: StandingTrial, options: TrialSectionOptions): Promise<Html> {
  const { record, standing, why, number } = trial
  const anchors = new TrialAnchors(number)
  const judgment = currentJudgment(record)
  const recording = await recordingOf(record, anchors, options)
  const label = why === undefined ? standingLabels[standing] : reasonLabels[why]
  return html`<details class="trial ${standing}">
    <summary>
      <h4>${modelName(record.trial.model)} <span class="quiet">#${record.trial.repetition}</span></h4>
      ${chip(standing, standing === 'below' ? standingLabels.below : label)}${valueDots(record)}
      <span class="facts quiet">${usedText(record.evalRun)}</span>
    </summary>
    <div class="trial-body" id="${anchors.trial}">
      <p class="quiet trial-name">${trialName(record.trial)}</p>
      ${errorNote(record.evalRun, 'The run')}${errorNote(record.judgeRun, 'The judge')}
      ${tryAgainNote(trial, options.input)} ${judgment ? judgmentSection(judgment, anchors) : undefined}
      ${recording} ${factsSection(record)}
    </div>
  </details> `
}

/** A judgment of an earlier run is none of this one. */
function currentJudgment({ evalRun, judgment }: TrialRecord): TrialRecord['judgment'] {
  return judgment !== undefined && judgment.evalRunId === evalRun?.id ? judgment : undefined
}

async function recordingOf(
  { evalRun, judgment }: TrialRecord,
  anchors: TrialAnchors,
  { input, room }: TrialSectionOptions,
): Promise<Html | undefined> {
  if (evalRun === undefined || evalRun.state === 'running' || evalRun.evidenceHash === undefined) {
    return undefined
  }
  const place = html`<code>${input.resultsName}/recordings/${evalRun.id}</code>`
  if (room === 0) return html`<p class="omitted">Its recording is not shown here. It lies in ${place}.</p>`
  if (input.signal?.aborted) {
    return html`<p class="omitted">There was no time to show its recording. It lies in ${place}.</p>`
  }
  try {
    return await recordingSections(await input.evidence(evalRun.id), { anchors, judgment, room })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return html`<p class="note">Its recording in ${place} cannot be shown: ${said}</p>`
  }
}

function valueDots(record: TrialRecord): Html {
  const metrics = currentJudgment(record)?.metrics ?? []
  const shown = metrics
    .slice(0, 12)
    .map(
      ({ id, value }) => html`<li class="${valueClass(value)}">${id} <b>${formatMetricValue(value)}</b></li>`,
    )
  const left = metrics.length - shown.length
  return html`<ul class="values">
    ${shown}${left > 0 ? html`<li>and ${left} more</li>` : undefined}
  </ul>`
}

function usedText(run: EvalRunRecord | undefined): string {
  if (run === undefined || run.state === 'running') return ''
  const { inputTokens, outputTokens, costUsd, calls } = run.usage
  const used = calls === 0 ? [] : [`${formatTokens(inputTokens + outputTokens)} tokens`, formatCost(costUsd)]
  return [formatDuration(run.completedAtMs - run.startedAtMs), ...used].join(' · ')
}

function errorNote(run: EvalRunRecord | JudgeRunRecord | undefined, who: string): Html | undefined {
  if (run === undefined || run.state === 'running') return undefined
  const detail = 'detail' in run ? run.detail : undefined
  if (run.error)
    return html`<p class="note"><b>${who}: ${run.state.replaceAll('_', ' ')}</b> ${errorText(run.error)}</p>`
  return run.state === 'completed' || detail === undefined
    ? undefined
    : html`<p class="note"><b>${who}: ${run.state.replaceAll('_', ' ')}</b> ${shorten(detail, 2_000)}</p>`
}

/** What failed waits for a person. */
function tryAgainNote(
  { record, why }: StandingTrial,
  { commandArguments = {} }: ReportInput,
): Html | undefined {
  const command = why && tryAgainOf(why)
  if (command === undefined) return undefined
  return html`<p class="quiet">
    Try it again: <code>${tryAgainCommand({ command, ...record.trial, commandArguments })}</code>
  </p>`
}

function errorText({ code, message }: ErrorRecord): Html {
  return html`<code>${code}</code> <span dir="auto">${shorten(message, 2_000)}</span>`
}

function factsSection({ evalRun, judgeRun, judgment }: TrialRecord): Html | undefined {
  if (evalRun === undefined) return undefined
  const part = scriptedPart(evalRun.scripted, judgeRun?.scripted)
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['state', evalRun.state.replaceAll('_', ' ')],
    ['outcome', evalRun.state === 'running' ? undefined : evalRun.outcome?.replaceAll('_', ' ')],
    ['attempt', evalRun.attempt === 1 ? undefined : String(evalRun.attempt)],
    ['agent', `${evalRun.harness} ${evalRun.agentVersion}`],
    ['runtime', `${evalRun.runtime}${evalRun.contained ? '' : ', isolates nothing'}`],
    ['started', formatMoment(evalRun.startedAtMs)],
    ['scripted', part === 'all' ? 'yes, no real model ran' : part],
    ['judge', judgeRun?.model],
    ['judge state', judgeRun?.state.replaceAll('_', ' ')],
    ['judging used', judgeRun && judgeUsed(judgeRun)],
    ['judge note', judgeRun && judgeRun.state !== 'running' ? judgeRun.detail : undefined],
    ['eval run', evalRun.id],
    ['judge run', judgeRun?.id],
    ['judgment', judgment?.id],
    ['evidence', evalRun.state === 'running' ? undefined : evalRun.evidenceHash],
  ]
  const shown = facts.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
        ],
  )
  return html`<h5>Run</h5>
    <dl class="facts-list">${shown}</dl>`
}

function judgeUsed(run: JudgeRunRecord): string | undefined {
  if (run.state === 'running') return undefined
  const { inputTokens, outputTokens, costUsd } = run.usage
  const reads = counted(run.evidenceReads, 'evidence read')
  const used = [`${formatTokens(inputTokens + outputTokens)} tokens`, formatCost(costUsd), reads]
  if (run.rejectedSubmissions > 0) used.push(`${run.rejectedSubmissions} rejected`)
  return used.join(', ')
}
