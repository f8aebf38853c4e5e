/** How a text is redacted: yields how many characters it has looked at since it last did. */
export type TextSteps = (given: string) => Generator<number, string>

/**
 * A JSON value with every text within it redacted, names included, in steps that yield how many characters they looked
 * at. It needs no stack, so no depth is too deep.
 *
 * @param hasNumbers some secret may stand as a number.
 */
export function* redactedValue(
  value: unknown,
  text: TextSteps,
  hasNumbers: boolean,
): Generator<number, unknown> {
  const open: (() => Generator<number>)[] = []
  const taken = function* (given: unknown): Generator<number, unknown> {
    if (typeof given === 'string') return yield* text(given)
    if (typeof given === 'number' && hasNumbers) return yield* numberOf(given, text)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) {
      const items: unknown[] = []
      open.push(function* () {
        for (const item of given) items.push(yield* taken(item))
      })
      return items
    }
    const members = {}
    open.push(function* () {
      for (const [name, member] of Object.entries(given)) {
        define(members, yield* text(name), name, yield* taken(member))
      }
    })
    return members
  }
  const redacted = yield* taken(value)
  for (let next = open.pop(); next; next = open.pop()) yield* next()
  return redacted
}

function* numberOf(given: number, text: TextSteps): Generator<number, unknown> {
  const written = String(given)
  const redacted = yield* text(written)
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
