import type { ConfirmAnswer } from '@artoo/sdk'

/** One question to one user. */
interface Question {
  readonly taskId: string
  /** Unique in its task only. */
  readonly callId: string
  readonly user: string
}

/** The questions that wait for an answer, from whichever request it comes and however late. */
export interface Confirmations {
  /** Rejects with the signal's reason: nobody waits for the answer any more. */
  ask(question: Question, signal: AbortSignal): Promise<ConfirmAnswer>
  /** False when no such question waits: unknown, answered, over, or somebody else's, which nobody can tell apart. */
  answer(question: Question, answer: ConfirmAnswer): boolean
}

export function createConfirmations(): Confirmations {
  const waiting = new Map<string, (answer: ConfirmAnswer) => void>()
  const keyOf = ({ taskId, callId, user }: Question) => JSON.stringify([taskId, callId, user])

  return {
    ask(question, signal) {
      const key = keyOf(question)
      return new Promise<ConfirmAnswer>((resolve, reject) => {
        const giveUp = () => reject(signal.reason)
        if (signal.aborted) return giveUp()
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.set(key, (answer) => {
          signal.removeEventListener('abort', giveUp)
          resolve(answer)
        })
      }).finally(() => waiting.delete(key))
    },
    answer(question, answer) {
      const key = keyOf(question)
      const settle = waiting.get(key)
      // At once, and not when the promise has settled: the second of two answers may come right behind.
      waiting.delete(key)
      settle?.(answer)
      return settle !== undefined
    },
  }
}
