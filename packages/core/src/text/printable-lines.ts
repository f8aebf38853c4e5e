import { printable } from './printable.ts'

/**
 * Recorded text made safe to show over several lines: line breaks stay, tabs stay, and everything else
 * that would move, colour, hide or reorder text becomes visible as in {@link printable}.
 */
export function printableLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n')
}
