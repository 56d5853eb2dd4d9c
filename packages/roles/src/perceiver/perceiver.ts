import { ask, briefing } from '../ask.js'
import type { Incoming } from '../messages/contracts.js'
import type { Clarification } from '../messages/task.js'
import type { Role, Step } from '../role.js'
import { defaultRoom, fitted } from '../room.js'
import { perceiverInstruction } from './prompt.js'

/** Clarification rounds before the perceiver goes on with what it has. */
const maxClarifications = 2

interface State {
  readonly text: string
  readonly receivedAt: number
  readonly clarifications: readonly Clarification[]
  /** Asked and not yet answered. */
  readonly questions: readonly string[]
}

/** Of the room for a conversation, what one round of questions and its answer may take. */
const shareOfRound = 1 / 16

export interface PerceiverComponents {
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
}

/** R1: turns free text into a TaskSpec. Blind to memory, and the only role that may ask the user back. */
export function createPerceiver({ room = defaultRoom }: PerceiverComponents = {}): Role<'R1', State> {
  return {
    actor: 'R1',
    initial: { text: '', receivedAt: 0, clarifications: [], questions: [] },
    decide(state, message) {
      switch (message.type) {
        case 'UserInput':
          return question({ ...state, text: message.payload.text, receivedAt: message.at })
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

function question(state: State): Step<'R1', State> {
  const { text, clarifications } = state
  return [state, [ask('task_spec', briefing(perceiverInstruction, { text, clarifications }))]]
}

function perceive(state: State, { payload }: Extract<Incoming<'R1'>, { type: 'ModelReply' }>): Step<'R1', State> {
  if (payload.kind !== 'value' || payload.output !== 'task_spec') return [state, []]
  const { intent, scope, deadline, questions } = payload.value
  const { clarifications } = state
  const mayAsk = clarifications.length < maxClarifications && clarifications.every(({ answer }) => answer.trim() !== '')
  if (questions?.length && mayAsk) {
    return [{ ...state, questions }, [{ type: 'ClarificationRequest', to: 'host', payload: { questions } }]]
  }
  const spec = {
    intent,
    scope: scope ?? null,
    deadline: deadline ?? null,
    rawInput: state.text,
    clarifications: [...clarifications],
    receivedAt: state.receivedAt,
  }
  return [state, [{ type: 'TaskSpec', to: 'R2', payload: spec }]]
}
