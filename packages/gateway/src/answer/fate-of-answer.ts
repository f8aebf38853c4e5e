import type { CallFate } from '@vitrial/core/recording'
import { ellipsize, printable } from '@vitrial/core/text'
import type { SeenAnswer } from './answer-reader.ts'
import { isPage, providerErrorOf, type ProviderError } from './provider-words.ts'

/** A provider's whole response, as far as it says what became of the call. */
export interface WholeAnswer {
  readonly status: number
  readonly seen: SeenAnswer
  /** Whether a stream was asked for. */
  readonly isStream: boolean
  /** Where a redirect leads. */
  readonly location?: string | undefined
  /** Whether this model has answered before: then neither its name nor its address is wrong. */
  readonly hasServed: boolean
  readonly redact: (text: string) => string
}

/** The request's own fault, if nothing in the provider's words says otherwise. */
const requestsFault: ReadonlySet<number> = new Set([400, 413, 422])

/** A key that is not taken, or an account without credit: so it stays, whatever came before. */
const accountsFault: ReadonlySet<number> = new Set([401, 402])

/** An address or a name that is wrong, unless it was right before. */
const settingsFault: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 403, 404, 405, 410])

/** In codes and words of providers that answer any of these with 400, 429 or within a 200. */
const keyWords =
  /invalid_api_key|incorrect api key|api[ _-]?key (?:not valid|is invalid)|invalid api[ _-]?key|authentication_error/i
const creditWords =
  /insufficient_quota|insufficient_(?:balance|funds|credits?)|credit balance is too low|exceeded your current quota|billing_(?:hard_limit|not_active)|payment_required|insufficient (?:balance|credit|funds)/i
const modelWords =
  /model_not_found|model_not_supported|unknown_model|invalid_model|model .{1,80} (?:does not exist|not found|is not available)/i
const lengthWords =
  /context_length_exceeded|context_window_exceeded|maximum context length|context (?:length|window|size|limit)|prompt is too long|prompt too long|input is too long|input length and .{1,20} exceed|too many (?:input )?tokens|reduce the length of the messages|maximum prompt length|exceeds the (?:model's )?(?:maximum|limit) .{0,30}tokens?|request_too_large/i

/** What became of a call whose provider gave a whole response. */
export function fateOfAnswer(answer: WholeAnswer): CallFate {
  const { status, seen, redact } = answer
  if (status < 200 || status >= 300) {
    return fateOfError(`HTTP ${status}`, { ...providerErrorOf(seen.head, redact), status }, answer)
  }
  if (seen.error !== undefined) {
    return fateOfError('an error in its answer', providerErrorOf(seen.error, redact), answer)
  }
  if (seen.finishReason === 'error') return failed('an answer that ends with "error"')
  if (isPage(seen.head)) {
    const { words } = providerErrorOf(seen.head, redact)
    return { ...failed(said('a web page in place of an answer', { words })), ...lasting(!answer.hasServed) }
  }
  if (seen.malformed !== undefined) return failed(said(seen.malformed, seen.hasChoice ? {} : wordsOf(answer)))
  if (!seen.hasChoice) {
    const format = answer.isStream ? 'an answer that is no stream of choices' : 'an answer without choices'
    return failed(said(format, wordsOf(answer)))
  }
  if (seen.finishReason !== undefined) return { is: 'served' }
  if (!answer.isStream && seen.hasContent) return { is: 'served' }
  if (seen.hasEndMark && seen.hasContent) return { is: 'served' }
  return failed(seen.hasEndMark ? 'an answer with nothing in it' : 'an answer that breaks off before its end')
}

function fateOfError(what: string, error: ProviderError, answer: WholeAnswer): CallFate {
  const { status = 200 } = error
  const reason = said(withLocation(what, answer), error)
  const told = `${error.code ?? ''} ${error.words ?? ''}`
  if (accountsFault.has(status)) return { ...failed(reason), final: true }
  // Below 500, and not for a moment: what a provider says of its own state is no word about the request.
  if (status < 500) {
    if (creditWords.test(told)) return { ...failed(reason), final: true }
    if (status !== 429 && lengthWords.test(told)) return { is: 'refused', reason, tooLong: true }
    if (status !== 429 && keyWords.test(told)) return { ...failed(reason), final: true }
    if (status !== 429 && modelWords.test(told)) return { ...failed(reason), ...lasting(!answer.hasServed) }
  }
  if (settingsFault.has(status)) return { ...failed(reason), ...lasting(!answer.hasServed) }
  // Who says 200 has taken the request.
  if (answer.status === 413) return { is: 'refused', reason, tooLong: true }
  if (requestsFault.has(answer.status)) return { is: 'refused', reason }
  return failed(reason)
}

function withLocation(what: string, { status, location, redact }: WholeAnswer): string {
  if (status < 300 || status >= 400 || location === undefined) return what
  const [address = ''] = location.split(/[?#]/)
  return `${what} to ${ellipsize(printable(redact(address)), 200)}`
}

/** `HTTP 429 insufficient_quota (You have run out of credit.)` */
function said(
  what: string,
  { code, words }: { code?: string | undefined; words?: string | undefined },
): string {
  return `${what}${code === undefined || code === '' ? '' : ` ${code}`}${words === undefined ? '' : ` (${words})`}`
}

function wordsOf({ seen, redact }: WholeAnswer): ProviderError {
  if (seen.head.trim() === '') return { words: 'nothing at all' }
  return /^\s*(?:data|event|id|retry|):/.test(seen.head) ? {} : providerErrorOf(seen.head, redact)
}

function failed(reason: string): CallFate {
  return { is: 'failed', reason }
}

function lasting(isFinal: boolean): { readonly final?: true } {
  return isFinal ? { final: true } : {}
}
