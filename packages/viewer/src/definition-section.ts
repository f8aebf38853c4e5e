import { withoutSecrets } from '@vitrial/core'
import { html, type Html } from './html.ts'
import { recordedText } from './recorded-text.ts'
import type { ReportInput } from './report-input.ts'

/** The benchmark as it was declared: its settings, and every eval's prompt and rubric. */
export function definitionSection({ run, evals }: ReportInput): Html {
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
    <details>
      <summary>Settings, with defaults</summary>
      ${recordedText(settings, 20_000).markup}
    </details>
    ${texts}
  </section> `
}
