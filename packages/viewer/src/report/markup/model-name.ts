import { html, type Html } from './html.ts'

/** A model that may break into the next line where its parts meet. */
export function modelName(model: string): Html {
  const parts = model.split(/(?<=[/#])/)
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [html`<wbr />`, part]))}`
}
