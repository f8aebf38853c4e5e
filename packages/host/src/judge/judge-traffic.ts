import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelExchange } from '@vitrial/core/recording'
import { LineLog } from '../recording/line-log.ts'
import type { JudgeOutput } from './tools/judge-output.ts'

/** Its name in the folder of the judge run. */
export const trafficFile = 'traffic.jsonl'

/**
 * The model calls of a judge run, written as they come: memory would not hold them. That they cannot be written is
 * told when it is closed, not before: it does not stop a judge.
 */
export class JudgeTraffic implements AsyncDisposable {
  readonly #output: JudgeOutput
  readonly #log: LineLog | undefined
  readonly #openFailure: unknown
  #closing: Promise<void> | undefined

  private constructor(output: JudgeOutput, log: LineLog | undefined, openFailure?: unknown) {
    this.#output = output
    this.#log = log
    this.#openFailure = openFailure
  }

  /** Begins the traffic in the folder of a judge run, which is made where it is missing. */
  static async open(directory: string, output: JudgeOutput): Promise<JudgeTraffic> {
    try {
      await mkdir(directory, { recursive: true })
      return new JudgeTraffic(output, await LineLog.create(join(directory, trafficFile), () => undefined))
    } catch (cause) {
      return new JudgeTraffic(output, undefined, cause)
    }
  }

  keep(exchange: ModelExchange): void {
    const line = JSON.stringify(exchange)
    if (this.#output.takes('traffic', Buffer.byteLength(line))) this.#log?.append(line)
  }

  /** @throws what writing it failed with. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch(() => undefined)
  }

  async #close(): Promise<void> {
    if (this.#log === undefined) throw this.#openFailure
    await this.#log.close()
  }
}
