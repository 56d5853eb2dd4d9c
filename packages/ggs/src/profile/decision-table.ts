import { type Axis, type Banded, bands } from './bands.js'
import type { ProfileRow, TableProfile } from './profile.js'

const axes = Object.keys(bands) as readonly Axis[]

/** Every combination of bands. */
export function* combinations(): Generator<Banded> {
  for (const cost of bands.cost)
    for (const distance of bands.distance)
      for (const implausibility of bands.implausibility)
        for (const calls of bands.calls)
          for (const gradient of bands.gradient) yield { cost, distance, implausibility, calls, gradient }
}

/** The rows that hold for a combination: exactly one in a profile that was resolved. */
export function rowsAt({ rows }: Pick<TableProfile, 'rows'>, point: Banded): readonly ProfileRow[] {
  return rows.filter(({ when }) =>
    axes.every((axis) => {
      const wanted: readonly string[] | undefined = when[axis]
      return wanted === undefined || wanted.includes(point[axis])
    }),
  )
}

/** The row that holds for a combination, in a profile that was resolved. */
export function rowAt(profile: TableProfile, point: Banded): ProfileRow {
  const [row] = rowsAt(profile, point)
  if (row === undefined) throw new RangeError(`no row for ${Object.values(point).join(', ')}`)
  return row
}
