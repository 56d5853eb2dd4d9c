import type { Memory, NewMegram } from '@artoo/mkct'
import { errorCode } from '@artoo/spec'
import type { RecalledLesson } from '../protocol/log-event.js'
import { type LessonInput, megramsOf } from './lesson-megrams.js'
import { alikeTo, lessonsOf, repelledIn } from './recalled.js'

/**
 * Lessons of earlier deliberations, kept in a memory of `@artoo/mkct`: they fade with its clock, and its `forget` erases
 * them. All that a deliberation left has its id as `subject`.
 */
export interface OmegaMemory {
  /** Lessons of the same problem, in these or in like words. What the memory throws is passed on. */
  recall(problem: string, signal: AbortSignal): Promise<Recalled>
  /**
   * Stores the lesson of a deliberation and the service of its agents, once per id. An abort counts only before the first
   * write.
   *
   * @throws {ArtooError} `invalid_megram` when the id is empty or not well-formed; else what the memory's receipts throw.
   */
  remember(lesson: LessonInput, signal: AbortSignal): Promise<void>
}

interface Recalled {
  /** The strongest first, at most five. */
  readonly lessons: readonly RecalledLesson[]
  /** Names of the agents that served badly in such problems, the least wanted first. They are sent last. */
  readonly repelled: readonly string[]
}

/** The memory needs a namespace of its own: `createMemory({ store, namespace: 'deliberations' })`. */
export function createOmegaMemory(memory: Memory): OmegaMemory {
  return {
    async recall(problem, signal) {
      signal.throwIfAborted()
      const alike = await alikeTo(memory, problem, signal)
      const [lessons, repelled] = await Promise.all([lessonsOf(memory, alike), repelledIn(memory, alike, signal)])
      signal.throwIfAborted()
      return { lessons, repelled }
    },
    async remember(lesson, signal) {
      signal.throwIfAborted()
      // All in one tick: the memory stores them in one batch.
      await Promise.all(megramsOf(lesson).map((megram) => written(memory, megram)))
    },
  }
}

/** Resolves also when another text was stored under the key: the first one counts. */
async function written(memory: Memory, megram: NewMegram): Promise<void> {
  try {
    await memory.write(megram).settled
  } catch (error) {
    if (errorCode(error) !== 'idempotency_conflict') throw error
  }
}
