/** Moves an index back off the middle of a surrogate pair. */
export function codePointBoundary(text: string, index: number): number {
  if (index >= text.length) return text.length
  const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1))
  return splitsPair ? index - 1 : index
}
