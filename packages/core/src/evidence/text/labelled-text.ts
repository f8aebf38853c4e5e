/** Text under its label. */
export interface LabelledSection {
  readonly label: string
  readonly text: string
}

/**
 * Joins one-line facts and labelled raw texts. Every label line starts with a marker of `=` signs, one longer
 * than any that starts a line of the texts: recorded text cannot imitate a label.
 */
export function labelledText(facts: readonly string[], sections: readonly LabelledSection[]): string {
  const longest = sections.reduce((length, section) => Math.max(length, longestMarker(section.text)), 0)
  const marker = '='.repeat(longest + 1)
  const factLines = facts.map((fact) => `${marker} ${oneLine(fact)}`)
  const sectionTexts = sections.map(({ label, text }) => `${marker} ${oneLine(label)}\n${text}`)
  return [...factLines, ...sectionTexts].join('\n')
}

function longestMarker(text: string): number {
  let longest = 0
  // Some readers see a line break in more than what JavaScript does.
  // oxlint-disable-next-line no-control-regex -- those are controls
  for (const match of text.matchAll(/(?:^|[\v\f\u001C-\u001E\u0085])(=+)/gm))
    longest = Math.max(longest, match[1]?.length ?? 0)
  return longest
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
