import type { Page, PageOptions } from '@vitrial/core/ports'

const pageRows = 500

/** Every row of a paged read, page by page. */
export async function* everyRow<T>(read: (options: PageOptions) => Promise<Page<T>>): AsyncGenerator<T> {
  let after: string | undefined
  do {
    const page = await read({ limit: pageRows, ...(after !== undefined && { after }) })
    yield* page.rows
    after = page.next
  } while (after !== undefined)
}
