import { ArtooError } from '@artoo/spec'
import { assertMemoryProfile, type MemoryProfile, type Occasion } from './memory-profile.js'

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
      ...{ deliver: [], again: [], wait: [], ask: [] },
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
      deliver: [worked, reached, ...setback],
      again: [failed, momentary, refuted],
      wait: [failed, momentary, refuted],
      ask: [refuted],
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
export const memoryProfileNames = Object.keys(memoryProfiles) as MemoryProfileName[]

const defaultMemoryProfile: MemoryProfileName = 'measured'

const occasions = Object.keys(memoryProfiles.paper.writes) as Occasion[]

/**
 * A profile by its name. A table stands for itself: the lab compares some; hosts give a name.
 *
 * @throws {ArtooError} `invalid_option` with `memoryProfile` as `field`, for an unknown name and for a table that is not complete or has
 * an unknown or wrong entry.
 */
export function resolveMemoryProfile(given: MemoryProfileName | MemoryProfile = defaultMemoryProfile): MemoryProfile {
  if (typeof given === 'string' && Object.hasOwn(memoryProfiles, given)) return memoryProfiles[given]
  if (typeof given === 'object' && given !== null) {
    assertMemoryProfile(given, occasions)
    return given
  }
  const message = `memoryProfile: there is no ${JSON.stringify(given)}: give one of ${memoryProfileNames.join(', ')}`
  throw new ArtooError('invalid_option', message, { field: 'memoryProfile' })
}
