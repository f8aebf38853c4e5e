import { quotedName } from '../../text/quoted-name.ts'
import { isBlindedField } from './blind.ts'
import type { Measurement } from '../../recording/measurement.ts'

/** The measurements a judge may see: all but those of cost. */
export function shownMeasurements(measurements: readonly Measurement[]): readonly Measurement[] {
  return measurements.filter(({ id, unit }) => unit !== 'usd' && !isBlindedField(id))
}

/** A measurement as one line. */
export function measurementText({ id, value, unit }: Measurement): string {
  return `${quotedName(id)}: ${value} ${quotedName(unit)}`
}
