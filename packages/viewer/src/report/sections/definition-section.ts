import { withoutSecrets } from '@vitrial/core/settings'
import { html, type Html } from '../markup/html.ts'
import { recordedText } from '../markup/recorded-text.ts'
import type { ReportInput } from '../input/report-input.ts'

/** The benchmark as it was declared: what it was run with, its settings, and every eval's prompt and rubric. */
export function definitionSection({ run, evals, trials }: ReportInput): Html {
  const settings = JSON.stringify(withoutSecrets(run.definition), null, 2) ?? ''
  const texts = evals.map(
    ({ id, prompt, rubric }) =>
      html`<details>
          <summary>Prompt of <b>${id}</b></summary>
          ${recordedText(prompt, 4_000).markup}
        </details>
        <details>
          <summary>Rubric of <b>${id}</b></summary>
          ${recordedText(rubric, 20_000).markup}
        </details>`,
  )
  return html`<section aria-labelledby="definition">
    <h2 id="definition">Benchmark definition</h2>
    ${madeWith(trials).map((text) => html`<p>${text}</p>`)}
    <details>
      <summary>Settings, with defaults</summary>
      ${recordedText(settings, 20_000).markup}
    </details>
    ${texts}
  </section> `
}

/** What made the runs and judgments that the trials select, each said once. */
function madeWith(trials: ReportInput['trials']): readonly string[] {
  const said = new Set<string>()
  for (const { evalRun, judgeRun } of trials) {
    if (evalRun) {
      const { harness, agentVersion, vitrialVersion, runtime, image, engine } = evalRun
      const container = [engine, image && `image ${image}`].filter((part) => part !== undefined)
      const where = [`runtime ${runtime}`, ...container].join(', ')
      said.add(`Run by Vitrial ${vitrialVersion} with ${harness} ${agentVersion}: ${where}.`)
    }
    if (judgeRun) {
      const { kind, agentVersion, vitrialVersion, runtime } = judgeRun
      said.add(`Judged by Vitrial ${vitrialVersion} with ${kind} ${agentVersion}: runtime ${runtime}.`)
    }
  }
  return [...said].toSorted()
}
