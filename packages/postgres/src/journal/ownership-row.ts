import type { Ownership } from '@artoo/runtime'

/** The state of the ownership fold in a row of `runs`: owner and lease are JSON, since a text of PostgreSQL has no U+0000. */
export interface OwnershipRow extends Omit<Ownership, 'owner' | 'lease'> {
  readonly owner: string
  readonly lease: string
}

export const ownershipColumns = 'epoch, owner, lease, state, lines::float8 as lines, "check"'

export function ownershipIn({ owner, lease, ...row }: OwnershipRow): Ownership {
  return { ...row, owner: JSON.parse(owner), lease: JSON.parse(lease) }
}

/** The values of `ownershipColumns`. */
export function valuesOf({ epoch, owner, lease, state, lines, check }: Ownership): readonly unknown[] {
  return [epoch, JSON.stringify(owner), JSON.stringify(lease), state, lines, check]
}
