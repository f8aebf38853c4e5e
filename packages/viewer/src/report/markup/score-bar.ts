import type { Bounds } from '@vitrial/core/scores'
import { formatPercentage } from '@vitrial/core/text'
import { html, type Html } from './html.ts'

/** A score as a bar: filled up to the lower bound, hatched up to the upper. */
export function scoreBar({ lower, upper }: Bounds): Html {
  const said =
    lower === upper ? formatPercentage(lower) : `${formatPercentage(lower)} to ${formatPercentage(upper)}`
  return html`<svg
    class="bar"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label="${said} of 100"
  >
    <rect class="bar-all" width="100" height="8" />
    <rect class="bar-possible" width="${upper}" height="8" />
    <rect class="bar-certain" width="${lower}" height="8" />
  </svg>`
}
