/**
 * Fields that name the candidate's model, its provider or what it cost, compared without case, `_` and `-`.
 * A judge must not see them: it would grade the name instead of the work.
 */
const blindedFields: ReadonlySet<string> = new Set([
  'model',
  'modelid',
  'modelname',
  'modelref',
  'provider',
  'providerid',
  'providername',
  'cost',
  'costs',
  'costusd',
  'totalcost',
  'totalcostusd',
  'usd',
])

/** Deeper structures are cut: a recorded input may be nested enough to exhaust the stack. */
const deepestLevel = 100

/** True for a field that a judge must not see. */
export function isBlindedField(name: string): boolean {
  return blindedFields.has(name.replaceAll(/[_-]/g, '').toLowerCase())
}

/** Copies JSON data without its blinded fields, at every depth. Free text is never touched. */
export function blind(value: unknown): unknown {
  return blindLevel(value, 1)
}

function blindLevel(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (level > deepestLevel) return `[nested deeper than ${deepestLevel} levels]`
  if (Array.isArray(value)) return value.map((item) => blindLevel(item, level + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isBlindedField(name))
      .map(([name, item]) => [name, blindLevel(item, level + 1)]),
  )
}
