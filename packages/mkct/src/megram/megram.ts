import type { Contribution } from '../potentials/potentials.js'
import type { MegramState } from './quantization.js'

/** M: episodes; K: knowledge at hand; C: rules; T: the constants in `thinking`, which nothing can write. */
export type Level = 'M' | 'K' | 'C' | 'T'
export type StoredLevel = Exclude<Level, 'T'>

/** One unit of memory (paper section 6.2), as it is written once and never changed. */
export interface MegramRecord extends Omit<NewMegram, 'at' | 'level' | 'f' | 'sigma' | 'k'> {
  readonly id: string
  readonly level: StoredLevel
  /** When it happened, ms since the Unix epoch. */
  readonly at: number
  /** Magnitude at the start, 0 to 1. */
  readonly f: number
  /** Valence, −1 to +1. */
  readonly sigma: number
  /** Decay per day; 0 for a rule. */
  readonly k: number
  /**
   * Subjects of the Megrams that it was distilled from, is built on or speaks about, and theirs in turn; kept by the
   * memory, so that `forget({ subject })` finds it even when those have faded.
   */
  readonly subjects?: readonly string[]
  /** For a distilled rule: the sequence number up to which it has consolidated the pair's Megrams. */
  readonly consolidated?: number
  /** For a demoted rule: the time from which it decays, ms. */
  readonly decaysFrom?: number
}

export interface Megram extends MegramRecord {
  /** When it was last recalled; null if never, and for episodes. */
  readonly recalledAt: number | null
}

/** A record, with or without its recall mark looked up. */
export type MaybeRecalled = MegramRecord & Partial<Pick<Megram, 'recalledAt'>>

export interface NewMegram {
  readonly space: string
  readonly entity: string
  readonly content: string
  /** Gives f, σ and k by the quantization matrix. */
  readonly state: MegramState
  /** Idempotency key: a second Megram with the same key and substance counts once. */
  readonly key?: string
  /** When it happened, integer ms since the Unix epoch, not in the future. @defaultValue the clock's time */
  readonly at?: number
  /** @defaultValue 'M' */
  readonly level?: StoredLevel
  /** The person or thing that it is about: `forget({ subject })` finds it. */
  readonly subject?: string
  /** The writer, e.g. a role and its task; 'dreamer' for a rule that a dream distilled. */
  readonly origin?: string
  /** Overrides the matrix: 0 to 1. */
  readonly f?: number
  /** Overrides the matrix: −1 to +1. */
  readonly sigma?: number
  /** Overrides the matrix: per day, moved to the nearest of `decayRates`. Refused for a rule, which is timeless. */
  readonly k?: number
  /** Ids of the Megrams behind a rule or dissonance: erasing one erases it. It takes over the subjects of those there are. */
  readonly sources?: readonly string[]
  /**
   * Id of the rule that this Megram speaks about: erasing the rule erases it. It takes over the rule's subjects. When nothing has
   * that id (any more) as it goes down, `settled` rejects with `unknown_megram`.
   */
  readonly about?: string
}

/** The input of `remember`. Its state is 'success' by default: a fact worth following. */
export interface NewFact extends Omit<NewMegram, 'level' | 'state' | 'sources' | 'about'> {
  /** @defaultValue 'success' */
  readonly state?: MegramState
}

export interface MegramFeedback {
  readonly content: string
  /** True when the rule proved right. */
  readonly agrees: boolean
  readonly key?: string
}

/** The contribution to its pair's potentials; null for a rule, which does not add to them. */
export function contributionOf(megram: MaybeRecalled): Contribution | null {
  if (megram.level === 'C') return null
  const { f, sigma, k } = megram
  return { f, sigma, k, anchor: anchorOf(megram) }
}

/** When its decay starts: at its birth, at its last recall, or, for a demoted rule, at the later of recall and birth. */
export function anchorOf({ at, decaysFrom, recalledAt }: MaybeRecalled): number {
  return Math.max(at, decaysFrom ?? at, recalledAt ?? at)
}
