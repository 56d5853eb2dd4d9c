import type { Pair } from '../megram/pair.js'
import type { Potentials } from '../potentials/potentials.js'

/** The potentials and the lesson of one pair, or of a whole space. Plain JSON. */
export interface Reading extends Potentials {
  readonly space: string
  /** Null for the space as a whole. */
  readonly entity: string | null
  /**
   * Content of the most recent Megram that bears the action out: under `exploit` one that speaks for the pair, under `avoid` and
   * `caution` one that speaks against it; of the most recent one where the newest 64 have no such. Null when there is none, and for a
   * space as a whole whose most recent Megram says the opposite.
   */
  readonly lesson: string | null
  /** The writer of that Megram, or of the most recent one if there is no lesson; missing if unknown. */
  readonly origin?: string
  /** The most recent Megram, whatever it says. */
  readonly newest?: NewestMegram
}

/** The most recent Megram of a pair, as a consultation returns it. */
export interface NewestMegram {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly sigma: number
  /** Its own share of the pair's attention: |f|·e^(−kΔt). */
  readonly attention: number
  readonly content: string
  /** The writer; missing if unknown. */
  readonly origin?: string
}

/** A rule (level C) that was hit. Plain JSON. */
export interface Rule {
  readonly id: string
  readonly space: string
  readonly entity: string
  readonly text: string
  /** Above 0: prefer. 0 or below: must not. */
  readonly sigma: number
  readonly f: number
  readonly at: number
  /** The writer; missing if unknown. */
  readonly origin?: string
  /** Ids of the Megrams it was distilled from. */
  readonly sources: readonly string[]
  /** True when fresh episodes contradict it: calibration leaves it out (soft overwrite, paper section 7.3). */
  readonly suppressed: boolean
}

export interface Consultation {
  readonly readings: readonly Reading[]
  readonly rules: readonly Rule[]
}

export interface Query {
  /** A reading for each, also when it is ignored. */
  readonly pairs: readonly Pair[]
  /** A reading of each as a whole, and of those of its pairs that are not ignored. */
  readonly spaces: readonly string[]
  /** Most pairs of each space, those first that stay heeded longest. @defaultValue 50 */
  readonly limit?: number
  /**
   * False for potentials alone: no Megram is read, `lesson` is null, and `newest` and `origin` are missing.
   *
   * @defaultValue true
   */
  readonly lessons?: boolean
}
