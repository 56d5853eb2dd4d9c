import { ArtooError } from '@artoo/spec'

/** The number of a round as `--at` names it; undefined without one. */
export function roundNumber(at: string | undefined): number | undefined {
  if (at === undefined) return undefined
  if (/^\d{1,6}$/.test(at)) return Number(at)
  throw new ArtooError('invalid_point', `--at takes the number of a round here, not '${at.slice(0, 60)}'`, {
    field: 'at',
  })
}
