import { families as design } from '../plants/design/families.js'
import { families as heldOut } from '../plants/held-out/index.js'
import type { Family } from '../plants/plant.js'
import { families as tuning } from '../plants/tuning/index.js'

/**
 * The families by what they were for, each set from a generator of its own: the controller was thought out on `design`, its constants were set on `tuning`,
 * and nothing was changed after it was run on `held-out`.
 */
export const sets = { design, tuning, 'held-out': heldOut } as const satisfies Readonly<
  Record<string, readonly Family[]>
>

export type SetName = keyof typeof sets
export const setNames = Object.keys(sets) as readonly SetName[]
