import type { BlockedTarget, Observation } from '@artoo/ggs'
import type { Decide, Order, Policy } from './policy.js'
import { settling } from './settling.js'

interface Loop {
  readonly name: string
  readonly lists: boolean
  readonly delivers?: 'accepted' | 'near'
  readonly words?: boolean
}

/** Loops that try again until a result is accepted or the rounds are used up. */
function retrying({ name, lists, delivers = 'accepted', words = false }: Loop): Policy {
  return {
    name,
    words,
    start(): Decide {
      const settle = settling(delivers)
      let blockedTargets: readonly BlockedTarget[] = []
      return (observation) => {
        const end = settle(observation)
        if (end !== null) return end
        if (lists) blockedTargets = [...blockedTargets, ...failedPairs(observation)]
        const orders = observation.outcomes
          .filter(({ status }) => status === 'failed')
          .map((outcome): Order => {
            return { outcome: outcome.id, directive: null, blockedTools: lists ? wrongTools(outcome) : [] }
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

/** Verdicts, and nothing else. */
export const retry = retrying({ name: 'retry', lists: false })

/** The same, and what is near enough is delivered in the end. */
export const retrySettling = retrying({ name: 'retry, settling', lists: false, delivers: 'near' })

/** Feedback and lists of what failed: the targets of failed calls for the task, the tools of logical failures for the next plan. */
export const retryWithLists = retrying({ name: 'retry + lists', lists: true })

/** The same, and what is near enough is delivered in the end. */
export const retryWithListsSettling = retrying({ name: 'retry + lists, settling', lists: true, delivers: 'near' })

/** Feedback in words, as Reflexion gives it: the planner reads what the judge says of the cause. */
export const feedback = retrying({ name: 'feedback in words, settling', lists: false, words: true, delivers: 'near' })

/** The same with lists. */
export const feedbackWithLists = retrying({
  name: 'feedback in words + lists, settling',
  lists: true,
  words: true,
  delivers: 'near',
})
