import {
  addUsage,
  counted,
  formatCost,
  formatPercentage,
  formatShare,
  formatTokens,
  noUsage,
  usageOfModels,
  type ModelScore,
  type Usage,
} from '@vitrial/core'
import { html, type Html } from './html.ts'
import { modelName } from './model-name.ts'
import { scoreBar } from './score-bar.ts'
import type { ReportInput } from './report-input.ts'
import { standingLabels, standings, type Standing, type StandingTrial } from './trial-standing.ts'

/** A row a model: score with bounds, what keeps it open, what it used. */
export function scoresSection(
  input: ReportInput,
  scores: readonly ModelScore[],
  trials: readonly StandingTrial[],
): Html {
  const usages = usageOfModels(input.models, input.trials)
  const judges = usages.reduce((sum, { judge }) => addUsage(sum, judge), noUsage)
  const rows = scores.map((score) => {
    const usage = usages.find(({ model }) => model === score.model)?.candidate ?? noUsage
    return html`<tr>
      <th scope="row">${modelName(score.model)}</th>
      <td>
        ${scoreCell(score)}${standingCounts(trials.filter(({ record }) => record.trial.model === score.model))}
      </td>
      <td>${usageText(usage)}</td>
    </tr>`
  })
  const judgeRow =
    judges.calls === 0
      ? undefined
      : html`<tr>
          <th scope="row">judges</th>
          <td class="quiet">grade, are not graded</td>
          <td>${usageText(judges)}</td>
        </tr>`
  return html`<section aria-labelledby="scores">
    <h2 id="scores">Scores</h2>
    <p class="quiet caption">
      Out of 100. Unknown is never a zero: while anything is undecided, a score is what it can still become.
    </p>
    <div class="wide" role="region" aria-labelledby="scores" tabindex="0">
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Score</th>
            <th scope="col">Used</th>
          </tr>
        </thead>
        <tbody>
          ${rows}${judgeRow}
        </tbody>
      </table>
    </div>
  </section> `
}

function scoreCell({ percentage, bounds, evals }: ModelScore): Html {
  const decided = evals.filter(({ score }) => score !== null).length
  const value =
    percentage === null
      ? `${formatPercentage(bounds.lower)} to ${formatPercentage(bounds.upper)}`
      : formatPercentage(percentage)
  const open = percentage === null ? `, ${formatShare(bounds.coverage)} decided` : ''
  return html`<div class="score"><strong>${value}</strong>${scoreBar(bounds)}</div>
    <div class="quiet">${decided} of ${counted(evals.length, 'eval')} decided${open}</div>`
}

function standingCounts(trials: readonly StandingTrial[]): Html {
  const chips = standings.flatMap((standing) => {
    const count = trials.filter((trial) => trial.standing === standing).length
    return count === 0 ? [] : [chip(standing, `${count} ${standingLabels[standing]}`)]
  })
  return html`<div class="chips"><span class="quiet">trials</span>${chips}</div>`
}

/** A coloured word that says where a trial stands; the word alone says it too. */
export function chip(standing: Standing, text: string): Html {
  return html`<span class="chip ${standing}">${text}</span> `
}

function usageText({ inputTokens, outputTokens, costUsd }: Usage): Html {
  return html`<div>${formatTokens(inputTokens + outputTokens)} tokens</div>
    <div>${formatCost(costUsd)}</div>`
}
