import { ask, briefing } from '../ask.js'
import { deadlineIn, whatWasMeant } from '../deadline.js'
import { isoTime } from '../iso-time.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { Clarification, Turn } from '../messages/task.js'
import { oneLine } from '../one-line.js'
import type { Role, Step } from '../role.js'
import { defaultRoom, fitted } from '../room.js'
import { perceiverInstruction } from './prompt.js'

/** Clarification rounds before the perceiver goes on with what it has. */
const maxClarifications = 2

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
  readonly earlier: readonly Turn[]
  readonly clarifications: readonly Clarification[]
  /** Asked and not yet answered. */
  readonly questions: readonly string[]
  /** Why the deadline that the model gave first can't be kept. */
  readonly problem: string | null
}

/** Of the room for a conversation, what one round of questions and its answer may take. */
const shareOfRound = 1 / 16

/**
 * R1: turns free text into a TaskSpec. Blind to memory, and the only role that may ask the user back. A deadline that can't
 * be kept goes back to the model once; then the task has none, and R7 is told so with the reason. Without a model it hands
 * the words on as they are, for the planner to read; words that come after others in a conversation are always read by one.
 */
export function createPerceiver({ byModel = true, room = defaultRoom }: PerceiverComponents = {}): Role<'R1', State> {
  return {
    actor: 'R1',
    initial: { text: '', receivedAt: 0, earlier: [], clarifications: [], questions: [], problem: null },
    decide(state, message) {
      switch (message.type) {
        case 'UserInput': {
          const { text, earlier = [] } = message.payload
          const receivedAt = message.at
          if (!byModel && earlier.length === 0) return verbatim(state, text, receivedAt)
          return question({ ...state, text, earlier, receivedAt })
        }
        case 'ClarificationAnswer': {
          const { answer } = message.payload
          const clarification = fitted({ questions: [...state.questions], answer }, room * shareOfRound)
          return question({ ...state, questions: [], clarifications: [...state.clarifications, clarification] })
        }
        case 'ModelReply':
          return perceive(state, message)
        case 'ModelFailure':
          return [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

function verbatim(state: State, text: string, receivedAt: number): Step<'R1', State> {
  const given = { intent: text.trim(), rawInput: text, receivedAt, verbatim: true }
  return [
    state,
    [{ type: 'TaskSpec', to: 'R2', payload: { ...given, scope: null, deadline: null, clarifications: [] } }],
  ]
}

function question(state: State): Step<'R1', State> {
  const { text, receivedAt, clarifications, earlier } = state
  const turns = earlier.map((turn, index) => ({ turn: index + 1, ...turn }))
  const data = { text, now: isoTime(receivedAt), clarifications, ...(turns.length > 0 && { earlier: turns }) }
  return [state, [ask('task_spec', briefing(perceiverInstruction, data))]]
}

function perceive(state: State, { payload }: Extract<Incoming<'R1'>, { type: 'ModelReply' }>): Step<'R1', State> {
  if (payload.kind !== 'value' || payload.output !== 'task_spec') return [state, []]
  const { intent, scope, refersTo } = payload.value
  const questions = payload.value.questions?.map((question) => oneLine(question, 1_000)).filter((line) => line !== '')
  const { clarifications, receivedAt } = state
  const mayAsk = clarifications.length < maxClarifications && clarifications.every(({ answer }) => answer.trim() !== '')
  if (questions?.length && mayAsk) {
    return [{ ...state, questions }, [{ type: 'ClarificationRequest', to: 'host', payload: { questions } }]]
  }
  const given = deadlineIn(payload.value.deadline, receivedAt)
  if (given?.problem && state.problem === null) {
    const { problem } = given
    const content = whatWasMeant(problem)
    return [{ ...state, problem }, [ask('task_spec', [{ role: 'user', content }], { continues: true })]]
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
