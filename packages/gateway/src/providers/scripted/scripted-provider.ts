import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, InfrastructureError } from '@vitrial/core/errors'
import type { Clock, Ids } from '@vitrial/core/ports'
import { z } from 'zod'
import { AnswerReader } from '../../answer/answer-reader.ts'
import { fateOfAnswer } from '../../answer/fate-of-answer.ts'
import type { ModelCall } from '../../call/model-call.ts'
import { openAiError } from '../../wire-formats/openai-error.ts'
import type { Provider } from '../provider.ts'
import { completionJson, completionOf, type Completion } from './completion.ts'
import { closingChunks, openingChunks, streamEnd } from './completion-chunks.ts'
import { replyTokens } from './reply-tokens.ts'
import { loadScenarioModule, scenarioFor, type LoadScenario, type ScenarioModule } from './scenario-module.ts'
import {
  scenarioReplySchema,
  scenarioRequestSchema,
  type ScenarioReply,
  type ScenarioRequest,
} from './scenario.ts'
import { turnOf } from './turn-of.ts'

export interface ScriptedProviderOptions {
  readonly loadScenario: LoadScenario
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/** A scenario plays a provider too: one that hangs for so long has failed. */
const silenceMs = 300_000

/** Plays `scripted/<name>` from the scenario module of that name: no real model runs. */
export function createScriptedProvider({ loadScenario, clock, ids }: ScriptedProviderOptions): Provider {
  const modules = new Map<string, ScenarioModule>()
  const load = async (name: string): Promise<ScenarioModule> => {
    const module = await loadScenarioModule(name, loadScenario)
    modules.set(name, module)
    return module
  }

  return {
    async prepare(ref) {
      await load(ref.model)
    },
    finalFailureOf: () => undefined,
    silenceMsOf: () => silenceMs,
    async serve({ ref, body }, call) {
      const parsed = scenarioRequestSchema.safeParse(body)
      if (!parsed.success) {
        return call.refuse(400, `Not a chat request: ${z.prettifyError(parsed.error)}`, 'invalid_request')
      }
      call.ask()
      const request = parsed.data
      const module = modules.get(ref.model) ?? (await load(ref.model))
      const reply = await play(module, request, call.signal)
      if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { signal: call.signal })
      if (reply.error) {
        call.reportUnbilled()
        return answerError(reply.error, call)
      }

      const tokens = replyTokens(request, reply)
      const context = { callId: call.callId, nowMs: clock.now(), model: body.model, ids }
      const completion = completionOf(reply, tokens, context)
      const hang = reply.hang ?? false
      if (body.stream) {
        const includeUsage = body.stream_options?.include_usage ?? false
        return stream(completion, call, { hang, includeUsage, report: () => call.reportTokens(tokens) })
      }
      if (hang) await hangUntilAborted(call.signal)
      call.reportTokens(tokens)
      await call.answer(200, { 'content-type': 'application/json' }, completionJson(completion))
    },
  }
}

async function play(
  module: ScenarioModule,
  request: ScenarioRequest,
  signal: AbortSignal,
): Promise<ScenarioReply> {
  const scenario = scenarioFor(module, request)
  const turn = turnOf(request)
  let returned: unknown
  try {
    returned = await Promise.race([scenario(request, turn), hangUntilAborted(signal)])
  } catch (cause) {
    signal.throwIfAborted()
    throw brokenScenario(module, `threw in turn ${turn}: ${errorMessage(cause)}`, cause)
  }
  const parsed = scenarioReplySchema.safeParse(returned)
  if (parsed.success) return parsed.data
  const what = `returned what is not a reply in turn ${turn}: ${z.prettifyError(parsed.error)}`
  throw brokenScenario(module, what, parsed.error)
}

function brokenScenario({ file }: ScenarioModule, what: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SCENARIO',
    `The scenario ${file} ${what.trim().replace(/\.$/, '')}. Correct it and run again.`,
    { cause },
  )
}

interface StreamOptions {
  readonly hang: boolean
  readonly includeUsage: boolean
  readonly report: () => void
}

async function stream(
  completion: Completion,
  call: ModelCall,
  { hang, includeUsage, report }: StreamOptions,
): Promise<void> {
  call.begin(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const chunk of openingChunks(completion)) {
    call.sign()
    await call.send(chunk)
  }
  if (hang) await hangUntilAborted(call.signal)
  for (const chunk of closingChunks(completion, includeUsage)) await call.send(chunk)
  report()
  call.markComplete()
  await call.send(streamEnd)
  call.end()
}

async function answerError(error: NonNullable<ScenarioReply['error']>, call: ModelCall): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    ...(error.retryAfterS !== undefined && { 'retry-after': String(error.retryAfterS) }),
  }
  const body = JSON.stringify(openAiError(error.status, error.message, 'scripted_error'))
  const reader = new AnswerReader(false, { onTokens: noop, onSign: noop, onComplete: noop })
  reader.read(Buffer.from(body))
  const redact = (text: string): string => call.redact(text)
  const { status } = error
  const fate = fateOfAnswer({ status, seen: reader.seen, isStream: false, hasServed: true, redact })
  await call.answer(status, headers, body, fate)
}

function noop(): void {
  // Nothing of an error is used or shown as it comes.
}

/** Rejects with the signal's reason, and does nothing else. */
async function hangUntilAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  await once(signal, 'abort')
  throw signal.reason
}
