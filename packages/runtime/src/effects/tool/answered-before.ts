import type { PayloadOf } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import type { HumanContracts } from '../../people/human-contracts.js'
import type { RunScope } from '../../scope/run-scope.js'
import { meaningOfInput } from './meaning-of.js'

export type Question = PayloadOf<HumanContracts<string>, 'ConfirmationRequest'>
export type Answer = PayloadOf<HumanContracts<string>, 'ConfirmationAnswer'>

/** The answers of people about calls, in an earlier process. */
export interface AnsweredBefore {
  /** The last answer about a call, by its id. */
  readonly ofCall: ReadonlyMap<string, Answer>
  /** The last question about a call, by the id of the call. */
  readonly questionOf: ReadonlyMap<string, Question>
  /** The call that was decided about for this process. */
  readonly decidedNow: string | undefined
  /** The last input that a person gave to a call, by its id. */
  readonly inputOf: ReadonlyMap<string, unknown>
  /** Each question with its answer, the oldest first. */
  readonly answered: readonly (readonly [Question, Answer])[]
  /** The last answer about calls that mean the same, the last yes or `done` if there was one. */
  byMeaning(): Promise<ReadonlyMap<string, Answer>>
}

export function answeredBefore(
  scope: Pick<RunScope, 'history' | 'decidedNow'>,
  tools: ReadonlyMap<string, Tool>,
): AnsweredBefore {
  const questions = new Map<string, Question>()
  const ofCall = new Map<string, Answer>()
  const inputOf = new Map<string, unknown>()
  let answered: (readonly [Question, Answer])[] = []
  let decidedNow: string | undefined
  for (const { id, type, payload } of scope.history) {
    if (type === 'ConfirmationRequest') {
      const question = payload as Question
      questions.set(question.callId, question)
      // The yes before it was to an input that was not used yet.
      if (question.amended) {
        ofCall.delete(question.callId)
        answered = answered.filter(([{ callId }]) => callId !== question.callId)
      }
    }
    if (type !== 'ConfirmationAnswer') continue
    const answer = payload as Answer
    const question = questions.get(answer.callId)
    ofCall.set(answer.callId, answer)
    if (answer.input !== undefined) inputOf.set(answer.callId, answer.input)
    if (id === scope.decidedNow) decidedNow = answer.callId
    if (question) answered.push([question, answer])
  }
  let known: Promise<ReadonlyMap<string, Answer>> | undefined

  async function read(): Promise<ReadonlyMap<string, Answer>> {
    const byMeaning = new Map<string, Answer>()
    for (const [{ tool, input: asked }, answer] of answered) {
      const { input = asked } = answer
      const meaning = await meaningOfInput(tools, { tool, input })
      if (outweighs(answer, byMeaning.get(meaning))) byMeaning.set(meaning, answer)
    }
    return byMeaning
  }

  return {
    ofCall,
    inputOf,
    answered,
    questionOf: questions,
    decidedNow,
    byMeaning() {
      known ??= read()
      return known
    },
  }
}

type Word = Pick<Answer, 'allowed' | 'done'>

/** Whether an answer replaces the earlier one: a no doesn't undo an earlier yes or `done`. */
export function outweighs(answer: Word, before: Word | undefined): boolean {
  return answer.allowed || answer.done === true || !(before?.allowed || before?.done)
}
