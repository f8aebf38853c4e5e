import { formatSpent, togetherSpent, type Spending, type Spent, type SpentByStage } from '@vitrial/core/cost'
import type { ModelScore } from '@vitrial/core/scores'
import { counted, formatPercentage, formatShare, formatTokens } from '@vitrial/core/text'
import { chip } from '../markup/chip.ts'
import { html, type Html } from '../markup/html.ts'
import { modelName } from '../markup/model-name.ts'
import { scoreBar } from '../markup/score-bar.ts'
import type { ReportInput } from '../input/report-input.ts'
import { standingLabels, standings, type StandingTrial } from '../input/trial-standing.ts'

/** A row a model: score with bounds, what keeps it open, what it used. */
export function scoresSection(
  input: ReportInput,
  scores: readonly ModelScore[],
  trials: readonly StandingTrial[],
): Html {
  const { total } = input.spending
  const { judges } = total.selected
  const rows = scores.map((score) => {
    const { candidates } = input.spending.ofModel(score).selected
    return html`<tr>
      <th scope="row">${modelName(score.model)}</th>
      <td>
        ${scoreCell(score)}${standingCounts(trials.filter(({ record }) => record.trial.model === score.model))}
      </td>
      <td>${usageText(candidates)}</td>
    </tr>`
  })
  const judgeRow =
    judges.inputTokens + judges.outputTokens === 0 && judges.costUsd === 0
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
    ${costTable(total)}
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

function usageText(spent: Spent): Html {
  return html`<div>${formatTokens(spent.inputTokens + spent.outputTokens)} tokens</div>
    <div>${formatSpent(spent)}</div>`
}

/** The three sums; none before anything was run. */
function costTable(total: Spending): Html | undefined {
  if (togetherSpent(total.inAll).runs === 0) return undefined
  return html`<h3 id="cost">Cost</h3>
    <div class="wide" role="region" aria-labelledby="cost" tabindex="0">
      <table class="cost">
        <thead>
          <tr>
            <th scope="col">Sum</th>
            <th scope="col">Together</th>
            <th scope="col">Candidates</th>
            <th scope="col">Judges</th>
          </tr>
        </thead>
        <tbody>
          ${costRow('selected', 'what the scores rest on', total.selected)}
          ${costRow('in all', 'everything on record', total.inAll)}
          ${costRow('this time', 'what the last invocation started', total.thisTime)}
        </tbody>
      </table>
    </div>`
}

function costRow(name: string, meaning: string, sum: SpentByStage): Html {
  return html`<tr>
    <th scope="row">${name} <span class="quiet">${meaning}</span></th>
    <td>${formatSpent(togetherSpent(sum))}</td>
    <td>${formatSpent(sum.candidates)}</td>
    <td>${formatSpent(sum.judges)}</td>
  </tr>`
}
