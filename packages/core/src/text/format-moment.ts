/** Writes a moment, in milliseconds since the epoch, as people and machines read it: `2026-11-30 14:25:11 UTC`. */
export function formatMoment(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}
