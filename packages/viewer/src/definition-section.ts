import { withoutSecrets } from '@vitrial/core'
import { html, type Html } from './html.ts'
import { recordedText } from './recorded-text.ts'
import type { ReportInput } from './report-input.ts'

/** The benchmark as it was declared: its settings and every eval's prompt. */
export function definitionSection({ run, evals }: ReportInput): Html {
  const settings = JSON.stringify(withoutSecrets(run.definition), null, 2) ?? ''
  const prompts = evals.map(
    ({ id, prompt }) =>
      html`<details>
        <summary>Prompt of <b>${id}</b></summary>
        ${recordedText(prompt, 4_000).markup}
      </details>`,
  )
  return html`<section aria-labelledby="definition">
    <h2 id="definition">Benchmark definition</h2>
    <details>
      <summary>Settings, with defaults</summary>
      ${recordedText(settings, 20_000).markup}
    </details>
    ${prompts}
  </section> `
}
