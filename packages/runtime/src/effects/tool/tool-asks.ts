import type { PayloadOf } from '@artoo/bus'
import type { ToolQuestion } from '@artoo/spec'
import type { HumanContracts } from '../../people/human-contracts.js'
import { positionOf } from '../../people/question.js'
import type { Request, ToolPort } from './tool-port.js'

type Answered = PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>

/** The questions that tools put before people in the middle of their calls. */
export interface ToolAsks {
  /** Returns the `ask` of a call. */
  asker(request: Request): (questions: readonly ToolQuestion[]) => Promise<readonly (string | null)[]>
  answered(answer: Answered): void
}

export function toolAsks(port: ToolPort): ToolAsks {
  const waiting = new Map<string, (answer: Answered) => void>()

  return {
    asker({ id: causationId, payload: { tool, callId, about } }) {
      let count = 0
      return async (questions) => {
        if (questions.length === 0) return []
        const key = `${callId}?${++count}`
        const subtask = about?.subtask ?? undefined
        const requests = questions.map(({ question, choices }) => ({
          ...({ question, kind: 'question', from: tool } as const),
          ...(choices && { choices: [...choices] }),
          ...(subtask !== undefined && { subtask }),
        }))
        const answer = new Promise<Answered>((resolve) => waiting.set(key, resolve))
        // The same words may be about something else now.
        port.publish(
          { type: 'ClarificationRequest', to: 'host', payload: { key, requests, anew: true } },
          { causationId },
        )
        const { answers } = await answer
        return questions.map((_, index) => {
          const said = answers.find(({ to }) => to.some((one) => positionOf(one) === index))
          return said && said.code === undefined && said.answer !== '' ? said.answer : null
        })
      }
    },
    answered(answer) {
      waiting.get(answer.key ?? '')?.(answer)
      waiting.delete(answer.key ?? '')
    },
  }
}
