import type { NewEvent } from '@vitrial/core/recording'
import { withoutDeepNesting } from '@vitrial/core/text'
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { within } from '../connection/deadline.ts'
import { TooMuchOutputError } from '../connection/foreign-json.ts'

/** So many replies are on their way at a time, and so many more may wait for that. */
const repliesAtOnce = 8
const mostWaiting = 1000

/**
 * Answers what a project asks permission for: the run has given it, and no one is there to answer but us. A reply that
 * does not arrive is told as an event; whatever a server makes of it breaks nothing here.
 */
export class PermissionGrants implements Disposable {
  readonly #client: OpencodeClient
  readonly #tell: (event: NewEvent) => void
  readonly #ended = new AbortController()
  readonly #open = new Set<Promise<void>>()
  readonly #waiting: { readonly session: string; readonly requestID: string }[] = []

  constructor(client: OpencodeClient, tell: (event: NewEvent) => void) {
    this.#client = client
    this.#tell = tell
  }

  /** @throws {TooMuchOutputError} where more is asked for than anybody answers */
  grant(session: string, requestID: string): void {
    if (this.#waiting.length >= mostWaiting)
      throw new TooMuchOutputError(`more than ${mostWaiting} requests for a permission at once`)
    this.#waiting.push({ session, requestID })
    if (this.#open.size >= repliesAtOnce) return
    const replying = this.#replyWhileAsked()
      // Too late to be told: the recording is closed.
      .catch(() => undefined)
      .finally(() => this.#open.delete(replying))
    this.#open.add(replying)
  }

  /** Waits for the replies that are on their way, but not longer than that. */
  async settled(milliseconds: number): Promise<void> {
    await within(Promise.all(this.#open), milliseconds)
  }

  /** Gives up what is on its way, and tells nothing more. */
  [Symbol.dispose](): void {
    this.#ended.abort()
  }

  async #replyWhileAsked(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#reply(next.session, next.requestID)
    }
  }

  async #reply(session: string, requestID: string): Promise<void> {
    const { signal } = this.#ended
    try {
      await this.#client.permission.reply({ requestID, reply: 'once' }, { signal, throwOnError: true })
    } catch (error) {
      if (signal.aborted) return
      const said = error instanceof Error ? error.message : JSON.stringify(withoutDeepNesting(error))
      const message = `OpenCode did not take the answer to its request for a permission: ${said}`
      const body = { name: 'PermissionReply', message }
      this.#tell({ session, source: 'harness', kind: 'agent_error', body })
    }
  }
}
