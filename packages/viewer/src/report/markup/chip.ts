import type { Standing } from '../input/trial-standing.ts'
import { html, type Html } from './html.ts'

/** A coloured word that says where a trial stands; the word alone says it too. */
export function chip(standing: Standing, text: string): Html {
  return html`<span class="chip ${standing}">${text}</span> `
}
