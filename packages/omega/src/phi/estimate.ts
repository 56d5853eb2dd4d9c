import { ArtooError } from '@artoo/spec'
import { type IterationPlan, type Phase, phases } from '../protocol/batch.js'
import type { Classification } from '../protocol/classification.js'
import { protocol } from '../protocol/thresholds.js'
import { plan } from './plan.js'
import { followUp, forbidding, isIn } from './priorities.js'
import { type AskingTier, askingTiers, tokenModel } from './token-model.js'

export interface Cost {
  /** Agents sent; one that is sent again counts again. */
  readonly agents: number
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * The cost of an iteration and of its parts: both breakdowns add up to the whole, except for the call that classifies
 * the problem.
 */
interface IterationCost extends Cost {
  readonly byTier: Readonly<Record<AskingTier, Cost>>
  readonly byPhase: Readonly<Record<Phase, Cost>>
}

export interface Estimate {
  readonly batches: number
  /** The cost of the first plan, with PHI's own calls. */
  readonly first: IterationCost
  /**
   * The cost of the largest number of iterations, each as dear as a later one may be and shown the outputs of the whole
   * roster. Repeated calls for invalid reports are not counted.
   */
  readonly most: Cost & { readonly iterations: number }
}

export interface EstimateOptions {
  /** @defaultValue `protocol.maxIterations` */
  readonly iterations?: number
  /**
   * Whether the host says what kind of problem it is, so that PHI need not ask.
   *
   * @defaultValue false
   */
  readonly classified?: boolean
  /**
   * Whether agents that check and attack have tools.
   *
   * @defaultValue false
   */
  readonly tools?: boolean
  /** The size of the problem as stated, with its attachments. */
  readonly problemTokens: number
}

/** The cost of a session, before it begins. */
export function estimateOf(
  classification: Classification,
  { iterations = protocol.maxIterations, classified = false, tools = false, problemTokens }: EstimateOptions,
): Estimate {
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > protocol.maxIterations) {
    refuse('iterations', iterations, `an integer from 1 to ${protocol.maxIterations}`)
  }
  if (!Number.isFinite(problemTokens) || problemTokens < 0) {
    refuse('problemTokens', problemTokens, 'the length of the problem in tokens, 0 or more')
  }
  const firstPlan = plan(classification)
  const first = costOf(firstPlan, { tools, problemTokens, shown: 0 })
  const later = laterAtMost(classification, { tools, problemTokens, shown: heardAtMost })
  // PHI answers a trivial problem itself.
  const own = Number(!classified) + Number(classification.trivial)
  const whole = sum([first, times(askedByPhi(problemTokens), own)])
  return {
    batches: firstPlan.batches.length,
    first: { ...first, ...whole },
    most: { ...sum([whole, times(later, iterations - 1)]), iterations },
  }
}

/** The parameters of a prompt's length, beside the agent. */
interface Prompted {
  readonly tools: boolean
  readonly problemTokens: number
  /** Earlier outputs. */
  readonly shown: number
}

/** The number of outputs that an agent is shown at most: the latest one of each agent. */
const heardAtMost = 52

/**
 * The dearest that a later iteration can be: a full plan (what is trivial or unclear is followed by one, and so is a
 * pivot), or as many chosen agents of the dearest tier as there may be, with attackers that have to be heard again
 * (40, 44, 46) and the end of an iteration (48 to 52).
 */
function laterAtMost(classification: Classification, given: Prompted): Cost {
  const full = costOf(plan({ ...classification, trivial: false, wellDefined: true }), given)
  const each = askingTiers.map((tier) => costOfAgent(tier, given))
  const chosen = times(each.reduce(dearer, nothing), followUp.chosen)
  const attackers = times(costOfAgent('ADVERSARY', given), forbidding.length)
  return dearer(full, sum([chosen, attackers, times(costOfAgent('META', given), 5)]))
}

const nothing: Cost = { agents: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0 }

function costOf({ batches }: IterationPlan, { shown, ...rest }: Prompted): IterationCost {
  const costs = batches.flatMap(({ phase, agents }, index) => {
    const before = batches.slice(0, index).flatMap((batch) => batch.agents).length
    const seen = Math.min(shown + before, heardAtMost)
    return agents.map((agent) => {
      const tier = tierOf(agent)
      return { phase, tier, cost: costOfAgent(tier, { ...rest, shown: seen }) }
    })
  })
  const partOf = (of: (entry: (typeof costs)[number]) => boolean) => sum(costs.filter(of).map(({ cost }) => cost))
  return {
    ...partOf(() => true),
    byTier: tableOf(askingTiers, (tier) => partOf((entry) => entry.tier === tier)),
    byPhase: tableOf(phases, (phase) => partOf((entry) => entry.phase === phase)),
  }
}

function costOfAgent(tier: AskingTier, { tools, problemTokens, shown }: Prompted): Cost {
  const { rules, instruction, schema, output, toolCall, toolResult } = tokenModel
  const turns = tools ? tokenModel.turns[tier] : 0
  const prompt = rules + instruction + schema + problemTokens + shown * tokenModel.shown[tier]
  const read = ((turns * (turns + 1)) / 2) * (toolCall + toolResult)
  return {
    agents: 1,
    modelCalls: 1 + turns,
    inputTokens: Math.ceil(prompt * (1 + turns) + read),
    outputTokens: output[tier] + turns * toolCall,
  }
}

function askedByPhi(problemTokens: number): Cost {
  const { input, output } = tokenModel.classify
  return { agents: 0, modelCalls: 1, inputTokens: Math.ceil(input + problemTokens), outputTokens: output }
}

function tierOf(agent: number): AskingTier {
  const tier = askingTiers.find((each) => isIn(each, agent))
  if (tier === undefined) throw new RangeError(`Agent ${agent} asks no model.`)
  return tier
}

function tableOf<Key extends string>(keys: readonly Key[], cost: (key: Key) => Cost): Record<Key, Cost> {
  return Object.fromEntries(keys.map((key) => [key, cost(key)])) as Record<Key, Cost>
}

const sum = (costs: readonly Cost[]): Cost => costs.reduce((a, b) => merged(a, b, (x, y) => x + y), nothing)
const times = (cost: Cost, count: number): Cost => merged(cost, cost, (x) => x * count)
const dearer = (a: Cost, b: Cost): Cost => merged(a, b, Math.max)

function merged(a: Cost, b: Cost, by: (a: number, b: number) => number): Cost {
  return {
    agents: by(a.agents, b.agents),
    modelCalls: by(a.modelCalls, b.modelCalls),
    inputTokens: by(a.inputTokens, b.inputTokens),
    outputTokens: by(a.outputTokens, b.outputTokens),
  }
}

function refuse(field: string, given: number, wanted: string): never {
  throw new ArtooError('invalid_option', `${field} is ${given}: give ${wanted}`, { field })
}
