import { type Contract, contract } from '@artoo/bus'
import { type AnyDecider, type Decider, type RunContracts, runContracts, type System } from '@artoo/runtime'
import { createAgentValidator } from '../agent-validator/agent-validator.js'
import { createExecutor } from '../executor/executor.js'
import { type ArtooContracts, contracts } from '../messages/contracts.js'
import { type SubTaskOutcome, subTaskOutcome } from '../messages/outcome.js'
import { subTask } from '../messages/plan.js'
import type { RolesOptions } from '../system.js'

type Own = RunContracts<'R4b'> & {
  readonly Assignment: Contract<typeof subTask, readonly ['host', 'R2']>
  readonly PairResult: Contract<typeof subTaskOutcome, readonly ['R4b', 'host']>
}

/** Executor and validator on their own: one subtask from outside, and its outcome. R2 passes it on, R4b returns the outcome. */
export type PairContracts = Omit<ArtooContracts, keyof Own> & Own

const pairContracts: PairContracts = {
  ...contracts,
  ...runContracts('R4b'),
  Assignment: contract(subTask.describe('One unit of work, from whoever keeps the plan.'), [['host', 'R2']]),
  PairResult: contract(subTaskOutcome.describe('What became of it, with every criterion’s record.'), [['R4b', 'host']]),
}

export const pairSystem: System<PairContracts, 'R4b', 'PairResult'> = {
  contracts: pairContracts,
  controller: 'R4b',
  result: 'PairResult',
}

const foreman: Decider<PairContracts, 'R2', null> = {
  actor: 'R2',
  initial: null,
  decide(state, { type, payload }) {
    if (type !== 'Assignment') return [state, []]
    const assigned = { type: 'SubTask', payload } as const
    return [
      state,
      [
        { ...assigned, to: 'R4a' },
        { ...assigned, to: 'R3' },
      ],
    ]
  },
}

const speaker: Decider<PairContracts, 'R4b', null> = {
  actor: 'R4b',
  initial: null,
  decide(state, { type, payload }) {
    if (type === 'SubTaskOutcome') return [state, [{ type: 'PairResult', to: 'host', payload: judged(payload) }]]
    if (type !== 'Interrupt') return [state, []]
    const cut = { ...interrupted, failureReason: payload.message }
    return [state, [{ type: 'PairResult', to: 'host', payload: cut }]]
  },
}

/** No judge follows: work with an unjudged criterion has not matched, and counts as failed by the infrastructure. */
function judged(outcome: SubTaskOutcome): SubTaskOutcome {
  const open = outcome.verdicts.find(({ verdict }) => verdict === 'unjudged')
  if (!open || outcome.status === 'failed') return outcome
  const failureReason = `nobody could judge "${open.criterion}": ${open.evidence}`
  return { ...outcome, status: 'failed', failureReason, infrastructure: true }
}

const interrupted: SubTaskOutcome = {
  subtaskId: 'task',
  intent: '',
  status: 'failed',
  output: '',
  failureReason: null,
  code: null,
  failureClass: null,
  cause: null,
  infrastructure: false,
  verdicts: [],
  promised: 1,
  undone: true,
  attempts: 0,
  needs: [],
  clarifications: [],
  replaces: null,
  toolCalls: [],
}

/** The deciders of one subtask: R3 and R4a, in the fast loop that they are in every task. */
export function createPair(
  options: Pick<RolesOptions, 'instructions' | 'maxToolTurns' | 'maxRetries' | 'surroundings'> & {
    readonly readTools?: readonly string[]
  },
) {
  return [foreman, createExecutor(options), createAgentValidator(options), speaker] as readonly AnyDecider[]
}
