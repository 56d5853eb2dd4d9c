import type { Decider, Incoming } from '@artoo/runtime'
import { statusOf } from '../decide/status.js'
import type { OmegaContracts } from '../messages/contracts.js'
import { type PhiReading, speakerOf } from '../messages/outputs.js'
import { emptySession } from '../session/fold.js'
import { begun, wasRead, wasRecalled } from './begin.js'
import { userClarified } from './clarify.js'
import { launch } from './deploy.js'
import { end } from './end.js'
import { checkDone, heard, silent, toolDone, toolsCalled } from './hear.js'
import { personsAnswered } from './hear-persons.js'
import { batchEnded, interrupted } from './settle.js'
import { type DeliberationState, type Received, type Surroundings, type Transition, taken } from './transition.js'

const initial: DeliberationState = {
  session: emptySession(),
  log: [],
  ...{ waiting: 'begin', given: {}, assignments: {}, asked: [], requests: 0 },
}

/** PHI: whom to send, what to make of what they say, and when it is over. Pure: all that it learns comes as a message. */
export function createPhi(surroundings: Surroundings): Decider<OmegaContracts, 'phi', DeliberationState> {
  return {
    actor: 'phi',
    initial,
    decide: (state, message) => {
      if (state.waiting === 'nothing') return [state, []]
      return taken(state, new Date(message.at).toISOString(), surroundings, (transition) => {
        dispatch(transition, message)
        launchAndSettle(transition)
      })
    },
  }
}

/** Launches and settles until somebody has to be waited for: a batch may be empty. */
function launchAndSettle(transition: Transition): void {
  for (let { next } = transition; next !== null && transition.waiting !== 'nothing'; { next } = transition) {
    transition.next = null
    if (next === 'launch') launch(transition)
    else batchEnded(transition)
  }
}

function dispatch(transition: Transition, message: Incoming<OmegaContracts, 'phi'>): void {
  switch (message.type) {
    case 'DeliberationBegun':
      begun(transition, message.payload)
      return
    case 'Recalled':
      if (transition.waiting === 'memory') wasRecalled(transition, message.payload)
      return
    case 'ModelCall':
      billed(transition, message.payload)
      return
    case 'ModelReply':
      replied(transition, message.payload)
      return
    case 'ModelFailure':
      unanswered(transition, message.payload)
      return
    case 'AgentReply':
      heard(transition, message.payload.key, message.payload.report)
      return
    case 'AgentFailure':
      silent(transition, message.payload.key, 'no_answer', message.payload.message)
      return
    case 'ToolResult':
      toolDone(transition, message.payload)
      return
    case 'CheckResult':
      checkDone(transition, message.payload)
      return
    case 'ClarificationAnswer':
      if (transition.waiting === 'clarification') userClarified(transition, message.payload.answers)
      else personsAnswered(transition, message.payload.answers)
      return
    case 'Interrupt':
      interrupted(transition, message.payload)
      return
    case 'TaskStarted':
    case 'Waited':
      return
    default:
      message satisfies never
  }
}

function billed(transition: Transition, { key, output, usage, durationMs }: Received<'ModelCall'>['payload']): void {
  const tokens = usage.inputTokens + usage.outputTokens
  const assignment = transition.assignments[key]
  if (assignment) transition.assignments[key] = { ...assignment, tokens: assignment.tokens + tokens }
  transition.happen({ type: 'usage', agent: speakerOf(output).agent, tokens, modelCalls: 1, ms: durationMs })
}

function replied(transition: Transition, reply: Received<'ModelReply'>['payload']): void {
  if (reply.kind === 'tool_calls') toolsCalled(transition, reply.key, reply.toolCalls)
  else if (reply.output !== 'reading') heard(transition, reply.key, reply.value)
  else if (transition.waiting === 'reading') wasRead(transition, reply.value as PhiReading)
}

function unanswered(transition: Transition, { key, code, message }: Received<'ModelFailure'>['payload']): void {
  silent(transition, key, code === 'invalid_output' ? 'schema' : 'no_answer', message)
  if (transition.waiting !== 'reading') return
  const why = `the problem could not be classified (${message}): try again, or say what kind of problem it is`
  end(transition, { status: statusOf(transition.session).status, code: 'irrecoverable', why })
}
