/** Writes a number of things: `1 trial`, `2 trials`, `0 eval runs`. */
export function counted(count: number, noun: string): string {
  return `${count} ${nounFor(count, noun)}`
}

/** A noun as it stands beside a count: `trial`, `trials`. */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}
