import type { Contracts, Port } from '@artoo/bus'
import type { Vault } from '@artoo/tools'
import type { RunScope } from './run-scope.js'

/**
 * The handling of a request that a crash left unanswered, at a resume. `reissue`: the effect receives it again. `ask`:
 * the effect receives it again, finds it in `scope.unsure`, and asks a person before it repeats an action that must not
 * happen twice. `fail`: the run ends.
 */
export type Unanswered = 'reissue' | 'ask' | 'fail'

/** Facts about an effect. */
export interface EffectFacts {
  /** Plain data under names that no other effect has. */
  values(): Readonly<Record<string, unknown>>
  /** Whether a resume with the changed fact is less safe than the run was when it began. A missing fact is null. */
  isWeaker(path: readonly string[], was: unknown, is: unknown): boolean
}

/** Something that answers a run's requests from outside its deciders: a model, a tool, a clock, a memory. */
export interface Effect {
  /** Its name on the bus. */
  readonly actor: string
  /** The policy for unanswered requests, or a function that returns the one of a request. */
  readonly unanswered: Unanswered | ((request: { readonly type: string; readonly payload: unknown }) => Unanswered)
  /**
   * The types of requests, each with the types of the effect's own messages that answer it; an empty list means that
   * the request has no answer.
   *
   * @defaultValue every message to it is a request, and every message of its own with the request as cause is an answer
   */
  readonly answers?: Readonly<Record<string, readonly string[]>> | undefined
  /** Facts about it that stand in the journal's first line: a resume compares them. @defaultValue none */
  readonly facts?: EffectFacts | undefined
  /** The secrets that it may come upon: masked in all that the runs publish. @defaultValue none */
  readonly vault?: Vault | undefined
  /** Connects it to one run. Work that it starts must end soon after `scope.signal` aborts: after 5 s it is abandoned. */
  bind(port: never, scope: RunScope): void
  /**
   * Called when work that doesn't abort with the run, such as storing a lesson, takes more than 5 s: it is not waited
   * for any longer.
   */
  unsettled?(port: never, error: unknown): void
}

/** An effect whose port is typed by its contracts. */
export interface EffectDefinition<C extends Contracts, Actor extends string>
  extends Omit<Effect, 'bind' | 'unsettled'> {
  readonly actor: Actor
  bind(port: Port<C, Actor>, scope: RunScope): void
  unsettled?(port: Port<C, Actor>, error: unknown): void
}

/** Declares an effect over its own contracts; a system that spreads them into its own may have more. */
export function effect<C extends Contracts, const Actor extends string>(
  definition: EffectDefinition<C, Actor>,
): Effect {
  return definition
}

/** The secrets of the effect that has some. */
export const vaultOf = (effects: readonly Effect[]): Vault | undefined => effects.find(({ vault }) => vault)?.vault
