import { ArtooError, type ParentRun } from '@artoo/spec'
import type { Asks, StartedRun } from './started-run.js'

interface Parent {
  readonly run: StartedRun
  /** Returns the lineage of the next child, which is the same when a later process begins that child anew; null when nothing is. */
  readonly nextChild: () => string | null
}

/** The runs of any runtime in this process, by what tools and effects know of them: a parent must be one of them. */
const parents = new WeakMap<ParentRun, Parent>()

/** `key` names the piece of the run's work that is given `parent`, and is the same when that is done again. */
export function becomeParent(parent: ParentRun, run: StartedRun, key?: () => string): ParentRun {
  let children = 0
  const nextChild = () => (key ? JSON.stringify([run.scope.lineage, key(), ++children]) : null)
  parents.set(parent, { run, nextChild })
  return parent
}

/** @throws {ArtooError} `invalid_option` for what is no run under way, `closed` for one that has ended. */
export function parentOf({ parent }: { readonly parent?: ParentRun | undefined }): Parent | undefined {
  if (parent === undefined) return undefined
  const known = parents.get(parent)
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
export const asksOf = (parent: ParentRun | undefined): Asks => (parent && parents.get(parent)?.run.asks) ?? {}
