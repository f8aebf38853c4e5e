import { redactedText, redactedTextInSteps, stepCharacters } from './redacted-text.ts'
import type { SecretFinder } from './secret-finder.ts'

/** Of a longer text the redaction costs more than the steps in which it is done. */
const shortCharacters = 4096

/** A list or object, and its copy that is yet to be filled. */
type Open = { readonly list: readonly unknown[]; readonly items: unknown[] } | OpenObject

interface OpenObject {
  readonly list?: undefined
  readonly object: object
  readonly members: object
}

/**
 * A JSON value with every text within it redacted, names included, in steps that yield how many characters they looked
 * at. It needs no stack, so no depth is too deep.
 *
 * @param hasNumbers some secret may stand as a number.
 */
export function* redactedValue(
  value: unknown,
  finder: SecretFinder,
  hasNumbers: boolean,
): Generator<number, unknown> {
  const open: Open[] = []
  let looked = 0
  const text = (given: string): string => {
    looked += given.length
    return redactedText(given, finder)
  }
  const taken = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number' && hasNumbers) return numberOf(given, text)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) {
      const items: unknown[] = []
      open.push({ list: given, items })
      return items
    }
    const members = {}
    open.push({ object: given, members })
    return members
  }
  // One generator, since one for each list or object would take longer than most of them do.
  const redacted = isLong(value) ? yield* redactedTextInSteps(value, finder) : taken(value)
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.list) {
      for (const item of next.list) {
        next.items.push(isLong(item) ? yield* redactedTextInSteps(item, finder) : taken(item))
        if (looked >= stepCharacters) {
          yield looked
          looked = 0
        }
      }
    } else {
      for (const [name, member] of Object.entries(next.object)) {
        const named = isLong(name) ? yield* redactedTextInSteps(name, finder) : text(name)
        const kept = isLong(member) ? yield* redactedTextInSteps(member, finder) : taken(member)
        define(next.members, named, name, kept)
        if (looked >= stepCharacters) {
          yield looked
          looked = 0
        }
      }
    }
  }
  return redacted
}

function isLong(given: unknown): given is string {
  return typeof given === 'string' && given.length > shortCharacters
}

function numberOf(given: number, text: (given: string) => string): unknown {
  const written = String(given)
  const redacted = text(written)
  return redacted === written ? given : redacted
}

/** Two names that were secrets stay two, and `__proto__` is a name. */
function define(members: object, redacted: string, name: string, value: unknown): void {
  let free = redacted
  let count = 1
  while (free !== name && Object.hasOwn(members, free)) {
    count += 1
    free = `${redacted} ${count}`
  }
  Object.defineProperty(members, free, { value, enumerable: true, writable: true, configurable: true })
}
