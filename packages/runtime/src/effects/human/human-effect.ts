import type { MessageFrom, Port } from '@artoo/bus'
import type { HumanContracts } from '../../people/human-contracts.js'
import type { People } from '../../people/people.js'
import { type Question, questionsIn } from '../../people/question.js'
import type { Incoming } from '../../scope/decider.js'
import { type Effect, effect } from '../../scope/effect.js'
import type { RunContracts } from '../../scope/run-contracts.js'

type Contracts = HumanContracts<string> & RunContracts<string>
type Answer = MessageFrom<Contracts, 'host'>

/** Puts questions before the people behind the host's `clarify` and `confirm`, while the run's clock stands still. */
export function humanEffect(): Effect {
  return effect({
    actor: 'host',
    unanswered: 'reissue',
    answers: { ConfirmationRequest: ['ConfirmationAnswer'], ClarificationRequest: ['ClarificationAnswer'] },
    bind(port: Port<Contracts, 'host'>, { signal, people, time, controller, mayBegin, park }) {
      port.receive(async (message) => {
        const ask = questionIn(message, people)
        if (!ask || !(await mayBegin())) return
        const answer = await ask()
        if (signal.aborted) return
        if (!answer) return park(message.id)
        const waitedMs = time.waitedMs()
        if (waitedMs > 0) port.publish({ type: 'Waited', to: controller, payload: { waitedMs } })
        port.publish(answer, { causationId: message.id })
      })
    },
  })
}

/** A call can't be parked in its middle: without an answer the tool goes on. */
const noAnswers = (questions: readonly Question[]) =>
  questions.map(({ id }) => ({ to: [id], answer: '', by: null, code: 'no_answer' as const }))

/** Null for a message that asks nobody. */
function questionIn(message: Incoming<Contracts, 'host'>, people: People): (() => Promise<Answer | null>) | null {
  switch (message.type) {
    case 'ClarificationRequest':
      return async () => {
        const { key, anew } = message.payload
        const questions = questionsIn(message)
        const answers =
          (await people.clarify(questions, anew)) ?? (message.from === 'tools' ? noAnswers(questions) : null)
        const payload = answers && { ...(key !== undefined && { key }), answers: [...answers] }
        return payload && { type: 'ClarificationAnswer', to: message.from, payload }
      }
    case 'ConfirmationRequest':
      return async () => {
        const { callId, key: _, idempotencyKey: __, ...request } = message.payload
        const answer = await people.confirm(request, callId)
        return answer && { type: 'ConfirmationAnswer', to: 'tools', payload: { callId, ...answer } }
      }
    default:
      return null
  }
}
