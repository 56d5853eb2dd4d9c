import type { Contracts, Port } from '@artoo/bus'
import type { RunScope } from './run/run-scope.js'

/**
 * What a resume does with a request that a crash left unanswered. `reissue`: the effect gets it again. `ask`: it gets it again,
 * finds it in `scope.unsure`, and has a person decide before it does twice what can't be done twice. `fail`: the run ends.
 */
export type Unanswered = 'reissue' | 'ask' | 'fail'

/** Facts about an effect. */
export interface EffectFacts {
  /** Plain data under names that no other effect has. */
  values(): Readonly<Record<string, unknown>>
  /** Whether a resume with the changed fact is less safe than the run was when it began. A fact that is missing is null. */
  isWeaker(path: readonly string[], was: unknown, is: unknown): boolean
}

/** Something that answers a run's requests from outside its deciders: a model, a tool, a clock, a memory. */
export interface Effect {
  /** Its name on the bus. */
  readonly actor: string
  /** By request, where it depends on what is asked for. */
  readonly unanswered: Unanswered | ((request: { readonly type: string; readonly payload: unknown }) => Unanswered)
  /**
   * What it is asked for, and by which messages of its own it has answered that; a request whose list is empty has no
   * answer. @defaultValue every message to it asks for something, and every one of its own that names it as its cause answers it
   */
  readonly answers?: Readonly<Record<string, readonly string[]>> | undefined
  /** Facts about it that stand in the journal's first line: a resume compares them. @defaultValue none */
  readonly facts?: EffectFacts | undefined
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
