import { ArtooError, type ClarifyAnswers, type Question, readAnswers } from '@artoo/sdk'
import { HttpError } from './http-error.js'

interface Asked {
  readonly taskId: string
  readonly user: string
}

/** The questions that tasks ask in words, and the accesses that they ask for. A task asks one batch at a time. */
export interface Questions {
  /** Rejects with the signal's reason: nobody waits for the answer any more. */
  ask(asked: Asked, requests: readonly Question[], signal: AbortSignal): Promise<ClarifyAnswers>
  /**
   * Answers by the ids of the questions. One that is left out is answered with ''.
   *
   * @throws {HttpError} 404 for questions that don't wait, or are somebody else's; 400 for what is no answer, or looks like a secret.
   */
  answer(asked: Asked, body: Readonly<Record<string, unknown>>): void
}

export function createQuestions(): Questions {
  const waiting = new Map<string, { readonly requests: readonly Question[]; resolve(answers: ClarifyAnswers): void }>()
  const keyOf = ({ taskId, user }: Asked) => JSON.stringify([taskId, user])

  return {
    ask(asked, requests, signal) {
      const key = keyOf(asked)
      return new Promise<ClarifyAnswers>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        waiting.set(key, { requests, resolve })
      }).finally(() => waiting.delete(key))
    },
    answer(asked, body) {
      const question = waiting.get(keyOf(asked))
      if (!question) throw new HttpError(404, 'unknown_question', 'no question of yours waits in this task')
      const answers = signed(question.requests, body, asked.user)
      waiting.delete(keyOf(asked))
      question.resolve(answers)
    },
  }
}

/** The answers with their author for the log. */
function signed(requests: readonly Question[], body: unknown, by: string): ClarifyAnswers {
  try {
    const read = readAnswers(requests, body)
    return Object.fromEntries(
      read.flatMap(({ to, answer, granted, context, note }) =>
        to.map((id) => {
          if (granted === undefined) return [id, { answer, by }]
          return [id, granted ? { granted, context, by } : { granted: false as const, note, by }]
        }),
      ),
    )
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    throw new HttpError(400, error.code, error.message)
  }
}
