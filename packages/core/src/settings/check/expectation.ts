import type { z } from 'zod'
import { looksSecret } from '../providers/literal-secrets.ts'
import { counted } from '../../text/counted.ts'
import { ellipsize } from '../../text/shorten.ts'

const kinds: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, [ … ]',
  tuple: 'a list, [ … ]',
  object: 'an object, { … }',
  record: 'an object, { … }',
}

/** What a schema wanted instead, to stand after "Write". */
export function expectationOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return joinAlternatives(issue.values.map((value) => valueText(value)))
  if (issue.code === 'invalid_union') return optionsText(issue['options'])
  if (issue.code === 'too_small') {
    return rangeText(issue.origin, issue.inclusive ? 'at least' : 'above', issue.minimum)
  }
  if (issue.code === 'too_big') {
    return rangeText(issue.origin, issue.inclusive ? 'at most' : 'below', issue.maximum)
  }
  if (issue.code === 'invalid_format') return formatText(issue)
  return 'something else'
}

/** Alternatives as one reads them: `"a", "b" or "c"`. */
export function joinAlternatives(alternatives: readonly string[]): string {
  const unique = [...new Set(alternatives)]
  const last = unique.pop() ?? ''
  return unique.length === 0 ? last : `${unique.join(', ')} or ${last}`
}

/** A value as it can be shown in a message: short, and nothing of a key or of what an object holds. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'string') {
    return looksSecret(value) ? 'text that looks like a key' : JSON.stringify(ellipsize(value, 60))
  }
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function optionsText(options: unknown): string {
  return Array.isArray(options)
    ? joinAlternatives(options.map((option) => valueText(option)))
    : 'something else'
}

function rangeText(origin: string, side: string, limit: number | bigint): string {
  if (origin === 'string') return `text of ${side} ${counted(Number(limit), 'character')}`
  if (origin === 'array') return `a list of ${side} ${limit}`
  return `a number, ${side} ${limit}`
}

function formatText(issue: z.core.$ZodRawIssue & { readonly code: 'invalid_format' }): string {
  if (issue.format === 'url') return 'a URL, such as "https://models.example/v1"'
  if (issue.format === 'starts_with') return `text that starts with ${JSON.stringify(issue['prefix'])}`
  return `text like ${issue['pattern'] ?? issue.format}`
}
