import type { z } from 'zod'

/** Checks that an object has exactly one of the named settings; each is optional in its schema. */
export function exactlyOneOf<Settings extends object>(
  names: readonly (keyof Settings & string)[],
): z.core.CheckFn<Settings> {
  return (context) => {
    const given = names.filter((name) => context.value[name] !== undefined)
    if (given.length === 1) return
    const choice = names.join(' or ')
    context.issues.push({
      code: 'custom',
      input: context.value,
      message:
        given.length === 0
          ? `One setting is missing: write ${choice}.`
          : `${given.join(' and ')} exclude each other: keep one.`,
    })
  }
}
