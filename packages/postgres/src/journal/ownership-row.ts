import type { Ownership } from '@artoo/runtime'

/** A row of `runs`: what the ownership fold knows, and what a list shows. */
export interface RunRow {
  readonly task_id: string
  readonly epoch: number
  readonly owner: string
  readonly lease: string | null
  readonly state: Ownership['state']
  readonly lines: number
  readonly check: string
  readonly session: string | null
  readonly turn: number | null
  readonly started_at: number
  readonly ended_at: number | null
}

export const ownershipColumns = 'epoch, owner, lease, state, lines::float8 as lines, "check"'

export function ownershipIn(row: RunRow): Ownership {
  const { epoch, owner, lease, state, lines, check } = row
  return { epoch, owner: JSON.parse(owner), lease: lease === null ? null : JSON.parse(lease), state, lines, check }
}

/** The values of `ownershipColumns`. */
export function valuesOf({ epoch, owner, lease, state, lines, check }: Ownership): readonly unknown[] {
  return [epoch, JSON.stringify(owner), lease && JSON.stringify(lease), state, lines, check]
}
