import { setImmediate as othersWork } from 'node:timers/promises'
import { errorMessage, InfrastructureError, LimitReachedError } from '@vitrial/core/errors'
import {
  unknownAgentVersion,
  type DriveOutcome,
  type EventSink,
  type Harness,
  type HarnessTask,
  type Sandbox,
} from '@vitrial/core/ports'
import { checkAgent } from './check-agent.ts'
import { checkConfig } from './check-config.ts'
import { openEventFeed, type OnServerEvent } from '../session/event-feed.ts'
import { TooMuchOutputError } from '../connection/foreign-json.ts'
import { KeptSizes } from './kept-sizes.ts'
import { candidateConfig } from '../program/opencode-config.ts'
import { openCodeEnvironment, openCodeHomeFiles } from '../program/opencode-environment.ts'
import { describeExit, startOpenCodeServer, type OpenCodeServer } from '../server/opencode-server.ts'
import { rememberedVersion } from '../program/opencode-version.ts'
import { PermissionGrants } from './permission-grants.ts'
import { nativeJson, readConversation, type SessionTranscript } from '../session/read-conversation.ts'
import { resolveOpenCodeBinary } from '../program/resolve-binary.ts'
import { TranscriptMapper } from './transcript-mapper.ts'
import { runTurn, type TurnEnd, type TurnRequest } from '../session/turn.ts'
import { turnResult } from '../session/turn-result.ts'
import { thingOf, type SessionMessage } from '../session/wire.ts'

/** With a title OpenCode does not ask the model for one. */
const sessionTitle = 'Task'
const createTimeoutMs = 60_000
/** How long the event stream may lag behind the answer. */
const settleTimeoutMs = 1000

/** Which OpenCode is driven, and how. */
export interface OpenCodeHarnessOptions {
  /** The binary on this machine whose version is the agent's. @default the installed `opencode-ai` */
  readonly binary?: string
  /** The primary agent to drive. @default the one OpenCode's own configuration names */
  readonly agent?: string
}

/**
 * Creates a harness that drives OpenCode inside a sandbox over its HTTP API, as its users have it: its own prompt and
 * tools, the workspace's own configuration. The sandbox has `opencode` on its path.
 */
export function createOpenCodeHarness(options: OpenCodeHarnessOptions = {}): Harness {
  const ownVersion = rememberedVersion(() => options.binary ?? resolveOpenCodeBinary())
  return {
    kind: 'opencode',
    actsByCalls: true,
    async agentVersion(image) {
      return image === undefined ? await ownVersion() : (image.agentVersion ?? unknownAgentVersion)
    },
    async drive(task, sandbox, sink, signal) {
      const ending = AbortSignal.any([signal, sandbox.lost])
      try {
        const isKnown = task.agentVersion !== unknownAgentVersion
        const version = isKnown ? task.agentVersion : await ownVersion()
        return await driveServer({ task, sandbox, sink, agent: options.agent, version }, ending)
      } catch (error) {
        throwIfLost(sandbox, error)
        if (!signal.aborted) throw outputLimitOf(error) ?? error
        return {
          ...outcomeOfAbort(signal),
          correlationId: task.runId,
          detail: 'Before the agent had started.',
        }
      }
    },
  }
}

interface Drive {
  readonly task: HarnessTask
  readonly sandbox: Sandbox
  readonly sink: EventSink
  readonly agent: string | undefined
  readonly version: string
}

async function driveServer(drive: Drive, signal: AbortSignal): Promise<DriveOutcome> {
  const { task, sandbox, sink, agent } = drive
  await using server = await startServer(drive, signal)
  sink.keepOut(server.password)
  await checkConfig(server, sandbox.directories.workspace, signal)
  if (agent !== undefined) await checkAgent(server, agent, signal)
  const mapper = new TranscriptMapper()
  const { sessionId, end } = await watchTurn(drive, server, mapper, signal)
  throwIfLost(sandbox)
  const transcript = server.hasExited ? undefined : await readTranscript(server, sessionId, end)
  if (transcript) {
    for (const { messages } of transcript) {
      for (const events of mapper.reconcile(messages)) {
        for (const event of events) sink.emit(event)
        // oxlint-disable-next-line no-await-in-loop -- messages may be large, and others have work too
        await othersWork()
      }
    }
    sink.attach('opencode-messages.json', new TextEncoder().encode(nativeJson(transcript)))
  }
  // The server may have been told to say otherwise since.
  const root = transcript?.[0]
  const messages = root && mapper.current(root.messages)
  const outcome = outcomeOf(end, messages, signal, task)
  if (outcome.status === 'crashed') sink.attach('opencode-server.log', new TextEncoder().encode(server.log()))
  return { ...outcome, correlationId: sessionId }
}

