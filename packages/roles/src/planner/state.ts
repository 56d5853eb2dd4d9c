import type { BlockedTarget, ToolCaution } from '@artoo/runtime'
import type { Check } from '@artoo/spec'
import type { MemoryProfile } from '../memory/memory-profile.js'
import type { MemoryProfileName } from '../memory/memory-profiles.js'
import type { PlanDirective } from '../messages/control.js'
import type { Need } from '../messages/need.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { Criterion, SubTask } from '../messages/plan.js'
import type { Steering } from '../messages/steering.js'
import type { TaskSpec } from '../messages/task.js'
import type { NobodyConfirms } from '../people/nobody-confirms.js'
import type { Depth } from '../role/depth.js'
import type { WithShape } from '../typed-output/shape.js'
import type { Blocked } from './constraints.js'

/** The parts of a check that planning needs: to describe it, and to review its arguments in a plan. */
export type PlannableCheck = Pick<Check, 'name' | 'description' | 'argumentsSchema' | 'parse'>

export interface PlannerComponents extends WithShape {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    /** It is told of in one line. */
    readonly deferred?: boolean | undefined
  }[]
  readonly checks: readonly PlannableCheck[]
  /** The place where the agent runs; experiences of different places are kept apart. @defaultValue 'local' */
  readonly environment?: string
  /** Facts about the world that the tools work in. @defaultValue none */
  readonly surroundings?: readonly string[]
  /** The tools whose calls may be refused because no person can be asked. @defaultValue a person can be asked */
  readonly nobodyConfirms?: NobodyConfirms | undefined
  /** The result is a plan, whatever the request asks for: no change is missing from it. @defaultValue false */
  readonly plansOnly?: boolean | undefined
  /** Instructions of the host, in words for the model. @defaultValue none */
  readonly instructions?: string | undefined
  /** The profile by which experience is read. @defaultValue 'measured' */
  readonly memoryProfile?: MemoryProfileName | MemoryProfile | undefined
  /** @defaultValue 'lean' */
  readonly depth?: Depth | undefined
  /** Drafts of one round, before planning counts as failed. @defaultValue 3 */
  readonly maxDrafts?: number
  /** @defaultValue 20 */
  readonly maxSubtasks?: number
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
}

export interface State {
  readonly spec: TaskSpec | null
  /** The task began as one conversation, which was its first round. */
  readonly beganDirect: boolean
  readonly directive: PlanDirective | null
  readonly blocked: Blocked
  readonly cautions: readonly ToolCaution[]
  /** The lessons for the executors of this round. */
  readonly experience: string
  /** Pairs of tool and target that memory warns of. */
  readonly warned: readonly BlockedTarget[]
  /** Tools that failed at such tasks. */
  readonly warnedTools: readonly string[]
  /**
   * The plan that the model was asked about, at most one per round: it is dispatched unless the answer is an admissible
   * one.
   */
  readonly doubted: PlanDraft | null
  /** Rounds of questions so far. */
  readonly rounds: number
  /** The open questions; null when there are none. */
  readonly asked: readonly Need[] | null
  /** Words that the user added; the model is told of them with its next call. */
  readonly unheard: readonly Steering[]
  /** The number of the last words of the user that it was told. */
  readonly told: number
  /** Drafts that were asked for in this round. */
  readonly drafts: number
  /** The reason why the deadline that the model found in the user's words can't be kept; null when there is none. */
  readonly problem: string | null
  /** The kind of the request, by the plans so far: a change, once one of them said so. */
  readonly asks: PlanDraft['asks']
  /** Criteria of the task: set by the first plan, a later one may only add. */
  readonly criteria: readonly Criterion[]
  /** The plans of the rounds so far. */
  readonly dispatched: readonly PlanDraft[]
  /** The number of them that came before the last change, or answer of a person: their calls may have another result now. */
  readonly outdated: number
  /** Subtasks whose sequence has not come yet. */
  readonly waiting: readonly SubTask[]
}

export const initial: State = {
  spec: null,
  beganDirect: false,
  directive: null,
  blocked: { tools: [], targets: [] },
  cautions: [],
  experience: '',
  warned: [],
  warnedTools: [],
  doubted: null,
  rounds: 0,
  asked: null,
  unheard: [],
  told: 0,
  drafts: 1,
  problem: null,
  asks: 'answer',
  criteria: [],
  dispatched: [],
  outdated: 0,
  waiting: [],
}

/**
 * A change counts for all plans so far, that of its own round included, and so does a passing cause; a call that failed
 * is not a change.
 */
export function withDirective(state: State, directive: PlanDirective): State {
  const changesIn = (known: PlanDirective | null) => known?.changed.filter(({ what }) => what !== 'failed').length ?? 0
  const isChanged = directive.mayPass || changesIn(directive) > changesIn(state.directive)
  return { ...state, directive, outdated: isChanged ? state.dispatched.length : state.outdated }
}
