import {
  channelProtocol,
  channelRequestSchema,
  type ChannelRequest,
  type ChannelResponse,
} from '@vitrial/core/channel'
import {
  CancelledError,
  DeferredError,
  errorMessage,
  InfrastructureError,
  VitrialError,
} from '@vitrial/core/errors'
import type { TrialAttempt } from '@vitrial/host'
import type { ChannelEnvelope } from '../../channel/is-channel-message.ts'
import type { EvalsProject } from '../session/evals-project.ts'
import type { EvalsRun } from '../session/evals-run.ts'
import { attachmentsOf } from './attachments-of.ts'

/** An answer without its envelope. */
type Answer = ChannelResponse extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'vitrial' | 'id'>
    : never
  : never

type Question = Exclude<ChannelRequest, { type: 'cancel' }>

/** The host's end of one worker's channel: answers every request once, with a result or a reason. */
export class ChannelServer {
  readonly #project: EvalsProject
  readonly #post: (response: ChannelResponse) => void
  readonly #open = new Map<number, AbortController>()
  #isClosed = false

  constructor(project: EvalsProject, post: (response: ChannelResponse) => void) {
    this.#project = project
    this.#post = post
  }

  receive(message: ChannelEnvelope): void {
    const parsed = channelRequestSchema.safeParse(message)
    if (!parsed.success) {
      if (typeof message.id === 'number') this.#reply(message.id, errorAnswer(protocolError(message)))
      return
    }
    const request = parsed.data
    if (request.type === 'cancel') this.#open.get(request.requestId)?.abort()
    else this.#handle(request).catch((error: unknown) => this.#replyInstead(request.id, error))
  }

  /** The worker is gone: nobody waits any more. */
  close(): void {
    this.#isClosed = true
    for (const controller of this.#open.values()) controller.abort()
  }

  async #handle(request: Question): Promise<void> {
    const controller = new AbortController()
    const { run } = this.#project
    this.#open.set(request.id, controller)
    const answer = await this.#answer(run, request, controller.signal).catch(errorAnswer)
    this.#open.delete(request.id)
    // Work that is cut off fails in many ways. A test must not fail for any of them, so all are one.
    const standing = run?.standing
    this.#reply(
      request.id,
      standing?.state === 'cancelled' ? { type: 'cancelled', reason: standing.reason } : answer,
    )
  }

  async #answer(run: EvalsRun | undefined, request: Question, signal: AbortSignal): Promise<Answer> {
    if (!run) throw outsideRun(this.#project.name)
    if (run.standing.state === 'cancelled') throw new CancelledError(run.standing.reason)
    if (run.standing.state === 'refused') throw run.standing.error
    const host = await run.begin([])
    if (signal.aborted) throw new CancelledError('the test was aborted')
    switch (request.type) {
      case 'run-trial': {
        run.noteAsked(request.trialId)
        try {
          return { type: 'run', run: await host.run(attemptOf(request), signal) }
        } catch (error) {
          // Its test ends here, before it can want a judgment.
          if (error instanceof DeferredError) run.noteJudgingWanted(request.trialId)
          throw error
        }
      }
      case 'judge': {
        run.noteJudgingWanted(request.trialId)
        const judging = await host.judge(attemptOf(request), signal)
        run.noteJudging(request.trialId, judging)
        return { type: 'judging', judging }
      }
      case 'attachments':
        return { type: 'attachments', attachments: await attachmentsOf(host, request) }
      case 'evidence':
        return { type: 'evidence', page: await host.readRecording(request.evalRunId, request.query) }
      default:
        return request satisfies never
    }
  }

  /** An answer that could not be sent is replaced by why; a worker that takes neither is gone. */
  #replyInstead(id: number, error: unknown): void {
    try {
      this.#reply(id, errorAnswer(error))
    } catch {
      this.close()
    }
  }

  #reply(id: number, answer: Answer): void {
    if (!this.#isClosed) this.#post({ vitrial: channelProtocol, id, ...answer })
  }
}

function attemptOf({ trialId, attempt }: TrialAttempt): TrialAttempt {
  return { trialId, attempt }
}

function errorAnswer(thrown: unknown): Answer {
  if (thrown instanceof VitrialError) return { type: 'error', error: thrown.toRecord() }
  const error = new InfrastructureError('VITRIAL_INFRA_INTERNAL', errorMessage(thrown), { cause: thrown })
  return { type: 'error', error: error.toRecord() }
}

function outsideRun(project: string): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_CHANNEL_PROTOCOL',
    `A worker of project "${project}" asked while Vitest runs no tests of it. Report it with the versions of ` +
      'vitrial and Vitest.',
  )
}

function protocolError(message: ChannelEnvelope): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_CHANNEL_PROTOCOL',
    message.vitrial === channelProtocol
      ? 'A worker sent a message that the host does not know. Report it with the versions of vitrial and Vitest.'
      : `A worker speaks channel protocol ${String(message.vitrial)}, the host ${channelProtocol}. ` +
          'Two versions of vitrial are installed: reinstall so that there is one.',
  )
}
