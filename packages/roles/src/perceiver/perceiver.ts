import { isoTime } from '@artoo/llm'
import { askModel } from '@artoo/runtime'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { Clarification, Need } from '../messages/need.js'
import type { EarlierTurn } from '../messages/task.js'
import { heardOf, mostRounds, needsOf, questionFor } from '../people/asking.js'
import { briefing } from '../prompts/briefing.js'
import { defaultRoom } from '../prompts/room.js'
import { deadlineIn, whatWasMeant } from '../role/deadline.js'
import type { Role, Step } from '../role/role.js'
import { perceiverInstruction } from './prompt.js'

export interface PerceiverComponents {
  /** @defaultValue true */
  readonly byModel?: boolean
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number | undefined
}

interface State {
  readonly text: string
  readonly receivedAt: number
  /** Turns of the conversation, the oldest first. */
  readonly earlier: readonly EarlierTurn[]
  /** Rounds of questions so far. */
  readonly rounds: number
  readonly clarifications: readonly Clarification[]
  /** Asked and not yet answered. */
  readonly questions: readonly Need[]
  /** Why the deadline that the model gave first can't be kept. */
  readonly problem: string | null
}

/**
 * R1: turns free text into a TaskSpec. Blind to memory. A deadline that can't be kept goes back to the model once; then the task has
 * none, and R7 is told so with the reason. Without a model it hands the words and the earlier turns on as they are, for the planner to read.
 */
export function createPerceiver({ byModel = true, room = defaultRoom }: PerceiverComponents = {}): Role<'R1', State> {
  return {
    actor: 'R1',
    initial: { text: '', receivedAt: 0, earlier: [], rounds: 0, clarifications: [], questions: [], problem: null },
    decide(state, message) {
      switch (message.type) {
        case 'UserInput': {
          const { text, earlier = [] } = message.payload
          const receivedAt = message.at
          const next = { ...state, text, earlier, receivedAt }
          return byModel ? question(next) : verbatim(next)
        }
        case 'ClarificationAnswer': {
          const { answers } = message.payload
          const heard = heardOf(state.questions, answers, room)
          // If there is no answer, the planner and the executor may still ask.
          const open = heard.open.map(({ question }) => question)
          const unanswered = open.length > 0 ? [{ questions: open, answer: '' }] : []
          const clarifications = [...state.clarifications, ...heard.clarifications, ...unanswered]
          return question({ ...state, questions: [], clarifications })
        }
        case 'ModelReply':
          return perceive(state, message)
        case 'ModelFailure':
          return [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

function verbatim(state: State): Step<'R1', State> {
  const { text, receivedAt, earlier } = state
  const given = { intent: text.trim(), rawInput: text, receivedAt, verbatim: true }
  const turns = earlier.length > 0 && { earlier: [...earlier] }
  const payload = { ...given, scope: null, deadline: null, clarifications: [], ...turns }
  return [state, [{ type: 'TaskSpec', to: 'R2', payload }]]
}

function question(state: State): Step<'R1', State> {
  const { text, receivedAt, clarifications, earlier } = state
  const turns = earlier.map((turn, index) => ({ turn: index + 1, ...turn }))
  const data = { text, now: isoTime(receivedAt), clarifications, ...(turns.length > 0 && { earlier: turns }) }
  return [state, [askModel('task_spec', briefing(perceiverInstruction, data))]]
}

function perceive(state: State, { payload }: Extract<Incoming<'R1'>, { type: 'ModelReply' }>): Step<'R1', State> {
  if (payload.kind !== 'value' || payload.output !== 'task_spec') return [state, []]
  const { intent, scope, refersTo } = payload.value
  const { clarifications, receivedAt, rounds } = state
  const questions = needsOf(payload.value.questions?.flatMap((question) => (question.trim() ? { question } : [])))
  const mayAsk = rounds < mostRounds && clarifications.every(({ answer }) => answer.trim() !== '')
  if (questions.length > 0 && mayAsk) {
    return [{ ...state, questions, rounds: rounds + 1 }, [questionFor(questions, { from: 'perceiver' })]]
  }
  const given = deadlineIn(payload.value.deadline, receivedAt)
  if (given?.problem && state.problem === null) {
    const { problem } = given
    const content = whatWasMeant(problem)
    return [{ ...state, problem }, [askModel('task_spec', [{ role: 'user', content }], { continues: true })]]
  }
  const deadline = given ?? (state.problem === null ? null : { at: null, problem: state.problem })
  const earlier = state.earlier.filter((_, index) => refersTo?.includes(index + 1))
  const spec = {
    intent,
    scope: scope ?? null,
    deadline: deadline?.at ?? null,
    rawInput: state.text,
    clarifications: [...clarifications],
    receivedAt,
    verbatim: false,
    ...(earlier.length > 0 && { earlier }),
  }
  const named: Outgoing<'R1'>[] = deadline ? [{ type: 'Deadline', to: 'R7', payload: deadline }] : []
  return [state, [...named, { type: 'TaskSpec', to: 'R2', payload: spec }]]
}
