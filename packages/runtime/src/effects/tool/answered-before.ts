import type { PayloadOf } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import type { RunScope } from '../../run/run-scope.js'
import type { HumanContracts } from '../human/human-contracts.js'
import { meaningOf } from './meaning-of.js'

type Question = PayloadOf<HumanContracts<string>, 'ConfirmationRequest'>
type Answer = PayloadOf<HumanContracts<string>, 'ConfirmationAnswer'>

/** What people said about calls in an earlier process. */
export interface AnsweredBefore {
  /** The last answer about a call, by its id. */
  readonly ofCall: ReadonlyMap<string, Answer>
  /** The last question about a call, by the id of the call. */
  readonly questionOf: ReadonlyMap<string, Question>
  /** The call that was decided about for this process. */
  readonly decidedNow: string | undefined
  /** The last answer about calls that mean the same, the last yes if there was one. */
  byMeaning(): Promise<ReadonlyMap<string, Answer>>
}

export function answeredBefore(
  scope: Pick<RunScope, 'history' | 'decidedNow'>,
  tools: ReadonlyMap<string, Tool>,
): AnsweredBefore {
  const questions = new Map<string, Question>()
  const ofCall = new Map<string, Answer>()
  const answered: (readonly [Question, Answer])[] = []
  let decidedNow: string | undefined
  for (const { id, type, payload } of scope.history) {
    if (type === 'ConfirmationRequest') questions.set((payload as Question).callId, payload as Question)
    if (type !== 'ConfirmationAnswer') continue
    const answer = payload as Answer
    const question = questions.get(answer.callId)
    ofCall.set(answer.callId, answer)
    if (id === scope.decidedNow) decidedNow = answer.callId
    if (question) answered.push([question, answer])
  }
  let known: Promise<ReadonlyMap<string, Answer>> | undefined

  async function read(): Promise<ReadonlyMap<string, Answer>> {
    const byMeaning = new Map<string, Answer>()
    for (const [{ tool, input }, answer] of answered) {
      const parsed = await tools
        .get(tool)
        ?.parse(input)
        .catch(() => undefined)
      const meaning = meaningOf(tool, { input, parsed })
      if (answer.allowed || !byMeaning.get(meaning)?.allowed) byMeaning.set(meaning, answer)
    }
    return byMeaning
  }

  return {
    ofCall,
    questionOf: questions,
    decidedNow,
    byMeaning() {
      known ??= read()
      return known
    },
  }
}
