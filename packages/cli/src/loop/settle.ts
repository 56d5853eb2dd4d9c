import type { AgentLoop, StateFile } from '@artoo/agent-loop'
import { type PersonRequest, readAnswers } from '@artoo/sdk'
import { type Person, personName } from '../asking/person.js'
import { isYes } from '../asking/typed-answer.js'
import type { LoopPackage } from './loop-package.js'

type Question = Exclude<PersonRequest, { readonly kind: 'confirm' }>

export interface Settled extends Pick<LoopPackage, 'openQuestions'> {
  readonly loop: AgentLoop
  readonly person: Person
  readonly signal: AbortSignal
}

/** Asks for the word that a loop waits for: on an objective that was changed, or on what no code decides. Whether it can go on. */
export async function settle(state: StateFile, { loop, person, signal, openQuestions }: Settled): Promise<boolean> {
  const ask = async (question: Question) => {
    const given = person.clarify([question], { signal, taskId: state.loop_id, context: undefined })
    const answers = await Promise.resolve(given).catch(() => '')
    return readAnswers([question], answers)[0]?.answer.trim() ?? ''
  }
  if (state.control.halt_code === 'alignment_missing') {
    if (!isYes(await ask(objectiveQuestion(state)))) return false
    await loop.confirm({ by: personName })
    return true
  }
  let isAnswered = false
  for (const { text, request } of openQuestions(state)) {
    const answer = await ask(request)
    if (answer === '') continue
    await loop.attest(text, { by: personName, holds: isYes(answer) })
    isAnswered = true
  }
  return isAnswered
}

function objectiveQuestion({ objective, revision }: StateFile): Question {
  const { goal, background_intent: why, definition_of_done: done, deliverables } = objective
  const question = [
    ...['What was agreed on was changed. It is now:', `Goal: ${goal}`, `Why: ${why}`],
    ...[`Delivered: ${deliverables.join('; ')}`, `Done: ${done}`, 'Go on with it?'],
  ].join('\n')
  return {
    ...{ id: `objective.${revision}`, kind: 'question', from: 'coordinator', question, choices: ['yes', 'no'] },
    askedAt: Date.now(),
  }
}
