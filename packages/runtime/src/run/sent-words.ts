import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import type { Limits } from '../journal/limits.js'
import { withResolvers } from '../time/with-resolvers.js'
import { taskEnded } from './assertions.js'

/** The share of the room for a conversation that all that is added to a run may take: it stays in every later request. */
const shareOfWords = 1 / 16

interface SentWordsInput {
  readonly taskId: string
  readonly controller: string
  readonly hears: boolean
  readonly limits: Limits
  /** All that was added so far, also in earlier processes; grows with the run. */
  readonly before: readonly string[]
  publish(text: string): Envelope
  isOver(): boolean
  written(): Promise<boolean>
}

/** The words that a user adds to a run under way, from `send` until the controller has taken them. */
export interface SentWords {
  /** @throws {ArtooError} as `send` of a handle does */
  send(text: string): Promise<void>
  /** Receives every event of the run. */
  saw(event: Envelope): void
  /** Rejects what the controller has not taken. */
  end(): void
}

export function sentWords({ taskId, controller, hears, limits, before, ...run }: SentWordsInput): SentWords {
  /** Words on their way to the controller, by the id of their message. */
  const open = new Map<string, ReturnType<typeof withResolvers<void>>>()
  const most = Math.floor(limits.conversationCharacters * shareOfWords)

  function assertWords(text: unknown): void {
    if (!hears) throw new ArtooError('words_not_taken', `${controller} can't be told anything while it works`)
    if (typeof text !== 'string' || text.trim() === '') throw invalid('give what is to be added in words')
    const said = before.reduce((sum, { length }) => sum + length, 0)
    if (said + text.length <= most) return
    const remedy = 'put what is long where a tool can read it, or raise limits.conversationCharacters'
    throw invalid(`with these words ${said + text.length} characters are added to the task, of ${most}: ${remedy}`)
  }

  return {
    async send(text) {
      // The caller may be in the middle of a publish.
      await Promise.resolve()
      if (run.isOver()) throw taskEnded(taskId)
      assertWords(text)
      const taken = withResolvers<void>()
      open.set(run.publish(text).id, taken)
      await taken.promise
      if (await run.written()) return
      throw new ArtooError('journal_failed', 'the words were heard and could not be written to the journal')
    },
    saw({ from, causationId }) {
      if (from !== controller || causationId === null) return
      open.get(causationId)?.resolve()
      open.delete(causationId)
    },
    end() {
      for (const { reject } of open.values()) reject(taskEnded(taskId))
      open.clear()
    },
  }
}

const invalid = (message: string) => new ArtooError('invalid_input', message, { field: 'text' })