/** Runs the turn and tells what happens as it happens. */
async function watchTurn(
  drive: Drive,
  server: OpenCodeServer,
  mapper: TranscriptMapper,
  signal: AbortSignal,
): Promise<{ readonly sessionId: string; readonly end: TurnEnd }> {
  using grants = new PermissionGrants(server.client, (event) => drive.sink.emit(event))
  const kept = new KeptSizes()
  const onEvent: OnServerEvent = (event, characters) => {
    kept.note(thingOf(event), characters)
    for (const recorded of mapper.apply(event)) drive.sink.emit(recorded)
    if (event.type === 'permission.asked') grants.grant(event.properties.sessionID, event.properties.id)
  }
  await using feed = await openEventFeed(server, onEvent, signal)
  const sessionId = await createSession(server, signal)
  const end = await runTurn(server, turnRequest(drive, sessionId), AbortSignal.any([signal, feed.tooMuch]))
  feed.tooMuch.throwIfAborted()
  if (end.kind === 'answered') {
    await feed.settled(sessionId, settleTimeoutMs)
    await grants.settled(settleTimeoutMs)
  }
  return { sessionId, end }
}

async function startServer(drive: Drive, signal: AbortSignal): Promise<OpenCodeServer> {
  const { task, sandbox, version } = drive
  const { home, temporary, workspace } = sandbox.directories
  await sandbox.upload(home, openCodeHomeFiles(version), signal)
  return startOpenCodeServer(
    {
      sandbox,
      binary: 'opencode',
      directory: workspace,
      environment: openCodeEnvironment({ home, temporary }),
      config: candidateConfig(task.model, { websearch: task.websearch }),
      secrets: [task.model.token],
    },
    signal,
  )
}

async function createSession(server: OpenCodeServer, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await server.client.session.create(
      { title: sessionTitle },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(createTimeoutMs)]), throwOnError: true },
    )
    return data.id
  } catch (cause) {
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `OpenCode's server could not open a session: ${errorMessage(cause)}. The end of its output:\n${server.log()}`,
      { cause },
    )
  }
}

function turnRequest({ task, agent }: Drive, sessionId: string): TurnRequest {
  const { ref } = task.model
  return {
    sessionId,
    ...(agent !== undefined && { agent }),
    provider: ref.provider,
    model: ref,
    text: task.prompt,
  }
}

/** After a turn that was cut short, what cannot be read any more is left out. */
async function readTranscript(
  server: OpenCodeServer,
  sessionId: string,
  end: TurnEnd,
): Promise<readonly SessionTranscript[] | undefined> {
  // Whoever aborted a run waits only seconds for what there is of it.
  const timeoutMs = end.kind === 'answered' ? 30_000 : 3000
  try {
    return await readConversation(server.client, { sessionId }, AbortSignal.timeout(timeoutMs))
  } catch (cause) {
    if (end.kind !== 'answered' || server.hasExited) return undefined
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `OpenCode's messages could not be read after the turn: ${errorMessage(cause)}`,
      { cause },
    )
  }
}

/** What the end of the turn and the messages say. Throws where the provider or the server is to blame. */
function outcomeOf(
  end: TurnEnd,
  messages: readonly SessionMessage[] | undefined,
  signal: AbortSignal,
  task: HarnessTask,
): Omit<DriveOutcome, 'correlationId'> {
  const modelName = `${task.model.ref.provider}/${task.model.ref.model}`
  if (end.kind === 'aborted') return outcomeOfAbort(signal)
  if (end.kind === 'refused') {
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `OpenCode did not take the prompt for ${modelName}: ${end.detail}`,
      { cause: end.cause },
    )
  }
  if (end.kind === 'server_exited') {
    return { status: 'crashed', detail: `OpenCode's server ${describeExit(end.exit)}.` }
  }
  if (messages === undefined)
    return { status: 'crashed', detail: "OpenCode's server ended after its answer." }
  const result = turnResult(messages)
  if (result.kind === 'provider_failed') return { status: 'provider_failed', detail: `${result.detail}.` }
  if (result.kind === 'crashed') return { status: 'crashed', detail: result.detail }
  return {
    status: 'completed',
    ...(result.text !== undefined && { response: result.text }),
    ...(result.detail !== undefined && { detail: result.detail }),
  }
}

function outcomeOfAbort(signal: AbortSignal): Omit<DriveOutcome, 'correlationId'> {
  const { reason } = signal as { reason: unknown }
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
  return { status: isTimeout ? 'timed_out' : 'cancelled' }
}

/** What a server gave too much of is the agent's doing, whatever failed for it. */
function outputLimitOf(error: unknown): LimitReachedError | undefined {
  let cause = error
  while (cause instanceof Error && !(cause instanceof TooMuchOutputError)) cause = cause.cause
  if (!(cause instanceof TooMuchOutputError)) return undefined
  const detail = `The agent hit the limit "output". OpenCode's server gave ${cause.tooMuch}. It was stopped for it.`
  return new LimitReachedError('output', detail, { cause })
}

/** A lost sandbox explains whatever else went wrong in it. */
function throwIfLost(sandbox: Sandbox, cause?: unknown): void {
  if (!sandbox.lost.aborted) return
  const { reason } = sandbox.lost as { reason: unknown }
  if (reason instanceof InfrastructureError) throw reason
  throw new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_LOST',
    `Sandbox ${sandbox.id} was lost: ${errorMessage(reason)}. Run it again.`,
    { cause: cause ?? reason },
  )
}
