/**
 * JSON from outside is nested at most so deep: it is walked by recursion, here and in libraries, and a stack ends
 * somewhere above 3,000 levels. What agents and judges send needs fewer than 30.
 */
export const deepestNesting = 100

/** Stands where something was nested too deep. */
export const nestingMark = `[nested deeper than ${deepestNesting} levels]`

/**
 * Tells whether JSON in UTF-8 is nested deeper than {@link deepestNesting}, before it is parsed: brackets outside of
 * texts are counted, without recursion. Of what is not JSON it says something, and never throws.
 */
export function isNestedTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let escape = placeOf(json, backslash, 0)
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      // Texts are long: searching for their ends is many times as fast as looking at each byte.
      const start = at
      at = placeOf(json, quote, start + 1)
      if (escape < start) escape = placeOf(json, backslash, start + 1)
      while (escape < at) {
        if (escape + 1 === at) at = placeOf(json, quote, at + 1)
        escape = placeOf(json, backslash, escape + 2)
      }
    }
    // Outside of a text it is not JSON.
    else if (byte === backslash) at += 1
    else if (byte === openBracket || byte === openBrace) {
      depth += 1
      if (depth > deepestNesting) return true
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  return false
}

function placeOf(json: Uint8Array, byte: number, from: number): number {
  const at = json.indexOf(byte, from)
  return at === -1 ? json.length : at
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Copies a parsed JSON value with {@link nestingMark} in the place of what is nested too deep; the same value where
 * nothing is. It needs no more stack than {@link deepestNesting} allows.
 */
export function withoutDeepNesting(value: unknown): unknown {
  return isDeeperThan(value, deepestNesting) ? cutAt(value, deepestNesting) : value
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeperThan(member, levels - 1))
}

function cutAt(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return nestingMark
  if (Array.isArray(value)) return value.map((member) => cutAt(member, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutAt(member, levels - 1)]))
}
