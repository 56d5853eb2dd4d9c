import type { Contracts, Port } from '@artoo/bus'
import type { RunScope } from './run/run-scope.js'

/**
 * What a resume does with a request that a crash left unanswered: ask for it again, put it before a person, or let the run
 * fail.
 */
export type Unanswered = 'reissue' | 'ask' | 'fail'

/** Something that answers a run's requests from outside its deciders: a model, a tool, a clock, a memory. */
export interface Effect {
  /** Its name on the bus. */
  readonly actor: string
  /** By request, where it depends on what is asked for. */
  readonly unanswered: Unanswered | ((request: { readonly type: string; readonly payload: unknown }) => Unanswered)
  /** Connects it to one run. Work that it starts must end soon after `scope.signal` aborts: after 5 s it is abandoned. */
  bind(port: never, scope: RunScope): void
  /**
   * For work that is not aborted with the run, such as writing what was learnt: it is waited for, 5 s at the most, and this
   * is called when it takes longer.
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
