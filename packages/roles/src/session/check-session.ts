import { assertSessionId, type Journal, type Redact } from '@artoo/runtime'
import { ArtooError, assertOptions, countOption } from '@artoo/spec'

export interface SessionOptions {
  /** Under which its turns stand in the journal: whoever gives it again, in whatever process, goes on with it. */
  readonly id: string
  /** The last turns of which a task is told. @defaultValue 5 */
  readonly turns?: number | undefined
}

export interface Circumstances {
  readonly journal?: Journal | undefined
  readonly redact?: Redact | undefined
}

/** The journal that a session stands in. @throws {ArtooError} `no_journal`, `invalid_option`. */
export function checkSession(options: SessionOptions, { journal, redact }: Circumstances): Journal {
  assertOptions(options, ['id', 'turns'], { of: 'session', aliases: { sessionId: 'id', history: 'turns' } })
  const { id, turns } = options
  assertSessionId(id, redact)
  if (turns !== undefined) countOption('turns', turns)
  if (journal) return journal
  const remedy = 'give one, such as fileJournal; memoryJournal() keeps it as long as the process lives'
  throw new ArtooError('no_journal', `a session stands in the journal: ${remedy}`, { field: 'journal' })
}
