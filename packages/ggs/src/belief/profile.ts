import { type Cause, causeNames } from '../terms/causes.js'
import type { Directive } from '../terms/directives.js'
import type { ProfileBase } from '../terms/profile-base.js'

/** A directive for work that goes on, or `deliver` for a part that is left as it is. */
export type Action = Exclude<Directive, 'accept' | 'abandon' | 'success'>

/** A number for each cause. */
export type ByCause = Readonly<Record<Cause, number>>

/** The signs by which code tells causes apart, as groups of which exactly one sign holds. */
export const signs = {
  /** The last failing call of the work: none failed, or the kind of its error. */
  call: ['sound', 'missing', 'passing', 'denied', 'said_no', 'other'],
  /** Whether the work changed something after a call had failed. */
  change: ['changed', 'unchanged'],
} as const

export type SignGroup = keyof typeof signs
export type Sign<G extends SignGroup = SignGroup> = (typeof signs)[G][number]

/**
 * The rule of the controller as data. All but `prior` are chances: a row says how often a namer or a sign says something
 * when the cause is the one of the row.
 */
export interface BeliefProfile extends ProfileBase {
  /** The share of failures that have each cause, before anything was seen. It sums to 1. */
  readonly prior: ByCause
  /** The chance that a judge names each cause (columns) when a cause is true (rows). */
  readonly judge: Readonly<Record<Cause, ByCause>>
  /** The chance that a cause that code knows is true. */
  readonly code: number
  /** The chance that a check without a cause calls a failure logical. */
  readonly logical: ByCause
  /** The chance of each sign. */
  readonly signs: { readonly [G in SignGroup]: Readonly<Record<Cause, Readonly<Record<Sign<G>, number>>>> }
  /** The factor by which a wrong target is likelier where memory had warned of it. */
  readonly warning: number
  /** The weight of the evidence of the round before, from 0 to 1. That of the round before it has its square. */
  readonly memory: number
  /** The chance that the first directive that mends a cause does so: `hit / (hit + miss)`; each try in vain adds 1 to `miss`. */
  readonly hit: number
  readonly miss: number
  /** The chance that a directive mends something that it is not meant for. */
  readonly luck: number
  /** The chance that each directive mends a cause that is not known. */
  readonly unknown: Readonly<Record<Action, number>>
  /** The price of each directive in rounds. */
  readonly cost: Readonly<Record<Action, number>>
  /** The least chance that a round has to give a part: below it the part is left as it is. */
  readonly worth: number
}

export const byCause = (numberFor: (cause: Cause) => number): ByCause =>
  Object.fromEntries(causeNames.map((cause) => [cause, numberFor(cause)])) as Record<Cause, number>
