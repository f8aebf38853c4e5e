import { counted } from '@vitrial/core/text'
import { html, type Html } from '../markup/html.ts'
import { evalNumber } from './metric-table.ts'
import type { ReportInput } from '../input/report-input.ts'
import { trialSection } from '../trial/trial-section.ts'
import { standingLabels, standings, type StandingTrial } from '../input/trial-standing.ts'

/** Of more trials, those that say most are listed; the others only count. */
const mostListed = 2_000
/** Of more, those that say most show their recordings. */
const mostRecordings = 400
const roomOfTrial = { least: 4_000, most: 120_000 }

/** Every trial, by eval, a piece at a time. */
export async function* trialsSection(
  input: ReportInput,
  trials: readonly StandingTrial[],
): AsyncGenerator<Html> {
  yield html`<section class="trials" aria-labelledby="trials">
    <h2 id="trials">Trials <span class="quiet">${trials.length}</span></h2>
    ${filter(trials)}
   `
  const listed = listedTrials(trials)
  const withRecording = weightiest(trials, mostRecordings)
  const total = input.recordedCharacters ?? 6_000_000
  const share = Math.floor(total / Math.max(1, withRecording.size))
  const room = Math.min(roomOfTrial.most, Math.max(roomOfTrial.least, share))
  for (const { id, title } of input.evals) {
    yield html`<h3 id="eval-${evalNumber(input, id)}">
      ${id} ${title === undefined ? undefined : html`<span class="quiet">${title}</span>`}
    </h3> `
    const ofEval = trials.filter(({ record }) => record.trial.evalId === id)
    const left = ofEval.filter((trial) => !listed.has(trial)).length
    if (left > 0)
      yield html`<p class="omitted">Not listed: ${counted(left, 'trial')}. The others say more.</p>`
    for (const trial of ofEval) {
      if (!listed.has(trial)) continue
      // oxlint-disable-next-line no-await-in-loop -- one recording in memory at a time
      yield await trialSection(trial, { input, room: withRecording.has(trial) ? room : 0 })
    }
  }
  yield html`</section>
`
}

/** The trials that have a place in the page. */
export function listedTrials(trials: readonly StandingTrial[]): ReadonlySet<StandingTrial> {
  return weightiest(trials, mostListed)
}

/** Those that say most: not met first, met last, else in the order of the plan. */
function weightiest(trials: readonly StandingTrial[], most: number): ReadonlySet<StandingTrial> {
  const byWeight = trials.toSorted(
    (a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing) || a.number - b.number,
  )
  return new Set(byWeight.slice(0, most))
}

/** Hides trials by where they stand, with style sheets alone. Only if there are several kinds. */
function filter(trials: readonly StandingTrial[]): Html | undefined {
  const counts = standings.map((standing) => ({
    standing,
    count: trials.filter((trial) => trial.standing === standing).length,
  }))
  const present = counts.filter(({ count }) => count > 0)
  if (present.length < 2) return undefined
  return html`<fieldset class="filter">
    <legend>Show</legend>
    ${choice('all', 'all', trials.length, true)}${present.map(({ standing, count }) =>
      choice(standing, standingLabels[standing], count, false),
    )}
  </fieldset>`
}

function choice(value: string, label: string, count: number, isChosen: boolean): Html {
  return html`<label
    ><input type="radio" name="show" id="show-${value}" ${isChosen ? html` checked` : undefined} /> ${label}
    <span class="quiet">${count}</span></label
  > `
}
