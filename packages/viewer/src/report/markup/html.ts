import { printableLines } from '@vitrial/core/text'

/** Markup that is safe to write out. Only {@link html} and {@link trustedHtml} make it. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[]

/**
 * Builds markup. Every value that is not markup itself is text: escaped, and printable, so that nothing
 * recorded can act on the page or hide in it. Text may stand between tags or in a quoted attribute.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = unindented(strings[0])
  for (const [index, value] of values.entries()) markup += markupOf(value) + unindented(strings[index + 1])
  return new Html(markup)
}

/** The indentation of the source is of no use in the page. */
function unindented(markup = ''): string {
  return markup.replaceAll(/\n\s+/g, '\n')
}

/** Markup from this package's own constants, such as its style sheet. Never from anything recorded. */
export function trustedHtml(markup: string): Html {
  return new Html(markup)
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escaped(printableLines(String(value)))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
