/** How a metric's value looks: met, below, between or undecided. */
export function valueClass(value: number | null): string {
  if (value === null) return 'undecided'
  return value === 1 ? 'met' : value === 0 ? 'below' : 'between'
}
