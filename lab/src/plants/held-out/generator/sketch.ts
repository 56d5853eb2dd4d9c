import type { Cause } from '@artoo/ggs'
import type { Attempted, JudgeTraits, PlannerTraits } from '../../plant.js'

export type Range = readonly [least: number, most: number]

export interface Weighted {
  /** How often it is drawn, as against the others of its list. */
  readonly weight: number
}

/** What one sees while something is in the way. */
export interface Look extends Weighted {
  /** The share of the criteria that stays unmet; for a parameter, the share for each step. */
  readonly share: Range
  /** A call fails with it. None: no call fails. */
  readonly error?: NonNullable<Attempted['error']>
  readonly changed?: boolean
}

export type Place = 'tool' | 'target' | 'way'

/** What is wrong with the first plan of a part, or with the world. */
export type Trouble = { readonly looks?: readonly Look[] } & (
  | {
      readonly kind: Place
      /** Meets one criterion more with each round, and never all of them. */
      readonly creeps?: boolean
    }
  | {
      readonly kind: 'parameter'
      /** Meets no more criteria when it comes nearer. */
      readonly isFlat?: boolean
    }
  | { readonly kind: 'flaky'; readonly rate: Range }
  | {
      readonly kind: 'outage'
      /** Rounds and pauses until it ends. */
      readonly lasts: Range
    }
  | {
      readonly kind: 'unprepared'
      /** The chance that failing once with a tool also brings about what is missing. */
      readonly byWork: number
    }
  | {
      readonly kind: 'unworked'
      /** Rounds with the same tool or choice until it works. */
      readonly rounds: Range
      /** The chance that preparing helps too. */
      readonly byPreparing: number
    }
  | { readonly kind: 'access' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'never'; readonly cause?: Cause }
)
export type TroubleKind = Trouble['kind']

export interface Difficulty extends Weighted {
  readonly troubles: readonly Trouble[]
}

/** A family as data. What is left out is typical. */
export interface Sketch {
  readonly name: string
  readonly difficulties: readonly Difficulty[]
  readonly looks?: Partial<Readonly<Record<TroubleKind | 'after', readonly Look[]>>>
  readonly parts?: Range
  readonly criteria?: Range
  /** The share of criteria that code decides. */
  readonly byCode?: number
  readonly sizes?: Partial<Readonly<Record<Place, Range>>>
  /** The chance of each other tool, target or way that it does as well. */
  readonly spares?: Partial<Readonly<Record<Place, number>>>
  /** Right ways besides the first one, whatever `spares` draws. */
  readonly otherWays?: number
  /** Weights of 0, 1, 2... steps: of a first plan whose parameter is wrong, and of a new tool, target or way. */
  readonly offsets?: readonly number[]
  readonly fresh?: readonly number[]
  /** The chance that a part of several is right at once. */
  readonly rightAtOnce?: number
  /** The chance that a later part can only be done after an earlier one. */
  readonly chained?: number
  readonly impossibleParts?: number
  /** The rounds from which on the target is another one. */
  readonly drifts?: readonly Range[]
  readonly roundMs?: Range
  readonly personAnswers?: Range
  readonly planner?: Partial<PlannerTraits>
  readonly judge?: Partial<JudgeTraits>
}
