import { ArtooError, type ParentRun } from '@artoo/spec'
import type { Asks, StartedRun } from './started-run.js'

interface Parent {
  readonly run: StartedRun
  /** Returns the lineage of the next child, which is the same when a later process begins that child anew; null when nothing is. */
  readonly nextChild: () => string | null
}

/**
 * A run of any runtime in this process, or a piece of its work, by what tools and effects know of it: a parent must be one. `key` names the
 * piece, and is the same when that is done again. It isn't kept in a `WeakMap`, whose values V8 keeps until its next full collection.
 */
export class Part implements ParentRun {
  readonly #runOf: () => StartedRun
  readonly #key: (() => string) | undefined
  #children = 0

  constructor(
    readonly taskId: string,
    runOf: () => StartedRun,
    key?: () => string,
  ) {
    this.#runOf = runOf
    this.#key = key
  }

  static parentIn(value: ParentRun): Parent | undefined {
    if (typeof value !== 'object' || value === null || !(#runOf in value)) return undefined
    const run = value.#runOf()
    const nextChild = () => {
      return value.#key ? JSON.stringify([run.scope.lineage, value.#key(), ++value.#children]) : null
    }
    return { run, nextChild }
  }
}

/** @throws {ArtooError} `invalid_option` for what is no run under way, `closed` for one that has ended. */
export function parentOf({ parent }: { readonly parent?: ParentRun | undefined }): Parent | undefined {
  if (parent === undefined) return undefined
  const known = Part.parentIn(parent)
  if (!known) {
    const message = "parent must be a run under way: give a tool's context.run, or the scope of an effect"
    throw new ArtooError('invalid_option', message, { field: 'parent' })
  }
  if (known.run.scope.signal.aborted) throw new ArtooError('closed', `the parent run ${parent.taskId} has ended`)
  return known
}

/**
 * The people that a run asks, for a part of it that is to ask the same: a part that is given none asks nobody. None for what is no run under way.
 */
export const asksOf = (parent: ParentRun | undefined): Asks => (parent && Part.parentIn(parent)?.run.asks) ?? {}
