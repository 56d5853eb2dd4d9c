import type { BlockedTarget, Directive, Observation } from '@artoo/ggs'
import { draw, itemAt } from '../../random.js'
import type { Decide, Order, Policy } from './policy.js'
import { settling } from './settling.js'

interface Loop {
  readonly name: string
  readonly lists: boolean
  readonly delivers?: 'accepted' | 'near'
  readonly directiveFor?: (outcome: string, round: number, seed: number) => Directive
}

/** Loops that try again until a result is accepted or the rounds are used up. */
function retrying({ name, lists, delivers = 'accepted', directiveFor }: Loop): Policy {
  return {
    name,
    start({ seed }): Decide {
      const settle = settling(delivers)
      let round = 0
      let blockedTargets: readonly BlockedTarget[] = []
      return (observation) => {
        round++
        const end = settle(observation)
        if (end !== null) return end
        if (lists) blockedTargets = [...blockedTargets, ...failedPairs(observation)]
        const orders = observation.outcomes
          .filter(({ status }) => status === 'failed')
          .map((outcome): Order => {
            const directive = directiveFor?.(outcome.id, round, seed) ?? null
            return { outcome: outcome.id, directive, blockedTools: lists ? wrongTools(outcome) : [] }
          })
        return { orders, blockedTargets }
      }
    },
  }
}

export function failedPairs({ outcomes }: Observation): readonly BlockedTarget[] {
  return outcomes.flatMap(({ calls }) =>
    calls.flatMap(({ tool, target, failed, lifted = false }) =>
      failed && !lifted && target !== null ? [{ tool, target }] : [],
    ),
  )
}

function wrongTools({ criteria, calls }: Observation['outcomes'][number]): readonly string[] {
  const failing = criteria.filter(({ verdict }) => verdict === 'fail')
  const logical = failing.filter(({ failureClass }) => failureClass === 'logical')
  return logical.length > failing.length / 2 ? calls.map(({ tool }) => tool) : []
}

/** Feedback, and nothing else. */
export const retry = retrying({ name: 'retry', lists: false })

/** Feedback and lists of what failed: the targets of failed calls for the task, the tools of logical failures for the next plan. */
export const retryWithLists = retrying({ name: 'retry + lists', lists: true })

/** The same, and what is near enough is delivered in the end. */
export const retryAndSettle = retrying({ name: 'retry + lists, settling', lists: true, delivers: 'near' })

const actions = ['refine', 'change_path', 'break_symmetry'] as const

/** The lists, and a directive by lot. */
export const randomDirectives = retrying({
  name: 'random directives',
  lists: true,
  directiveFor: (outcome, round, seed) => itemAt(actions, draw(seed, 51, round, outcome)),
})
