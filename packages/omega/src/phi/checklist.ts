import type { IterationPlan } from '../protocol/batch.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { coverage } from './genesis.js'
import { clarity, idsOf, isIn, leastClusters, mandatory } from './priorities.js'

export type ChecklistState = Pick<
  SessionState,
  'problem' | 'limits' | 'iteration' | 'iterations' | 'deployed' | 'removed' | 'questions' | 'contradictions'
>

export interface ChecklistEntry {
  /** PHI's question (section 1.4). */
  readonly item: string
  readonly holds: boolean
  readonly why: string
}

interface Question {
  readonly item: string
  readonly ask: (given: {
    state: ChecklistState
    plan: IterationPlan
    batchIndex: number
  }) => Omit<ChecklistEntry, 'item'>
}

const questions: readonly Question[] = [
  {
    item: 'Have I classified the problem type?',
    ask: ({ state: { problem } }) => {
      const type = problem.classification?.type
      return { holds: type !== undefined, why: type ?? 'nobody has classified it' }
    },
  },
  {
    // A problem whose statement isn't clear is known by its key uncertainty only once somebody was asked to clear it up.
    item: 'Have I identified the key uncertainties?',
    ask: ({ state: { problem, deployed, questions, contradictions }, plan }) => {
      const { classification, clarified } = problem
      const asked = plan.clarifies || clarified !== null || clarity.first.some((id) => deployed.includes(id))
      const clear = classification?.wellDefined === true || classification?.trivial === true || asked
      const unsettled = contradictions.filter(({ resolution }) => resolution === null).length
      return {
        holds: classification !== null && clear,
        why: clear
          ? `uncertainty ${classification?.uncertainty ?? 'unknown'}, ${questions.open.length} questions open, ${unsettled} contradictions`
          : 'the problem is not clear and this plan does not clarify it',
      }
    },
  },
  {
    // 53 is part of the session's state: it can't be missing.
    item: 'Have I deployed mandatory agents?',
    ask: ({ plan }) => {
      const missing = mandatory.filter((id) => !sentBy(plan).includes(id))
      return { holds: missing.length === 0, why: missing.length === 0 ? '48 and 52 are planned' : `${missing} missing` }
    },
  },
  {
    item: 'Am I using appropriate GENESIS diversity?',
    ask: ({ state: { problem, deployed, removed }, plan }) => {
      const there = coverage([...deployed, ...sentBy(plan)]).size
      const possible = coverage(idsOf('GENESIS').filter((id) => !removed.includes(id) || deployed.includes(id))).size
      const needless = plan.clarifies || problem.classification?.trivial === true
      return {
        holds: needless || there >= Math.min(leastClusters, possible),
        why: needless ? 'no panel yet' : `${there} of 5 clusters`,
      }
    },
  },
  {
    item: 'Am I within the 10-agent parallel limit?',
    ask: ({ plan }) => {
      const sizes = plan.batches.map(({ agents }) => agents.length)
      const holds = sizes.every((size) => size >= 1 && size <= protocol.maxParallel)
      return { holds, why: `batches of ${sizes}` }
    },
  },
  {
    item: 'Have I planned the full batch sequence?',
    ask: ({ plan, batchIndex }) => {
      const why = faultOf(plan, batchIndex)
      return { holds: why === null, why: why ?? `batch ${batchIndex + 1} of ${plan.batches.length}` }
    },
  },
  {
    item: 'Do I have termination conditions defined?',
    ask: ({ state: { limits, iteration } }) => {
      const { tokens, timeMs, modelCalls } = limits
      const limited = timeMs > 0 && modelCalls > 0 && (tokens === null || tokens > 0)
      const within = iteration <= protocol.maxIterations
      return {
        holds: limited && within,
        why: limited ? `iteration ${iteration} of at most ${protocol.maxIterations}` : 'a limit is missing',
      }
    },
  },
  {
    // Every iteration that is over has left its record, and this one will be looked at.
    item: 'Am I tracking progress toward those conditions?',
    ask: ({ state: { iteration, iterations }, plan }) => {
      const recorded = iterations.length >= iteration - 1
      return {
        holds: recorded && sentBy(plan).includes(48),
        why: recorded ? `${iterations.length} iterations recorded` : `no record of iteration ${iterations.length + 1}`,
      }
    },
  },
]

/** PHI's eight questions before it launches a batch of its plan (counted from 0): all have to hold. */
export function checklist(state: ChecklistState, plan: IterationPlan, batchIndex: number): readonly ChecklistEntry[] {
  return questions.map(({ item, ask }) => ({ item, ...ask({ state, plan, batchIndex }) }))
}

function sentBy({ batches }: IterationPlan): readonly number[] {
  return batches.flatMap(({ agents }) => agents)
}

function faultOf(plan: IterationPlan, batchIndex: number): string | null {
  const agents = sentBy(plan)
  const beyond = agents.find((id) => isIn('MEMORY', id) || isIn('PHI', id))
  if (plan.batches[batchIndex] === undefined) return `there is no batch ${batchIndex}`
  if (new Set(agents).size < agents.length) return 'an agent is in two batches'
  if (beyond !== undefined) return `${beyond} has no place in a batch`
  return plan.batches.at(-1)?.agents.includes(52) ? null : 'quality control does not come last'
}
