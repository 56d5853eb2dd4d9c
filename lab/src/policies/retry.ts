import type { BlockedTarget, Directive, Observation } from '@artoo/ggs'
import { chance, numbered, pick } from '../random.js'
import { type Decide, mostRounds, type Order, type Policy } from './policy.js'

type Lists = 'none' | 'lists'

interface Feedback {
  readonly name: string
  readonly lists: Lists
  readonly directiveFor: (outcome: string, round: number, seed: number) => Directive | null
}

/** Loops that try again until a result is accepted or the rounds are used up. */
function retrying({ name, lists, directiveFor }: Feedback): Policy {
  return {
    name,
    start({ seed }): Decide {
      let round = 0
      let blockedTargets: readonly BlockedTarget[] = []
      return (observation) => {
        round++
        if (observation.accepted) return { end: { reason: 'accepted', deliver: round } }
        if (round >= mostRounds) return { end: { reason: 'replans_exhausted', deliver: null } }
        if (lists === 'lists') blockedTargets = [...blockedTargets, ...failedPairs(observation)]
        const failed = observation.outcomes.filter(({ status }) => status === 'failed')
        const orders = failed.map((outcome): Order => {
          const directive = directiveFor(outcome.id, round, seed)
          const blockedTools = lists === 'lists' ? wrongTools(outcome) : []
          return { outcome: outcome.id, directive, blockedTools }
        })
        return { orders, blockedTargets }
      }
    },
  }
}

function failedPairs({ outcomes }: Observation): readonly BlockedTarget[] {
  return outcomes.flatMap(({ calls }) =>
    calls.flatMap(({ tool, target, failed }) => (failed && target !== null ? [{ tool, target }] : [])),
  )
}

function wrongTools({ criteria, calls }: Observation['outcomes'][number]): readonly string[] {
  const failing = criteria.filter(({ verdict }) => verdict === 'fail')
  const logical = failing.filter(({ failureClass }) => failureClass === 'logical')
  return logical.length > failing.length / 2 ? calls.map(({ tool }) => tool) : []
}

/** Feedback, and nothing else. */
export const retry = retrying({ name: 'retry', lists: 'none', directiveFor: () => null })

/** Feedback, with lists of what failed: targets of failed calls for the task, tools of logical failures for the next plan. */
export const retryWithLists = retrying({ name: 'retry + lists', lists: 'lists', directiveFor: () => null })

const actions = ['refine', 'change_path', 'change_approach', 'break_symmetry'] as const

/** The lists, and a directive by lot. */
export const randomDirectives = retrying({
  name: 'random directives',
  lists: 'lists',
  directiveFor: (outcome, round, seed) => pick(actions, chance(seed, 51, round, numbered(outcome))),
})
