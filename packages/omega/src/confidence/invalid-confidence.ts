import { ArtooError } from '@artoo/spec'

/** The number itself, or an error that names the field: what is out of range is refused, never clamped. */
export function within(value: number, least: number, most: number, field: string): number {
  if (value >= least && value <= most) return value
  throw new ArtooError('invalid_confidence', `${field} is ${value}: it has to be a number from ${least} to ${most}`, {
    field,
  })
}
