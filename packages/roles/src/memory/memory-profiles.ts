import type { Directive } from '@artoo/ggs'
import { ArtooError } from '@artoo/spec'

/**
 * The occasions on which R7 stores lessons. `breakthrough` is the round after a `break_symmetry`, when it made
 * progress.
 */
export type Occasion = Directive | 'breakthrough'

/** One lesson that a round leaves. */
export interface LessonRule {
  /**
   * The subject. `task`: the whole. `blocked`: the controller's blocked targets, of all rounds so far. `failed`: calls that
   * something outside stopped for a reason that lasts. `momentary`: calls that met a state of the world (an exit code, a missing
   * path, a time limit, an outage) in a round that changed nothing. `blamed`: tools whose work verdicts called wrong in its method, in
   * a subtask that changed nothing. `matched`: calls of subtasks that matched, in the round or, when the task ends, before it.
   * `refuted`: calls that went well although memory warned of them.
   */
  readonly of: 'task' | 'blocked' | 'failed' | 'momentary' | 'blamed' | 'matched' | 'refuted'
  /**
   * The key under which it is stored: `intent` (intent, environment), `pair` (tool, target), `intent_tool` (intent,
   * tool).
   */
  readonly key: 'intent' | 'pair' | 'intent_tool'
  /** `f` and `sigma` of the Megram. @defaultValue the occasion's own in the matrix of `@artoo/mkct` */
  readonly f?: number
  readonly sigma?: number
  /** Decay per day; it moves to the nearest of the `decayRates` of `@artoo/mkct`. */
  readonly k?: number
}

/** Valences and keys of memory as data: the lessons that R7 writes, and their reading by R2. */
export interface MemoryProfile {
  readonly writes: Readonly<Record<Occasion, readonly LessonRule[]>>
  readonly reads: {
    /**
     * The force of memory's lessons against a tool on a target. `warn`: the planner and its executors are warned, and
     * the newest result counts as long as its own attention lasts: after a call that went well there is no warning.
     * `forbid`: a call under MUST NOT is refused, and one under CAUTION is put before a person (paper 6.4).
     */
    readonly against: 'warn' | 'forbid'
    /**
     * The lessons that are shown beside those on tools at such tasks. `all`: also the outcomes of these tasks and, for
     * whole tools, the sum over all their uses. `warnings`: failed tasks, and pairs of tool and target to avoid, for a
     * success elsewhere says little about this task. Lessons that a host wrote are always shown.
     */
    readonly others: 'all' | 'warnings'
    /** The least likeness of words, 0 to 1, from which lessons of another intent on tools count; 1: they never do. */
    readonly similarFrom: number
    /** The power of the likeness by which they are weighted: a higher one gives less weight to what is less alike. */
    readonly sharpness: number
    /**
     * The weight of a lesson on a tool relative to the next newer one, 0 to 1; at ½ the newest weighs as much as all
     * before it.
     */
    readonly older: number
    /**
     * The warnings when every tool failed at such tasks. `warn`: all of them. `leave_oldest`: not the one of the tool
     * that failed longest ago, so that there is one to try.
     */
    readonly allFailed: 'warn' | 'leave_oldest'
    /**
     * Handling of a plan with a tool that failed at such tasks, if others are left. `let_pass`: it is dispatched.
     * `ask_once`: the planner's model is asked once per round whether another tool would do.
     */
    readonly againstWarnings: 'let_pass' | 'ask_once'
  }
}

const task = { of: 'task', key: 'intent' } as const
/** Every action state of v0.8: one Megram for each blocked target (sections 5.6 and 6.3). */
const blockedTargets = [{ of: 'blocked', key: 'pair' }] as const

/** A warning for a day: a place that is closed today may be open tomorrow. */
const failed = { of: 'failed', key: 'pair', f: 0.85, sigma: -0.2, k: 0.5 } as const
/** A warning for ten minutes: a state of the world is not a lesson about a tool. */
const momentary = { of: 'momentary', key: 'pair', f: 0.7, sigma: -0.2, k: 50 } as const
/** The newest result counts, so this needs no more weight than it takes to last for a day. */
const refuted = { of: 'refuted', key: 'pair', f: 0.85, sigma: 1, k: 0.5 } as const
/** Decays faster than credit: otherwise a failure would count against a tool after the world has changed. */
const blamed = { of: 'blamed', key: 'intent_tool', f: 0.95, sigma: -1, k: 0.2 } as const
const worked = { of: 'matched', key: 'intent_tool' } as const
const reached = { of: 'matched', key: 'pair' } as const
/** The lessons of a round that failed. */
const setback = [failed, momentary, blamed, refuted] as const

export const memoryProfiles = {
  /** v0.8 to the letter, with its credit and blame. */
  paper: {
    writes: {
      accept: [task],
      success: [task],
      abandon: [task],
      change_path: blockedTargets,
      refine: blockedTargets,
      change_approach: blockedTargets,
      break_symmetry: blockedTargets,
      breakthrough: [],
    },
    reads: {
      against: 'forbid',
      others: 'all',
      similarFrom: 1,
      sharpness: 1,
      older: 1,
      allFailed: 'warn',
      againstWarnings: 'let_pass',
    },
  },
  /** The profile that the lab supports: docs/decisions/0012. */
  measured: {
    writes: {
      accept: [task, worked, reached],
      success: [task, worked, reached],
      abandon: [task, ...setback],
      change_path: setback,
      refine: setback,
      change_approach: setback,
      break_symmetry: setback,
      breakthrough: [],
    },
    reads: {
      against: 'warn',
      others: 'warnings',
      similarFrom: 0.4,
      sharpness: 3,
      older: 0.5,
      allFailed: 'leave_oldest',
      againstWarnings: 'ask_once',
    },
  },
} as const satisfies Readonly<Record<string, MemoryProfile>>

export type MemoryProfileName = keyof typeof memoryProfiles

const defaultMemoryProfile: MemoryProfileName = 'measured'

/**
 * A profile by its name. A table stands for itself: the lab compares some; an option of a host's is a name.
 *
 * @throws {ArtooError} `invalid_option` with `memoryProfile` as `field`.
 */
export function resolveMemoryProfile(given: MemoryProfileName | MemoryProfile = defaultMemoryProfile): MemoryProfile {
  if (typeof given === 'string' && Object.hasOwn(memoryProfiles, given)) return memoryProfiles[given]
  if (isTable(given)) return given
  const names = Object.keys(memoryProfiles).join(', ')
  const message = `memoryProfile: there is no ${JSON.stringify(given)}: give one of ${names}`
  throw new ArtooError('invalid_option', message, { field: 'memoryProfile' })
}

const isTable = (given: unknown): given is MemoryProfile =>
  typeof given === 'object' && given !== null && 'writes' in given && 'reads' in given
