/**
 * What of a value passes: it gives the value back, less what was left out, or undefined for nothing of it.
 *
 * @param leave takes note of what does not pass, by its place in the request.
 */
export type Passing = (value: unknown, place: string, leave: (place: string) => void) => unknown

/** All of it. */
export const whole: Passing = (value) => value

/** An object, of which these fields pass; what is no object and no list passes, for its reader to complain about. */
export function fields(known: Readonly<Record<string, Passing>>): Passing {
  return (value, place, leave) => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return leave(place)
    const passed: [string, unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      const at = place === '' ? name : `${place}.${name}`
      const passing = Object.hasOwn(known, name) ? known[name] : undefined
      const left = passing ? passing(member, at, leave) : leave(at)
      if (left !== undefined) passed.push([name, left])
    }
    return Object.fromEntries(passed)
  }
}

/** A list, each item of which passes by itself; what is no object and no list passes. */
export function each(item: Passing): Passing {
  return (value, place, leave) => {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) return leave(place)
    return value.map((one) => item(one, `${place}[]`, leave)).filter((one) => one !== undefined)
  }
}

/** Objects that say in `type` what they are: these types pass, with their fields. */
export function typed(known: Readonly<Record<string, Readonly<Record<string, Passing>>>>): Passing {
  return (value, place, leave) => {
    if (typeof value !== 'object' || value === null) return value
    const type = 'type' in value && typeof value.type === 'string' ? value.type : ''
    const members = Object.hasOwn(known, type) ? known[type] : undefined
    return members ? fields({ type: whole, ...members })(value, place, leave) : leave(`${place}(${type})`)
  }
}
