import type { CheckData } from './check-data.js'
import type { BaseCaseVerdict, HaltCode, Objective } from './state-file.js'

/** An atom as it is proposed, before it stands in the graph. */
export interface NewAtom {
  readonly id: string
  readonly description: string
  readonly success_criteria: CheckData
  readonly deps: readonly string[]
  readonly writes: readonly string[]
  readonly resources: readonly string[]
  readonly explore: boolean
  readonly cost_estimate?: number | undefined
  /**
   * The job is not completed before it is done; of a choice, before its group is decided.
   *
   * @defaultValue true for what a redirect adds outside a group, else false
   */
  readonly required?: boolean | undefined
}

export interface NewGroup {
  readonly id: string
  readonly choices: readonly string[]
  readonly speculative: boolean
}

export interface NewNodes {
  readonly atoms: readonly NewAtom[]
  readonly groups: readonly NewGroup[]
}

/** An event in a loop. The state is the fold of the events, by `applied`. */
export type StateEvent =
  /** Goes on: what was under way when the last process died is pending again, and its attempt given back. */
  | { readonly type: 'started' }
  | { readonly type: 'stood'; readonly head: string }
  | { readonly type: 'iteration_began' }
  | { readonly type: 'chosen'; readonly group: string; readonly choice: string; readonly reason: string }
  | {
      readonly type: 'launched'
      readonly launch: string
      readonly atom: string
      readonly role: 'probe' | 'worker'
      readonly strategy: string
    }
  | {
      readonly type: 'resolved'
      readonly launch: string
      readonly summary: string
      readonly artifacts: readonly string[]
      readonly commit: string | null
      readonly head: string
    }
  | { readonly type: 'attempt_failed'; readonly launch: string; readonly reason: string }
  | {
      readonly type: 'probed'
      readonly launch: string
      readonly feasible: boolean
      readonly findings: string
      readonly cost_estimate: number | null
    }
  /** Its result is not wanted any more. `isRefunded`: a person interrupted it, so the attempt was none. */
  | { readonly type: 'dropped'; readonly launch: string; readonly isRefunded: boolean }
  /** The atom has no attempt left in its present form. */
  | { readonly type: 'atom_failed'; readonly atom: string; readonly reason: string }
  | {
      readonly type: 'backtracked'
      readonly group: string
      readonly reason: string
      readonly head: string
      readonly residual: readonly string[]
    }
  | ({ readonly type: 'split'; readonly atom: string } & NewNodes)
  | { readonly type: 'split_refused'; readonly atom: string; readonly reason: string }
  /** New atoms, which stand alone or replace a dead end. */
  | ({ readonly type: 'repaired'; readonly deadEnd: string | null; readonly reason: string } & NewNodes)
  /** Its model sees no way: it costs a repair, and the model is not asked for one again before a person changes the course or starts anew. */
  | { readonly type: 'given_up'; readonly reason: string }
  /** An atom whose parts are done, and whose own check a person agreed to: that holds now too, or it doesn't. */
  | { readonly type: 'proved'; readonly atom: string }
  | { readonly type: 'disproved'; readonly atom: string; readonly reason: string }
  | { readonly type: 'verified'; readonly verdict: Omit<BaseCaseVerdict, 'at'> }
  | { readonly type: 'tokens_used'; readonly tokens: number }
  | { readonly type: 'stop_requested'; readonly reason: string | null }
  | { readonly type: 'redirect_requested' }
  /** `head` and `residual`: of the commits that the change made void. */
  | {
      readonly type: 'corrected'
      readonly change: CourseChange
      readonly head: string | null
      readonly residual: readonly string[]
    }
  | { readonly type: 'redirect_cancelled' }
  /** A person said whether an assertion holds, of the work as it stands. */
  | { readonly type: 'attested'; readonly text: string; readonly holds: boolean; readonly by: string }
  | {
      readonly type: 'ended'
      readonly status: 'ready' | 'stopped' | 'completed' | 'halted'
      readonly code: HaltCode
      readonly detail: string | null
    }

/** The change that a redirect makes. */
export type CourseChange = { readonly description: string } & (
  | {
      readonly type: 'objective_change'
      readonly objective: Partial<
        Pick<Objective, 'goal' | 'background_intent' | 'deliverables' | 'definition_of_done' | 'base_case'>
      >
    }
  | { readonly type: 'dag_adjustment'; readonly operations: readonly GraphOperation[] }
  | { readonly type: 'constraint_change'; readonly constraints: Partial<Objective['constraints']> }
  | { readonly type: 'bindings_override'; readonly atom: string; readonly summary: string }
)

export type GraphOperation =
  | { readonly op: 'add'; readonly atom: NewAtom; readonly group?: string | undefined }
  | { readonly op: 'remove'; readonly atom: string }
  | { readonly op: 'force'; readonly group: string; readonly choice: string }
