/** Makes one key of several words, of which none can be taken for two. */
export function keyOf(...words: readonly string[]): string {
  return JSON.stringify(words)
}
