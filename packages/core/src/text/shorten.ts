import { codePointBoundary } from './code-point-boundary.ts'
import { counted } from './counted.ts'

/** Cuts a text to so many characters and says how many are left out. */
export function shorten(text: string, characters: number): string {
  const kept = keptOf(text, characters)
  return kept === text ? text : `${kept}… (${counted(text.length - kept.length, 'more character')})`
}

/** Cuts a text to so many characters and says only that it goes on: `PostgreSQL qu…`. */
export function ellipsize(text: string, characters: number): string {
  const kept = keptOf(text, characters)
  return kept === text ? text : `${kept}…`
}

function keptOf(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, codePointBoundary(text, characters))
}
