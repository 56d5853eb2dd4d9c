import { contract, type PayloadOf } from '@artoo/bus'
import { oneLine } from '@artoo/llm'
import {
  askModel,
  type Decider,
  humanContracts,
  modelContracts,
  runContracts,
  type System,
  saidIn,
  turnedDown,
} from '@artoo/runtime'
import { errorMessage, type Message } from '@artoo/spec'
import * as z from 'zod'
import { again } from '../coordinator/prompt-parts.js'
import { alignPrompt } from '../coordinator/prompts.js'
import type { ReviewCheck } from '../coordinator/proposals.js'
import { isAll, isYes } from '../messages/is-yes.js'
import { type Alignment, outputs } from '../messages/outputs.js'
import { noPins } from '../state/agreed.js'
import { checkText } from '../view/check-text.js'
import { aligned } from './aligned.js'
import { besideBaseCase, withAllRequired } from './beside-base-case.js'
import { nodesNamed } from './nodes-named.js'
import { type Plan, readPlan } from './plan.js'

const plan = z.custom<Plan>((value) => typeof value === 'object' && value !== null).meta({ title: 'Plan' })

const contracts = {
  ...runContracts('aligner'),
  ...modelContracts(outputs, ['aligner']),
  ...humanContracts(['aligner']),
  AlignAsked: contract(
    z
      .object({ text: z.string(), surroundings: z.string().default('') })
      .describe('A job, in the words of whoever wants it.'),
    [['host', 'aligner']],
  ),
  AlignResult: contract(
    z
      .object({ plan: plan.nullable(), by: z.string().nullable(), refusal: z.string().nullable() })
      .describe('What was agreed on and by whom, or why nothing was.'),
    [['aligner', 'host']],
  ),
} as const

type AlignContracts = typeof contracts

export const alignSystem: System<AlignContracts, 'aligner', 'AlignResult'> = {
  contracts,
  controller: 'aligner',
  result: 'AlignResult',
  resumes: false,
}

interface State {
  /** Requests to the model so far, for what the person said or code turned down. */
  readonly asked: number
  /** The plan that the person is looking at. */
  readonly proposed: Plan | null
}

const unnamed = {
  loopId: 'loop',
  by: 'nobody',
  at: new Date(0).toISOString(),
  pinned: { files: noPins, commands: [] },
  before: null,
}

/** Rounds of one dialogue: more is a model that can't be satisfied. */
const mostRounds = 8

const key = 'align'

type Step = ReturnType<Decider<AlignContracts, 'aligner', State>['decide']>

/** Comes to an agreement with a person: asks back, cuts the job into atoms, and has the plan confirmed word for word. */
export function createAligner(review: ReviewCheck): Decider<AlignContracts, 'aligner', State> {
  return {
    actor: 'aligner',
    initial: { asked: 1, proposed: null },
    decide(state, message) {
      switch (message.type) {
        case 'AlignAsked':
          return [state, [askModel('alignment', alignPrompt(message.payload), { key })]]
        case 'ModelReply':
          return message.payload.kind === 'value' && message.payload.output === 'alignment'
            ? proposed(state, message.payload.value, review)
            : none(state, 'the model gave no plan')
        case 'ClarificationAnswer':
          return answered(state, message.payload)
        case 'ModelFailure':
        case 'Interrupt':
          return none(state, message.payload.message)
        case 'TaskStarted':
        case 'Waited':
          return [state, []]
        default:
          return message satisfies never
      }
    },
  }
}

/** One more round of the model; after the last one there is no agreement. */
function askAgain(state: State, problem: string, messagesFor: (why: string) => readonly Message[]): Step {
  const { why, asked } = turnedDown([problem], state.asked, mostRounds)
  if (asked === null) return none(state, `no agreement in ${mostRounds} rounds: ${why}`)
  return [{ asked, proposed: null }, [askModel('alignment', messagesFor(why), { key, continues: true })]]
}

function clarify(questions: string[]) {
  const payload = {
    requests: questions.map((question) => ({ question, kind: 'question' as const, from: 'aligner' })),
    anew: true,
  }
  return { type: 'ClarificationRequest', to: 'host', payload } as const
}

function none(state: State, refusal: string): Step {
  return [state, [{ type: 'AlignResult', to: 'host', payload: { plan: null, by: null, refusal } }]]
}

