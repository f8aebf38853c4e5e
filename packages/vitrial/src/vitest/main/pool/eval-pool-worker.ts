import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChannelResponse } from '@vitrial/core/channel'
import colors from 'picocolors'
import { ThreadsPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node'
import type { EvalsProject } from '../session/evals-project.ts'
import { EvalsSession } from '../session/evals-session.ts'
import { isChannelMessage } from '../../channel/is-channel-message.ts'
import { ChannelServer } from './channel-server.ts'
import { shownText } from '../../../terminal/shown-text.ts'
import { evalsPoolName } from './evals-pool-name.ts'
import { printableReport } from './printable-report.ts'

type MessageListener = (message: unknown) => void

/**
 * A worker thread that runs Vitest's own runner and has a private channel to the host beside Vitest's,
 * whose calls time out after a minute. A thread, because it dies with the process however that dies.
 */
export class EvalPoolWorker extends ThreadsPoolWorker {
  override readonly name = evalsPoolName
  protected override readonly entrypoint = workerEntry()
  readonly #session: EvalsSession | undefined
  readonly #server: ChannelServer
  readonly #filtered = new Map<MessageListener, MessageListener>()

  constructor(options: PoolOptions, project: EvalsProject) {
    super(options)
    this.#session = EvalsSession.find(options.project.vitest)
    this.#server = new ChannelServer(project, (response) => this.#post(response))
  }

  override async start(): Promise<void> {
    this.#session?.listenForCancel()
    await super.start()
    super.on('message', this.#receive)
  }

  override async stop(): Promise<void> {
    this.#server.close()
    await super.stop()
  }

  /** Keeps our messages from Vitest's RPC, which would take them for its own, and makes Vitest's own fit to be shown. */
  override on(event: string, listener: MessageListener): void {
    if (event !== 'message') return super.on(event, listener)
    const filtered: MessageListener = (message) => {
      if (!isChannelMessage(message)) listener(printableReport(message, show))
    }
    this.#filtered.set(listener, filtered)
    super.on(event, filtered)
  }

  override off(event: string, listener: MessageListener): void {
    super.off(event, this.#filtered.get(listener) ?? listener)
    this.#filtered.delete(listener)
  }

  readonly #receive = (message: unknown): void => {
    if (isChannelMessage(message)) this.#server.receive(message)
  }

  #post(response: ChannelResponse): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- typed for Vitest's messages, posts any
    super.send(response as unknown as WorkerRequest)
  }
}

function show(text: string): string {
  return shownText(text, colors.isColorSupported)
}

function workerEntry(): string {
  const extension = extname(fileURLToPath(import.meta.url))
  return fileURLToPath(new URL(`../../worker/worker-entry${extension}`, import.meta.url))
}
