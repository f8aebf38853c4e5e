import {
  channelProtocol,
  channelResponseSchema,
  type ChannelRequest,
  type ChannelResponse,
} from '@vitrial/core/channel'
import { CancelledError, InfrastructureError } from '@vitrial/core/errors'
import type { RecordingPage, RecordingQuery, TrialAttachments } from '@vitrial/core/evidence'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { ChannelEnvelope } from '../../channel/is-channel-message.ts'
import { errorOf } from './error-of.ts'

/** Which trial of which project, and which attempt at it. */
export interface TrialQuestion {
  readonly project: string
  readonly trialId: string
  readonly attempt: number
}

/** What is asked of which recording. */
export interface RecordingQuestion {
  readonly project: string
  readonly evalRunId: string
  readonly query: RecordingQuery
}

interface Waiting {
  readonly resolve: (response: ChannelResponse) => void
  readonly reject: (error: Error) => void
}

/** A worker's end of the channel to the host. Rejects with the host's error or a `CancelledError`. */
export class ChannelClient {
  readonly #post: (request: ChannelRequest) => void
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(post: (request: ChannelRequest) => void) {
    this.#post = post
  }

  async runTrial(question: TrialQuestion, signal?: AbortSignal): Promise<RunSummary> {
    const id = this.#nextId()
    const response = await this.#ask({ vitrial: channelProtocol, id, type: 'run-trial', ...question }, signal)
    if (response.type !== 'run') throw unexpected(response)
    return response.run
  }

  async judge(question: TrialQuestion, signal?: AbortSignal): Promise<JudgingSummary> {
    const id = this.#nextId()
    const response = await this.#ask({ vitrial: channelProtocol, id, type: 'judge', ...question }, signal)
    if (response.type !== 'judging') throw unexpected(response)
    return response.judging
  }

  /** What there is to attach to a trial's test. */
  async attachments(
    asked: Omit<Extract<ChannelRequest, { type: 'attachments' }>, 'vitrial' | 'id' | 'type'>,
    signal?: AbortSignal,
  ): Promise<TrialAttachments> {
    const id = this.#nextId()
    const response = await this.#ask({ vitrial: channelProtocol, id, type: 'attachments', ...asked }, signal)
    if (response.type !== 'attachments') throw unexpected(response)
    return response.attachments
  }

  /** A page of a finalized recording. */
  async readRecording(
    { project, evalRunId, query }: RecordingQuestion,
    signal?: AbortSignal,
  ): Promise<RecordingPage> {
    const id = this.#nextId()
    const request = { vitrial: channelProtocol, id, type: 'evidence', project, evalRunId, query } as const
    const response = await this.#ask(request, signal)
    if (response.type !== 'evidence') throw unexpected(response)
    return response.page
  }

  /** Takes a message from the host. */
  receive(message: ChannelEnvelope): void {
    const parsed = channelResponseSchema.safeParse(message)
    if (parsed.success) {
      this.#take(parsed.data.id)?.resolve(parsed.data)
    } else if (typeof message.id === 'number') {
      this.#take(message.id)?.reject(protocolError(message, parsed.error))
    }
  }

  /** On abort the host is told, and its answer still waited for: it says whether there is a result. */
  async #ask(request: ChannelRequest, signal?: AbortSignal): Promise<ChannelResponse> {
    const onAbort = (): void =>
      this.#post({ vitrial: channelProtocol, id: this.#nextId(), type: 'cancel', requestId: request.id })
    const answered = new Promise<ChannelResponse>((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject })
    })
    this.#post(request)
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const response = await answered
      if (response.type === 'cancelled') throw new CancelledError(response.reason)
      if (response.type === 'error') throw errorOf(response.error)
      return response
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #nextId(): number {
    return ++this.#lastId
  }
}

function unexpected(response: ChannelResponse): InfrastructureError {
  return new InfrastructureError('VITRIAL_CHANNEL_PROTOCOL', `The host answered with "${response.type}".`)
}

function protocolError(message: ChannelEnvelope, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_CHANNEL_PROTOCOL',
    `The host speaks channel protocol ${String(message.vitrial)}, this worker ${channelProtocol}, ` +
      'or sent what this version does not know. Reinstall so that one version of vitrial is installed.',
    { cause },
  )
}
