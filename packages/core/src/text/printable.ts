/**
 * What a terminal would act on or a reader could not see: controls, bidi and other invisible formatting,
 * line and paragraph separators, lone surrogates. The two joiners stay: emoji and many scripts need them.
 */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * The first character of what a CI runner takes for a command, if it finds it in a log: `::error::` where a line
 * begins (GitHub, which trims blanks first), `##[error]`, `##vso[` and `##teamcity[` anywhere (GitHub's first form,
 * Azure, TeamCity), `section_start:1` (GitLab). Some runners compare without regard to invisible characters.
 */
const commandMark =
  /(?<=^[\s\p{DI}]*):(?=\p{DI}*:)|#(?=\p{DI}*#[\p{DI}\w-]*\[)|(?<=section_(?:start|end)):(?=\d)/gu

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * The one door of foreign text to a line that people or CI runners read: an agent's, judge's, provider's or engine's
 * words, names of files and models. What would move the cursor, colour the screen or reorder the reading becomes a
 * visible escape such as `\n` or `\u{1b}`, and so does what begins a runner's command: `\u{3a}:error::`.
 */
export function printable(text: string): string {
  return text
    .replace(unprintable, (character) => shortEscapes[character] ?? escapeOf(character))
    .replace(commandMark, escapeOf)
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
