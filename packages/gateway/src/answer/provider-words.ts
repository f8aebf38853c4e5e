import { printable } from '@vitrial/core/text'
import { parsedJson } from './parsed-json.ts'

/** What a provider says went wrong, as far as its body tells. */
export interface ProviderError {
  /** Redacted, printable and short. */
  readonly words?: string
  /** What a program may go by: `insufficient_quota`. */
  readonly code?: string
  /** The HTTP status it names in its body; some send that in a 200. */
  readonly status?: number
}

/** So much of a provider's words is told. */
const shownCharacters = 300

const shownCodeCharacters = 60

/** Where providers put their words. What stands further down is somebody else's. */
const deepestMember = 3

/**
 * Reads a provider's error out of a body, in whatever shape it comes: OpenAI's, a bare message, a list, a page.
 *
 * @param redact takes secrets out of it, before anything is cut.
 */
export function providerErrorOf(body: string, redact: (text: string) => string): ProviderError {
  const value = parsedJson(body)
  if (value === undefined) return wordsOnly(shownWords(textOf(body), redact))
  const found = errorIn(value, deepestMember)
  if (found === undefined) return wordsOnly(undefined)
  return {
    ...wordsOnly(shownWords(found.message, redact)),
    ...(found.code !== undefined && { code: shownWords(found.code, redact, shownCodeCharacters) ?? '' }),
    ...(found.status !== undefined && { status: found.status }),
  }
}

/** True for a page that a browser would show. */
export function isPage(body: string): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(body)
}

interface FoundError {
  readonly message: string
  readonly code?: string
  readonly status?: number
}

function errorIn(value: unknown, depth: number): FoundError | undefined {
  if (depth === 0) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : { message: value }
  if (Array.isArray(value)) return value.length === 0 ? undefined : errorIn(value[0], depth - 1)
  if (typeof value !== 'object' || value === null) return undefined
  const members = new Map<string, unknown>(Object.entries(value))
  for (const name of ['error', 'errors', 'detail']) {
    const inner = errorIn(members.get(name), depth - 1)
    if (inner !== undefined) return inner
  }
  const message = firstText(members, ['message', 'msg', 'error_description', 'title'])
  const code = firstText(members, ['code', 'type'])
  const status = [members.get('code'), members.get('status')].find((one) => isStatus(one))
  if (message === undefined && code === undefined && status === undefined) return undefined
  return {
    message: [message ?? '', upstreamWords(members.get('metadata'))].filter((text) => text !== '').join(': '),
    ...(code !== undefined && { code }),
    ...(isStatus(status) && { status }),
  }
}

/** A router says what the provider behind it said. */
function upstreamWords(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null || !('raw' in metadata)) return ''
  const { raw } = metadata
  if (typeof raw !== 'string') return ''
  const value = parsedJson(raw)
  return value === undefined ? raw : (errorIn(value, deepestMember)?.message ?? '')
}

function firstText(members: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  const texts = names.map((name) => members.get(name))
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
}

/** What a person would read of a page: its title; of anything else its text. */
function textOf(body: string): string {
  if (!isPage(body)) return body
  return /<title[^>]*>([^<]{1,2000})/i.exec(body)?.[1] ?? ''
}

/** Cut between words, after redaction: neither a key nor a code is cut in two. */
function shownWords(
  text: string,
  redact: (text: string) => string,
  characters = shownCharacters,
): string | undefined {
  const whole = redact(text).replaceAll(/\s+/g, ' ').trim()
  if (whole === '') return undefined
  if (whole.length <= characters) return printable(whole)
  const cut = whole.slice(0, characters + 1)
  const kept = cut.slice(0, cut.lastIndexOf(' '))
  return kept === '' ? 'words too long to show' : `${printable(kept)} …`
}

function wordsOnly(words: string | undefined): ProviderError {
  return words === undefined ? {} : { words }
}
