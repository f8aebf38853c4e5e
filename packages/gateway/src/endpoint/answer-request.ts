import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as othersWork } from 'node:timers/promises'
import { VitrialError } from '@vitrial/core/errors'
import type { Clock, Ids } from '@vitrial/core/ports'
import { declaredOptions, type ModelEntry, type ModelRef } from '@vitrial/core/settings'
import { deepestNesting, isNestedTooDeep } from '@vitrial/core/text'
import { FailedCall } from '../call/failed-call.ts'
import { ModelCall } from '../call/model-call.ts'
import type { OpenAccess } from '../access/open-access.ts'
import { openAiError } from '../wire-formats/openai-error.ts'
import type { Provider } from '../providers/provider.ts'
import { readRequestBody } from './read-request-body.ts'
import { chatCompletions, type ChatBody } from '../wire-formats/chat-completions.ts'

/** What answering needs to know of the gateway. */
export interface AnswerContext {
  readonly clock: Clock
  readonly ids: Ids
  readonly requestLimitBytes: number
  readonly responseTextLimitBytes: number
  accessOf(token: string): OpenAccess | undefined
  providerOf(ref: ModelRef): Provider
  entryOf(ref: ModelRef): ModelEntry
}

/** Answers one HTTP request of an agent. A rejection is a fault of this package: nothing was answered then. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: AnswerContext,
): Promise<void> {
  const access = context.accessOf(bearerOf(request))
  if (!access) {
    const message = 'This token opens no model: it is wrong, or its run has ended.'
    return sendJson(response, 401, openAiError(401, message, 'invalid_api_key'))
  }
  const [path = ''] = (request.url ?? '').split('?')
  const route = `${request.method} ${path}`
  if (route === 'GET /v1/models') return sendJson(response, 200, modelList(access.grant.model))
  if (route !== chatCompletions.route) {
    const message = `The gateway does not serve ${route}. It serves ${chatCompletions.route} and GET /v1/models.`
    return sendJson(response, 404, openAiError(404, message, 'not_found'))
  }

  const ref = access.grant.model
  const entry = context.entryOf(ref)
  const provider = context.providerOf(ref)
  const call = new ModelCall({
    access,
    request,
    response,
    path: request.url ?? '',
    prices: entry.cost,
    callId: context.ids.next(),
    clock: context.clock,
    textLimitBytes: context.responseTextLimitBytes,
    silenceMs: provider.silenceMsOf(ref),
  })
  try {
    const body = await acceptedBody(request, call, { ref, entry, limitBytes: context.requestLimitBytes })
    if (!body) return
    call.markAsked()
    await provider.serve({ ref, entry, body }, call)
  } catch (error) {
    // An aborted call has ended and been recorded already.
    if (call.signal.aborted) return
    if (!(error instanceof VitrialError)) return call.fail(500, error)
    if (error instanceof FailedCall) return call.fail(error.status, error, error.fate)
    if (error.retryable) return call.fail(502, error)
    // Final, for agents too: they take up anything from 500 on again, for minutes.
    call.reportUnbilled()
    call.fail(400, error, { is: 'failed', reason: error.message, final: true })
    access.fail(error)
  }
}

interface Granted {
  readonly ref: ModelRef
  readonly entry: ModelEntry
  readonly limitBytes: number
}

/** The body of a call that may be served; undefined after turning it down. */
async function acceptedBody(
  request: IncomingMessage,
  call: ModelCall,
  { ref, entry, limitBytes }: Granted,
): Promise<ChatBody | undefined> {
  const { budget, signal } = call
  const bytes = budget ? await readRequestBody(request, { limitBytes, budget, signal }) : 'too_much'
  if (bytes === 'too_large') {
    // Not 413: OpenCode shortens its conversation for that, and tries again for ever where that does not help.
    call.refuse(400, `The request is larger than ${limitBytes} bytes.`, 'request_too_large')
    return undefined
  }
  if (bytes === 'too_much') {
    // Not 429: an agent's own flood is no failure of its provider.
    call.refuse(
      400,
      'This run has too many requests under way. Wait for their answers.',
      'too_much_under_way',
    )
    return undefined
  }
  if (isNestedTooDeep(bytes)) {
    call.refuse(400, `The request is nested deeper than ${deepestNesting} levels.`, 'request_too_deep')
    return undefined
  }
  const body = await parsedBody(bytes)
  await call.take(body)
  call.signal.throwIfAborted()
  const parsed = chatCompletions.parse(body)
  if ('problem' in parsed) {
    call.refuse(400, parsed.problem, 'invalid_request')
    return undefined
  }
  const { model } = parsed.body
  if (model !== ref.model && model !== entry.id) {
    const asked = JSON.stringify(model)
    const message = `The model ${asked} is not granted to this run. Ask for ${JSON.stringify(ref.model)}.`
    call.refuse(403, message, 'model_not_granted')
    return undefined
  }
  const passed = chatCompletions.pass(parsed.body, declaredOptions(entry, ref))
  call.leftOut = passed.leftOut
  return passed.body
}

/** Of this size each step of reading a body takes long enough to let other work go on before the next. */
const largeBytes = 1024 * 1024

async function parsedBody(bytes: Buffer): Promise<unknown> {
  const text = bytes.toString('utf8')
  if (bytes.byteLength > largeBytes) await othersWork()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function bearerOf(request: IncomingMessage): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function modelList(ref: ModelRef): object {
  return { object: 'list', data: [{ id: ref.model, object: 'model', created: 0, owned_by: ref.provider }] }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
