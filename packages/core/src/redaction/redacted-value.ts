/**
 * A JSON value with every text within it redacted, names included. It needs no stack, so no depth is too deep.
 *
 * @param hasNumbers some secret may stand as a number.
 */
export function redactedValue(value: unknown, text: (given: string) => string, hasNumbers: boolean): unknown {
  const open: (() => void)[] = []
  const taken = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number' && hasNumbers) return numberOf(given, text)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) {
      const items: unknown[] = []
      open.push(() => {
        for (const item of given) items.push(taken(item))
      })
      return items
    }
    const members = {}
    open.push(() => {
      for (const [name, member] of Object.entries(given)) define(members, text(name), name, taken(member))
    })
    return members
  }
  const redacted = taken(value)
  for (let next = open.pop(); next; next = open.pop()) next()
  return redacted
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
