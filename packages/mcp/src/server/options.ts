import type { Artoo, RunOptions } from '@artoo/sdk'
import { ArtooError, assertOptions } from '@artoo/spec'

/** The options that both ways of serving have. */
export interface ServedArtoo {
  /**
   * The instance whose tasks are served, with a journal that outlives the process. It is closed by the host, after the
   * server.
   */
  readonly artoo: Pick<Artoo, 'run' | 'resume' | 'tasks'>
  /**
   * The options of a principal's tasks. A task that goes on gets `context` and `limits` again; the others stay as they
   * were when it began.
   *
   * @defaultValue the instance's alone
   * @example (principal) => ({ context: { user: principal }, limits: { cost: 1 } })
   */
  readonly runOptions?: ((principal: string) => Pick<RunOptions, 'context' | 'limits' | 'permissions'>) | undefined
  /**
   * Requests that `resume_task` may answer for a client that can't put a form before its user: `questions` without
   * confirmations and accesses, or `all`. Such answers may be the words of the client's model: `all` lets it allow what
   * only a person may. A client that shows forms gets one for each confirmation and access in any case.
   *
   * @defaultValue 'questions'
   */
  readonly answersByCall?: 'all' | 'questions' | undefined
  /** The seconds within which a form can be answered. @defaultValue 86_400 */
  readonly answerSeconds?: number | undefined
  /** Receives errors that the client is not told the words of. @defaultValue they are dropped */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The key that states and the ids of tasks are sealed with: at least 32 bytes, the same in all processes. */
export type Secret = string | Uint8Array

const common = ['artoo', 'secret', 'runOptions', 'answersByCall', 'answerSeconds', 'onError']

/** @throws {ArtooError} `invalid_option` with the option as `field`. */
export function assertServed(options: ServedArtoo & { readonly secret?: unknown }, of: string, own: string[]): void {
  assertOptions(options, [...common, ...own], { of })
  const { artoo, answersByCall = 'questions', answerSeconds = 1, secret } = options
  if (typeof artoo?.run !== 'function') throw invalid('artoo', 'is what createArtoo() returns')
  if (!['all', 'questions'].includes(answersByCall)) throw invalid('answersByCall', "is 'all' or 'questions'")
  if (!(Number.isFinite(answerSeconds) && answerSeconds > 0)) throw invalid('answerSeconds', 'is a number above 0')
  if (secret !== undefined && !isLong(secret)) {
    throw invalid('secret', 'is a text or a Uint8Array of at least 32 random bytes, kept out of the code')
  }
}

const isLong = (secret: unknown) =>
  (typeof secret === 'string' && new TextEncoder().encode(secret).length >= 32) ||
  (secret instanceof Uint8Array && secret.length >= 32)

const invalid = (field: string, what: string) => new ArtooError('invalid_option', `${field} ${what}`, { field })