function proposed(state: State, { questions, plan: given }: Alignment, review: ReviewCheck): Step {
  if (given === null) {
    if (questions.length === 0) return none(state, 'the model proposed no plan')
    // The model would not be told the answers.
    if (state.asked === mostRounds) return none(state, `no agreement in ${mostRounds} rounds of questions`)
    return [state, [clarify(questions.map((question) => oneLine(question) || '?'))]]
  }
  const { atoms, alternatives, ...agreed } = given
  try {
    const made: Plan = { ...agreed, ...nodesNamed(atoms, alternatives) }
    // Before a person has looked at it, so that nothing is left to fail after the yes.
    aligned(readPlan(made, review), unnamed)
    return [{ ...state, proposed: made }, [clarify([planText(made)])]]
  } catch (error) {
    return askAgain(state, `${errorMessage(error)}${legend(errorMessage(error), atoms)}`, again)
  }
}

/** Ids are the code's: the model knows its atoms by the names that it gave. */
function legend(refusal: string, atoms: readonly { readonly name: string }[]): string {
  const named = atoms.flatMap(({ name }, index) => {
    const id = `a${index + 1}`
    return new RegExp(`\\b${id}\\b`).test(refusal) ? [`${id} is ${JSON.stringify(name)}`] : []
  })
  return named.length === 0 ? '' : ` (${named.join(', ')})`
}

/** A yes is an agreement; nobody's answer is none; anything else is one more word on it. */
function answered(state: State, { answers }: PayloadOf<AlignContracts, 'ClarificationAnswer'>): Step {
  const { answer, by } = saidIn(answers)
  if (by === null || (answer === '' && state.proposed !== null)) {
    return none(state, 'nobody agreed to the plan: answer by `clarify`, or give the plan as data')
  }
  if (state.proposed !== null && (isYes(answer) || isAll(answer))) {
    const plan = isAll(answer) ? withAllRequired(state.proposed) : state.proposed
    return [state, [{ type: 'AlignResult', to: 'host', payload: { plan, by, refusal: null } }]]
  }
  const said = JSON.stringify(answer)
  const content =
    state.proposed === null
      ? `The person answers: ${said}`
      : `The person did not say yes, but: ${said}. Answer with the whole plan once more, changed as they want it.`
  return askAgain(state, 'the person did not say yes', () => [{ role: 'user', content }])
}

/** The whole plan, as the person agrees to it. */
function planText(plan: Plan): string {
  const fixed = (plan.protected_paths ?? []).map((path) => (typeof path === 'string' ? path : path.glob))
  const atoms = Object.entries(plan.atoms).map(([id, { description, success_criteria, deps = [], writes = [] }]) => {
    const after = deps.length > 0 ? `, after ${list(deps)}` : ''
    const changes = writes.length > 0 ? `; changes ${list(writes)}` : ''
    return `- ${list([id])}${after}: ${oneLine(description, Infinity)} (done when ${checkText(success_criteria)}${changes})`
  })
  const groups = Object.entries(plan.or_groups ?? {}).map(
    ([id, { choices }]) => `- ${list([id])}: one of ${list(choices)} is done, the first that succeeds`,
  )
  const beside = besideBaseCase(plan)
  return [
    `Goal: ${oneLine(plan.goal, Infinity)}`,
    `Why: ${oneLine(plan.background_intent, Infinity)}`,
    `Delivered: ${oneLine(plan.deliverables.join('; '), Infinity)}`,
    `Done: ${oneLine(plan.definition_of_done, Infinity)}, which code decides by this: ${checkText(plan.base_case)}`,
    ...(fixed.length > 0 ? [`Not to be changed, added or removed: ${list(fixed)}`] : []),
    'Atoms:',
    ...[...atoms, ...groups],
    ...(beside.length > 0
      ? [`The loop may end with some of these not done: ${list(beside)}. Answer all to begin and have them done, too.`]
      : []),
    'Checks run the commands above without asking again, as long as the scripts, configuration and lock files that define them stay as they are; those that an atom names as changed are part of its work. Answer yes to begin; anything else is taken as a wish to change the plan.',
  ].join('\n')
}

/** Names of a model's making. */
const list = (names: readonly string[]) => oneLine(names.join(', '), Infinity)
