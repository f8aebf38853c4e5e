/** A JSON value with every occurrence of a secret taken out of its texts. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, s) => text.replaceAll(s, '[redacted]'), value)
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, secrets)]))
}
