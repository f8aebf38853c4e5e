import { printable } from '@vitrial/core/text'

/** True if a text contains the expected words, or matches the pattern, wherever it was last used. */
export function isTextMatched(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : new RegExp(expected).test(text)
}

/** `containing “…”` or `matching /…/`. */
export function describeText(expected: string | RegExp): string {
  return typeof expected === 'string'
    ? `containing “${printable(expected)}”`
    : `matching ${printable(String(expected))}`
}
