import { setTimeout } from 'node:timers/promises'
import type { Agent } from '@artoo/omega'
import { explorers } from './explorers.js'
import { integrators } from './integrators.js'
import { judges } from './judges.js'

const rules: Readonly<Record<number, Agent>> = { ...explorers, ...judges, ...integrators }

/** Whom this question doesn't need; a panel without a model has a function for each of 1 to 52. */
const absent: Agent = () => {
  throw new Error('there are no rules for it')
}

const agents = Array.from({ length: 52 }, (_, index) => [index + 1, rules[index + 1] ?? absent] as const)

/** With `pace`, in ms, agents take their time, as a model would. */
export function panel(pace: number): Readonly<Record<number, Agent>> {
  return Object.fromEntries(agents.map(([id, agent]) => [id, paced(agent, pace * (1 + (id % 4)))]))
}

function paced(agent: Agent, ms: number): Agent {
  const { family, run } = typeof agent === 'function' ? { family: null, run: agent } : agent
  const slowly: typeof run = async (task, context) => {
    if (ms > 0) await setTimeout(ms, undefined, { signal: context.signal })
    return run(task, context)
  }
  return family === null ? slowly : { family, run: slowly }
}
