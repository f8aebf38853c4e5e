import { JudgeError, errorMessage } from '@vitrial/core/errors'
import type {
  JudgeProfile,
  JudgeRequest,
  JudgeSession,
  JudgeSessionArchive,
  JudgeTurn,
} from '@vitrial/core/ports'
import { createRedactor } from '@vitrial/core/redaction'
import { z } from 'zod'
import { within } from '../connection/deadline.ts'
import { judgeAgentName, judgeProviderName } from '../program/opencode-config.ts'
import { describeExit } from '../server/opencode-server.ts'
import { readSession } from '../session/read-conversation.ts'
import { runTurn, type TurnEnd } from '../session/turn.ts'
import { turnResult } from '../session/turn-result.ts'
import { judgePrompt } from './judge-prompts.ts'
import type { JudgeServer, RunningJudgeServer } from './judge-server.ts'
import { connectJudgeTools, judgeToolServers } from './judge-tool-servers.ts'

const createTimeoutMs = 60_000
const readTimeoutMs = 30_000
const closeTimeoutMs = 3000

/** With a title OpenCode does not ask the model for one. */
const sessionTitle = 'Judgment'

/** A judge session in a directory of its own of a warm server. */
export class OpenCodeJudgeSession implements JudgeSession {
  readonly #server: JudgeServer
  readonly #profile: JudgeProfile
  readonly #sessionId: string
  readonly #directory: string
  readonly #access: Disposable
  /** The server that knows this session's tools: one that was started again does not. */
  #attached: RunningJudgeServer
  #isBusy = false

  private constructor(server: JudgeServer, profile: JudgeProfile, opened: OpenedSession) {
    this.#server = server
    this.#profile = profile
    this.#sessionId = opened.sessionId
    this.#directory = opened.directory
    this.#attached = opened.running
    this.#access = server.router.register(opened.sessionId, profile.model)
  }

  /** @throws {JudgeError} `VITRIAL_JUDGE_START` */
  static async open(
    server: JudgeServer,
    profile: JudgeProfile,
    signal: AbortSignal,
  ): Promise<OpenCodeJudgeSession> {
    try {
      return new OpenCodeJudgeSession(server, profile, await openSession(server, profile, signal))
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof JudgeError) throw cause
      throw new JudgeError('VITRIAL_JUDGE_START', `The judge could not start: ${errorMessage(cause)}`, {
        cause,
      })
    }
  }

  check(request: JudgeRequest, signal: AbortSignal): Promise<JudgeTurn> {
    return this.#turn(request, signal)
  }

  grade(request: JudgeRequest, signal: AbortSignal): Promise<JudgeTurn> {
    return this.#turn(request, signal)
  }

  async archive(signal: AbortSignal): Promise<JudgeSessionArchive> {
    const { tools, model } = this.#profile
    // One that has died is started again for it: the messages are on its disk.
    const { server } = await this.#server.connect(signal)
    const options = { signal, throwOnError: true } as const
    const conversation = { sessionId: this.#sessionId, directory: this.#directory }
    const [{ native }, { data: config }] = await Promise.all([
      readSession(server.client, conversation, signal),
      server.client.config.get({ directory: this.#directory }, options),
    ])
    const messages = native.flatMap((page) => z.array(z.unknown()).parse(JSON.parse(page)))
    const redactor = createRedactor([tools.mcp.token, model.token, this.#server.router.key])
    return {
      transcript: redactor.value(messages),
      configuration: redactor.value({ ...config, mcp: judgeToolServers(tools.mcp) }),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#access[Symbol.dispose]()
    const { server } = this.#attached
    if (server.hasExited) return
    // Ends what still runs in the directory, and its connections to the tools.
    const dispose = server.client.instance.dispose({ directory: this.#directory })
    await within(
      dispose.catch(() => undefined),
      closeTimeoutMs,
    )
  }

  async #turn(request: JudgeRequest, signal: AbortSignal): Promise<JudgeTurn> {
    signal.throwIfAborted()
    // A prompt to a busy session would be merged into the turn that is running.
    if (this.#isBusy) {
      const message = `The judge was asked (${request.requestId}) while it still answers. Ask one thing at a time.`
      throw new JudgeError('VITRIAL_JUDGE_INTERNAL', message)
    }
    this.#isBusy = true
    try {
      const { server } = await this.#attach(signal)
      const end = await runTurn(
        server,
        {
          sessionId: this.#sessionId,
          directory: this.#directory,
          agent: judgeAgentName,
          provider: judgeProviderName,
          model: this.#profile.model.ref,
          system: this.#profile.systemPrompt,
          text: judgePrompt(request),
        },
        signal,
      )
      signal.throwIfAborted()
      return await this.#outcome(end)
    } finally {
      this.#isBusy = false
    }
  }

  async #attach(signal: AbortSignal): Promise<RunningJudgeServer> {
    const running = await this.#server.connect(signal)
    if (running !== this.#attached) {
      const tools = { directory: this.#directory, mcp: this.#profile.tools.mcp }
      await connectJudgeTools(running.server.client, tools, signal)
      this.#attached = running
    }
    return running
  }

  async #outcome(end: TurnEnd): Promise<JudgeTurn> {
    const { server } = this.#attached
    if (end.kind === 'server_exited') {
      const detail = `Its server ${describeExit(end.exit)}. The end of its output:\n${server.log()}`
      return { status: 'crashed', detail }
    }
    if (end.kind === 'refused') return { status: 'crashed', detail: end.detail }
    try {
      const conversation = { sessionId: this.#sessionId, directory: this.#directory }
      const { messages } = await readSession(server.client, conversation, AbortSignal.timeout(readTimeoutMs))
      const { kind, detail } = turnResult(messages)
      return { status: kind, ...(detail !== undefined && { detail }) }
    } catch (error) {
      return { status: 'crashed', detail: `Its messages could not be read: ${errorMessage(error)}` }
    }
  }
}

interface OpenedSession {
  readonly running: RunningJudgeServer
  readonly sessionId: string
  readonly directory: string
}

async function openSession(
  judgeServer: JudgeServer,
  profile: JudgeProfile,
  signal: AbortSignal,
): Promise<OpenedSession> {
  const running = await judgeServer.connect(signal)
  const { client } = running.server
  const directory = await running.createDirectory(signal)
  await connectJudgeTools(client, { directory, mcp: profile.tools.mcp }, signal)
  const { data } = await client.session.create(
    { directory, title: sessionTitle, agent: judgeAgentName },
    { signal: AbortSignal.any([signal, AbortSignal.timeout(createTimeoutMs)]), throwOnError: true },
  )
  return { running, sessionId: data.id, directory }
}
