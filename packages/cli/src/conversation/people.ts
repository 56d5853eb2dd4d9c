import type { Clarify, Confirm, PersonAnswer, PersonRequest } from '@artoo/sdk'
import { assertFits, confirmAnswer, questionAnswer } from './answers.js'

/** The requests of the task under way, and the callbacks of the SDK that wait for their answers. */
export interface People {
  readonly requests: readonly PersonRequest[]
  readonly confirm: Confirm
  readonly clarify: Clarify
  /** False for a request that is not open. @throws {ArtooError} `invalid_answer` for an answer of another kind than the request. */
  answer(id: string, answer: PersonAnswer): boolean
  /** The person has gone: each open request and every later one is withdrawn. */
  leave(): void
}

interface Listener {
  asked(taskId: string, request: PersonRequest): void
  settled(taskId: string, id: string): void
}

interface Open {
  readonly request: PersonRequest
  readonly resolve: (answer: PersonAnswer) => void
  readonly reject: (reason: Error) => void
}

/** The answers to requests come from one place, such as a screen, in any order. `by`: the name of the person for the log. */
export function people(by: string, { asked, settled }: Listener): People {
  const open = new Map<string, Open>()
  let hasLeft = false

  function ask(taskId: string, request: PersonRequest, signal: AbortSignal): Promise<PersonAnswer> {
    const { id } = request
    if (signal.aborted) return Promise.reject(signal.reason)
    if (hasLeft) return Promise.reject(new Error('nobody is there to answer'))
    return new Promise<PersonAnswer>((resolve, reject) => {
      const withdrawn = () => open.get(id)?.reject(signal.reason)
      const done = () => {
        signal.removeEventListener('abort', withdrawn)
        open.delete(id)
        settled(taskId, id)
      }
      open.set(id, {
        request,
        resolve(answer) {
          resolve(answer)
          done()
        },
        reject(reason) {
          reject(reason)
          done()
        },
      })
      signal.addEventListener('abort', withdrawn, { once: true })
      asked(taskId, request)
    })
  }

  return {
    get requests() {
      return [...open.values()].map(({ request }) => request)
    },
    async confirm(request, { callId, taskId, signal }) {
      const asked = { ...request, id: callId, kind: 'confirm', askedAt: Date.now() } as const
      return confirmAnswer(await ask(taskId, asked, signal), by)
    },
    async clarify(requests, { taskId, signal }) {
      const answers = requests.map(async (question) => {
        const answer = await ask(taskId, { ...question, askedAt: Date.now() }, signal)
        return [question.id, questionAnswer(answer, by)] as const
      })
      return Object.fromEntries(await Promise.all(answers))
    },
    answer(id, answer) {
      const one = open.get(id)
      if (!one) return false
      assertFits(one.request, answer)
      one.resolve(answer)
      return true
    },
    leave() {
      hasLeft = true
      for (const { reject } of [...open.values()]) reject(new Error('nobody is there to answer'))
    },
  }
}
