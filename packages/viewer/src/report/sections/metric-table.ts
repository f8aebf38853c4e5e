import type { EvalScore, MetricScore, ModelScore } from '@vitrial/core/scores'
import { counted, formatMetricValue } from '@vitrial/core/text'
import { html, type Html } from '../markup/html.ts'
import { modelName } from '../markup/model-name.ts'
import type { ReportInput } from '../input/report-input.ts'

/** Every metric of every eval for every model. */
export function metricTable(input: ReportInput, scores: readonly ModelScore[]): Html {
  const heads = scores.map(({ model }) => html`<th scope="col">${modelName(model)}</th>`)
  const bodies = input.evals.map(({ id, title, metrics }) => {
    const evalScores = scores.map(({ evals }) => evals.find((scored) => scored.eval === id))
    const rows = metrics.map((metric) => {
      const cells = evalScores.map((scored) =>
        metricCell(scored?.metrics.find((each) => each.id === metric.id)),
      )
      return html`<tr>
        <th scope="row">
          ${metric.label} ${metric.label === metric.id ? undefined : html`<code>${metric.id}</code>`}
        </th>
        ${cells}
      </tr> `
    })
    return html`<tbody>
      <tr class="eval">
        <th scope="rowgroup">
          <a href="#eval-${evalNumber(input, id)}">${id}</a
          >${title === undefined ? undefined : html` <span class="quiet">${title}</span>`}
        </th>
        ${evalScores.map(evalCell)}
      </tr>
      ${rows}
    </tbody>`
  })
  return html`<section aria-labelledby="metrics">
    <h2 id="metrics">Metrics</h2>
    <p class="quiet caption">
      Means over ${counted(input.repetitions, 'repetition')}, with how many of them are at 1.
    </p>
    <div class="wide" role="region" aria-labelledby="metrics" tabindex="0">
      <table class="metrics">
        <thead>
          <tr>
            <th scope="col">Eval and metric</th>
            ${heads}
          </tr>
        </thead>
        ${bodies}
      </table>
    </div>
  </section> `
}

/** Counts from 1; names the anchor of an eval's trials. */
export function evalNumber(input: ReportInput, evalId: string): number {
  return input.evals.findIndex(({ id }) => id === evalId) + 1
}

function evalCell(scored: EvalScore | undefined): Html {
  if (!scored || scored.score === null) return html`<td class="open">open</td>`
  return html`<td>${formatMetricValue(scored.score)}</td>`
}

function metricCell(metric: MetricScore | undefined): Html {
  if (!metric) return html`<td class="open">open</td>`
  const { value, scored, expected, passed } = metric
  const standing = value === null ? 'open' : value === 1 ? 'met' : value === 0 ? 'below' : 'between'
  const said = value === null ? `${scored} of ${expected} decided` : formatMetricValue(value)
  const detail = expected === 1 ? undefined : html` <span class="quiet">${passed}/${expected}</span>`
  return html`<td class="${standing}">${said}${detail}</td>`
}
