import { ArtooError } from '@artoo/spec'
import type { ModelRoleId } from '../messages/contracts.js'

/** `brain` reasons, `tool` works fast (paper 11.2). */
export type ModelTier = 'brain' | 'tool'

/** Which tier of model a role asks. */
export type Tiers = Readonly<Record<ModelRoleId, ModelTier>>

const defaultTiers = { R1: 'brain', R2: 'brain', R3: 'tool', R4a: 'tool', R4b: 'brain' } as const satisfies Tiers

/** The tier that answers: who judges last judges at R4b's, and a direct conversation, which plans as it goes, is held at R2's. */
export function tierFor(tiers: Tiers, role: ModelRoleId, output: string): ModelTier {
  const { R2, R4b } = tiers
  return output === 'last_verdicts' ? R4b : output === 'direct' ? R2 : tiers[role]
}

/**
 * @throws {ArtooError} `invalid_option` for an unknown role or tier; `validator_too_weak` when R2's plans would be
 * checked by a weaker tier than made them.
 */
export function resolveTiers(tiers: Partial<Tiers> = {}): Tiers {
  for (const [role, tier] of Object.entries(tiers)) {
    const field = `tiers.${role}`
    if (!Object.hasOwn(defaultTiers, role)) throw new ArtooError('invalid_option', `${role} asks no model`, { field })
    if (tier !== 'brain' && tier !== 'tool')
      throw new ArtooError('invalid_option', `${field} is brain or tool`, { field })
  }
  const resolved = { ...defaultTiers, ...tiers }
  if (resolved.R2 === 'brain' && resolved.R4b === 'tool') {
    const message = 'R4b checks what R2 plans and may not run on a weaker tier: use brain for R4b, or tool for R2 too'
    throw new ArtooError('validator_too_weak', message, { field: 'tiers.R4b' })
  }
  return resolved
}
