import { ArtooError } from '@artoo/spec'

/** What came of a call, which nobody but the world knows before. */
export type Finding =
  /** What was asked for. */
  | 'right'
  /** The right tool at the right place, with a level too low or too high. */
  | 'too_coarse'
  | 'too_fine'
  /** The tool can't do this kind of task: it ends well, with a wrong result. */
  | 'wrong_method'
  /** The place has nothing useful: the call ends well, with a useless result. */
  | 'stale'
  /** The call fails, and will fail again. */
  | 'blocked'
  /** The call fails, this once. */
  | 'down'
  /** The call fails for a while: a file that isn't there yet. */
  | 'missing'
  /** The call fails for a while, and its error says so. */
  | 'unavailable'

export interface Attempt {
  readonly tool: string
  readonly place: string
  readonly level: number
}

/** A task with its hidden truth: tools x places x a parameter, the level. */
export interface Plant {
  readonly name: string
  /** The user's words, which name the noun in single quotes: targets are `noun/place`. */
  readonly words: string
  readonly noun: string
  readonly tools: readonly string[]
  readonly places: readonly string[]
  readonly levels: readonly number[]
  /** `luck` is from 0 to below 1, and another one in every round. */
  readonly find: (attempt: Attempt, luck: number) => Finding
  /** What one call takes, ms. @defaultValue 0 */
  readonly callMs?: number
}

/** The truth of a plant as data. */
export interface Truth {
  readonly rightTools: readonly string[]
  readonly blocked: readonly string[]
  readonly stale: readonly string[]
  readonly level: number
  /** How often a call that would do fails for no reason. */
  readonly flaky: number
  /** The finding at every place for the time being. @defaultValue none */
  readonly closed?: 'missing' | 'unavailable' | null
}

export function findBy({ rightTools, blocked, stale, level: right, flaky, closed = null }: Truth): Plant['find'] {
  return ({ tool, place, level }, luck) => {
    if (blocked.includes(place)) return 'blocked'
    if (closed !== null) return closed
    if (luck < flaky) return 'down'
    if (!rightTools.includes(tool)) return 'wrong_method'
    if (stale.includes(place)) return 'stale'
    if (level === right) return 'right'
    return level < right ? 'too_coarse' : 'too_fine'
  }
}

/** The findings with which a call fails. */
type Failure = 'blocked' | 'down' | 'missing' | 'unavailable'

/** What a tool tells of each finding; a judge who looks closely can tell them apart. */
export const reports: Readonly<Record<Exclude<Finding, Failure>, string>> = {
  right: '42 rows, and they are what was asked for',
  too_coarse: '42 rows, but they are too coarse',
  too_fine: '42 rows, but they are too fine',
  wrong_method: '0 rows: this method does not fit',
  stale: '42 rows, but the source is out of date',
}

export const errors: Readonly<Record<Failure, Error>> = {
  blocked: new Error('access denied'),
  down: new Error('no answer within the time'),
  missing: new ArtooError('path_not_found', 'there is no such file'),
  unavailable: new ArtooError('tool_unavailable', 'HTTP 503'),
}
