import type { Decider, Incoming } from '@artoo/runtime'
import type { OmegaContracts } from '../messages/contracts.js'
import { type Answer, agentOf, type Judgement, type Reading } from '../messages/outputs.js'
import { emptySession } from '../session/fold.js'
import { begun, wasAnswered, wasRead, wasRecalled } from './begin.js'
import { userClarified } from './clarify.js'
import { launch } from './deploy.js'
import { end } from './end.js'
import { checkDone, failed, heard, toolDone, toolsCalled } from './hear.js'
import { answered, ruled } from './rulings.js'
import { batchEnded, interrupted } from './settle.js'
import { type DeliberationState, type Message, type Surroundings, type Turn, taken } from './turn.js'

const initial: DeliberationState = {
  session: emptySession(),
  log: [],
  waiting: 'begin',
  given: {},
  plan: null,
  batch: 0,
  assignments: {},
  requests: 0,
}

/** PHI: whom to send, what to make of what they say, and when it is over. Pure: all that it learns comes as a message. */
export function createPhi(surroundings: Surroundings): Decider<OmegaContracts, 'phi', DeliberationState> {
  return {
    actor: 'phi',
    initial,
    decide: (state, message) => {
      if (state.waiting === 'nothing') return [state, []]
      return taken(state, new Date(message.at).toISOString(), surroundings, (turn) => {
        dispatch(turn, message)
        goOn(turn)
      })
    },
  }
}

/** Launches and settles until somebody has to be waited for: a batch may be empty. */
function goOn(turn: Turn): void {
  for (let { next } = turn; next !== null && turn.waiting !== 'nothing'; { next } = turn) {
    turn.next = null
    if (next === 'launch') launch(turn)
    else batchEnded(turn)
  }
}

function dispatch(turn: Turn, message: Incoming<OmegaContracts, 'phi'>): void {
  switch (message.type) {
    case 'DeliberationBegun':
      begun(turn, message.payload)
      return
    case 'Recalled':
      if (turn.waiting === 'memory') wasRecalled(turn, message.payload)
      return
    case 'ModelCall':
      billed(turn, message.payload)
      return
    case 'ModelReply':
      replied(turn, message.payload)
      return
    case 'ModelFailure':
      unanswered(turn, message.payload)
      return
    case 'AgentReply':
      heard(turn, message.payload.key, message.payload.report)
      return
    case 'AgentFailure':
      silent(turn, message.payload.key, 'no_answer', message.payload.message)
      return
    case 'ToolResult':
      toolDone(turn, message.payload)
      return
    case 'CheckResult':
      checkDone(turn, message.payload)
      return
    case 'ClarificationAnswer':
      if (turn.waiting === 'clarification') userClarified(turn, message.payload.answers)
      else if (turn.waiting === 'ruling') answered(turn, message.payload.answers)
      return
    case 'Interrupt':
      interrupted(turn, message.payload)
      return
    case 'TaskStarted':
    case 'Waited':
      return
    default:
      message satisfies never
  }
}

function billed(turn: Turn, { key, output, usage, durationMs }: Message<'ModelCall'>['payload']): void {
  const tokens = usage.inputTokens + usage.outputTokens
  const assignment = turn.assignments[key]
  if (assignment) turn.assignments[key] = { ...assignment, tokens: assignment.tokens + tokens }
  turn.happen({ type: 'usage', agent: agentOf(output), tokens, modelCalls: 1, ms: durationMs })
}

function replied(turn: Turn, reply: Message<'ModelReply'>['payload']): void {
  if (reply.kind === 'tool_calls') {
    toolsCalled(turn, reply.key, reply.toolCalls)
    return
  }
  switch (reply.output) {
    case 'reading':
      if (turn.waiting === 'reading') wasRead(turn, reply.value as Reading)
      return
    case 'judgement':
      if (turn.waiting === 'judgement') ruled(turn, (reply.value as Judgement).rulings)
      return
    case 'answer':
      if (turn.waiting === 'answer') wasAnswered(turn, reply.value as Answer)
      return
    default:
      heard(turn, reply.key, reply.value)
  }
}

function unanswered(turn: Turn, { key, code, message }: Message<'ModelFailure'>['payload']): void {
  if (turn.assignments[key]) {
    silent(turn, key, code === 'invalid_output' ? 'schema' : 'no_answer', message)
    return
  }
  if (turn.waiting === 'judgement') ruled(turn, [])
  if (turn.waiting !== 'reading' && turn.waiting !== 'answer') return
  const what = turn.waiting === 'reading' ? 'could not be classified' : 'could not be answered'
  const why = `the problem ${what} (${message}): try again, or say what kind of problem it is`
  end(turn, { status: 'FAILURE', code: 'irrecoverable', why })
}

function silent(turn: Turn, key: string, code: 'schema' | 'no_answer', message: string): void {
  const assignment = turn.assignments[key]
  if (assignment) failed(turn, assignment, [{ code, field: null, message }], null)
}
