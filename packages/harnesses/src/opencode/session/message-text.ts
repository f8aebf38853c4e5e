import type { Part } from './wire.ts'

/** The text of a message as its writer wrote it, without what OpenCode added. */
export function textOf(parts: readonly Part[], type: 'text' | 'reasoning' = 'text'): string {
  return parts
    .flatMap((part) => (part.type === type && !part.synthetic && !part.ignored ? [part.text] : []))
    .filter((text) => text !== '')
    .join('\n\n')
}
