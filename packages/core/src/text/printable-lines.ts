import { printable } from './printable.ts'

/**
 * The door for foreign text of several lines: line breaks stay, tabs stay, and each line is as {@link printable} makes
 * it, so that none of them can be a command.
 */
export function printableLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n')
}
