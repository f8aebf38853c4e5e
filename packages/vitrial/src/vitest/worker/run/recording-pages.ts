import type { RecordingPage, RecordingQuery } from '@vitrial/core/evidence'

/** Asks the host for one page. */
export type AskPage = (query: RecordingQuery) => Promise<RecordingPage>

type ListQuery = Exclude<RecordingPage['query'], 'diff' | 'text'>
type RowsOf<Q extends ListQuery> = Extract<RecordingPage, { query: Q }>['rows']

/** All rows of a list in a recording. */
export async function readRows<Q extends ListQuery>(ask: AskPage, query: Q): Promise<RowsOf<Q>> {
  const pages = await readPages(ask, { query })
  const rows = pages.flatMap((page): readonly unknown[] => ('rows' in page ? page.rows : []))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pages answer the query they were asked by
  return rows as RowsOf<Q>
}

/** A whole text of a recording; undefined if there is no such piece. */
export async function readText(
  ask: AskPage,
  query: Extract<RecordingQuery, { query: 'diff' | 'text' }>,
): Promise<string | undefined> {
  const pages = await readPages(ask, query)
  const texts = pages.map((page) => ('text' in page ? page.text : undefined))
  return texts[0] === undefined ? undefined : texts.join('')
}

async function readPages(ask: AskPage, query: RecordingQuery): Promise<readonly RecordingPage[]> {
  const pages = [await ask(query)]
  for (let after = pages[0]?.next; after !== undefined; after = pages.at(-1)?.next) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    pages.push(await ask({ ...query, after }))
  }
  return pages
}
