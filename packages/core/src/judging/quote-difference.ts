/** What tells two texts apart that a reader takes for the same. */
interface Difference {
  /** As it stands after "It matches except for". */
  readonly name: string
  /** Takes it out of a text. */
  fold(text: string): string
}

/** In the order in which they are named. What one covers is left out of those after it, where that suffices. */
const differences: readonly Difference[] = [
  { name: 'white space (spaces and line breaks)', fold: (text) => text.replaceAll(/\s+/g, ' ').trim() },
  {
    name: 'typographic marks (curly or straight quotation marks, dashes, an ellipsis)',
    fold: (text) =>
      text
        .replaceAll(/[\u2018-\u201b\u2032\u02bc\u00b4`]/g, "'")
        .replaceAll(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
        .replaceAll(/[\u2010-\u2015\u2212]|-{2,}/g, '-')
        .replaceAll('\u2026', '...'),
  },
  {
    name: 'how accents are written (one character or a letter with a combining mark: Unicode NFC or NFD)',
    fold: (text) => text.normalize('NFC'),
  },
  {
    name: 'ligatures or other variants of characters (such as \ufb01 for fi)',
    fold: (text) => text.normalize('NFKC'),
  },
  {
    name: 'invisible characters (such as a soft hyphen or a zero-width space)',
    fold: (text) => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  },
  { name: 'upper and lower case', fold: (text) => text.toLowerCase() },
]

/** Longer texts are not looked through: it would hold up whoever else needs the thread. */
const longestText = 1_000_000

/** In what a quote differs from a text that else has it; undefined if the text has nothing like it. */
export function quoteDifference(text: string, quote: string): string | undefined {
  if (text.length > longestText) return undefined
  let needed = differences
  if (!matchesWithout(needed, text, quote)) return undefined
  for (const difference of differences.toReversed()) {
    const fewer = needed.filter((one) => one !== difference)
    if (matchesWithout(fewer, text, quote)) needed = fewer
  }
  return needed.map(({ name }) => name).join(' and ')
}

/** Whether a text has the quote once these are taken out of both. */
function matchesWithout(taken: readonly Difference[], text: string, quote: string): boolean {
  const fold = (given: string): string => taken.reduce((rest, difference) => difference.fold(rest), given)
  const folded = fold(quote)
  return folded !== '' && fold(text).includes(folded)
}
