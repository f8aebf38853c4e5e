import { scoreModels, scriptedModelsOf, trialFindingsOf, type ScriptedModels } from '@vitrial/core/scores'
import { counted, formatDuration, formatMoment } from '@vitrial/core/text'
import { trialsOf } from '@vitrial/core/trial'
import { attentionSection } from './sections/attention-section.ts'
import { definitionSection } from './sections/definition-section.ts'
import { html, trustedHtml, type Html } from './markup/html.ts'
import { metricTable } from './sections/metric-table.ts'
import type { ReportInput } from './input/report-input.ts'
import { scoresSection } from './sections/scores-section.ts'
import { styleHash, styleSheet } from './markup/style-sheet.ts'
import { standingTrials } from './input/trial-standing.ts'
import { listedTrials, trialsSection } from './sections/trials-section.ts'

/**
 * Renders a report as one HTML file that needs nothing else: no script, no request. Its content security
 * policy allows its own style sheet and nothing more. Comes in pieces, to be written one after another.
 */
export async function* renderReport(given: ReportInput): AsyncGenerator<string> {
  const input = { ...given, trials: declaredTrials(given) }
  const { evals, models, repetitions, trials } = input
  const scored = { evals, models, repetitions, trials }
  const scores = scoreModels(scored)
  const standing = standingTrials(trials, evals)
  yield String(await pageStart(input))
  yield String(scoresSection(input, scores, standing))
  yield String(html`${attentionSection(trialFindingsOf(scored), [...listedTrials(standing)])}`)
  yield String(metricTable(input, scores))
  for await (const piece of trialsSection(input, standing)) yield String(piece)
  yield String(definitionSection(input))
  yield String(pageEnd(input))
}

/** Rows of evals, models and repetitions that are no longer declared count for nothing. */
function declaredTrials({ evals, models, repetitions, trials }: ReportInput): ReportInput['trials'] {
  const ids = evals.map(({ id }) => id)
  const declared = new Set(trialsOf({ evalIds: ids, models, repetitions }).map(({ id }) => id))
  return trials.filter(({ trial }) => declared.has(trial.id))
}

async function pageStart(input: ReportInput): Promise<Html> {
  const { run, resultsName, trials, activeMs } = input
  const policy = `default-src 'none'; style-src 'sha256-${await styleHash()}'; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trustedHtml(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${run.name}: results of ${formatMoment(run.startedAtMs)}</title>
        ${trustedHtml(`<style>${styleSheet}</style>`)}
      </head>
      <body>
        <a class="skip" href="#scores">To the scores</a>
        <header>
          <h1>${run.name}</h1>
          <p class="quiet">
            ${counted(trials.length, 'trial')} · started ${formatMoment(run.startedAtMs)} ·
            ${formatDuration(activeMs)} at work ·
            <code>${resultsName}</code>
          </p>
          ${scriptedBanner(scriptedModelsOf(trials))}
          <nav aria-label="Sections">
            <a href="#scores">Scores</a> <a href="#metrics">Metrics</a> <a href="#trials">Trials</a>
            <a href="#definition">Definition</a>
          </nav>
        </header>
        <main>
     `
}

function scriptedBanner({ names, isAll }: ScriptedModels): Html | undefined {
  if (isAll) return html`<p class="banner" role="note">Scripted models: no real model ran.</p>`
  if (names.length === 0) return undefined
  return html`<p class="banner" role="note">Scripted, not real models: ${names.join(', ')}.</p>`
}

function pageEnd({ resultsName, writtenAtMs }: ReportInput): Html {
  return html`</main><footer class="quiet">Written ${formatMoment(writtenAtMs)} by Vitrial from <code>${resultsName}</code>,
which holds every recording and judgment whole: <code>vitrial.db</code>, <code>recordings/</code>, <code>judge-runs/</code>.
Recorded text is data: invisible and acting characters are shown as <code>\\u{…}</code>.</footer></body></html>
`
}
