/**
 * True if a recorded value has what is expected of it: a pattern matches its text, an object's keys match
 * one by one and others may be there, an array matches item by item, Vitest's asymmetric matchers
 * (`expect.any(String)`) decide for themselves, anything else is the same value.
 */
export function matchesShape(value: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return matchesPattern(value, expected)
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value)
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => matchesShape(value[index], item))
    )
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected)
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries(expected).every(([key, item]) => matchesShape(fields[key], item))
}

/** A pattern matches any text in a value: its strings as they are, or the whole as JSON. */
function matchesPattern(value: unknown, pattern: RegExp): boolean {
  // A copy has no lastIndex of its own: a pattern with `g` would go on where it last stopped.
  const matches = (text: string): boolean => new RegExp(pattern).test(text)
  if (value === undefined) return false
  if (typeof value === 'string') return matches(value)
  return textsIn(value).some(matches) || matches(JSON.stringify(value))
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

function isAsymmetric(expected: unknown): expected is Asymmetric {
  return (
    typeof expected === 'object' &&
    expected !== null &&
    'asymmetricMatch' in expected &&
    typeof expected.asymmetricMatch === 'function'
  )
}
