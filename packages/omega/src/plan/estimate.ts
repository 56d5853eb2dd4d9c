import type { IterationPlan } from '../protocol/batch.js'
import type { AgentCard, Tier } from '../protocol/card.js'
import type { Classification } from '../protocol/classification.js'
import { nextPlan, type PlanOptions, plan } from './plan.js'
import { type AskingTier, askedTokens, askingTiers, tokenModel } from './token-model.js'

export interface Cost {
  /** Agents sent; one that is sent again counts again. */
  readonly agents: number
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface Estimate {
  readonly batches: number
  /** The cost of the first iteration if all of it is sent, with the reading of the problem. */
  readonly first: Cost & { readonly byTier: Readonly<Record<AskingTier, Cost>> }
  /** The cost of as many iterations as there may be. Reports that are asked for again are not counted. */
  readonly most: Cost & { readonly iterations: number }
}

export interface EstimateOptions extends PlanOptions {
  readonly iterations: number
  /** Whether PHI has to ask what kind of problem it is. */
  readonly isRead: boolean
  /** Whether agents that check and attack have tools. */
  readonly tools: boolean
  /** Tokens of the host's checks, which explorers and judges are told; 0 without any. */
  readonly checkTokens: number
  /** Agents that ask no model: functions and persons. */
  readonly silent: readonly number[]
  /** The size of the problem as stated. */
  readonly problemTokens: number
}

/** The cost of a session, before it begins. */
export function estimateOf(classification: Classification, options: EstimateOptions): Estimate {
  const { iterations, isRead, problemTokens } = options
  const reading = isRead ? { ...nothing, ...tokenModel.reading, modelCalls: 1 } : nothing
  const read = isRead ? { ...reading, inputTokens: reading.inputTokens + problemTokens } : reading
  const opening = plan(classification, options)
  // Once it is clear, it is worked on.
  const clear = opening.clarifies ? plan({ ...classification, wellDefined: true }, options).batches : []
  const batches = [...opening.batches, ...clear]
  const costs = agentCosts({ batches }, options, 0)
  const whole = sum([read, ...costs.map(({ cost }) => cost)])
  const later: Cost[] = []
  const sent = batches.flatMap(({ agents }) => agents)
  for (let iteration = 1; iteration < iterations; iteration++) {
    const next = nextPlan(classification, options, sent)
    if (next === null) break
    later.push(...agentCosts(next, options, sent.length).map(({ cost }) => cost))
    sent.push(...next.batches.flatMap(({ agents }) => agents))
  }
  return {
    batches: batches.length,
    first: {
      ...whole,
      byTier: Object.fromEntries(
        askingTiers.map((tier) => [tier, sum(costs.filter((one) => one.tier === tier).map(({ cost }) => cost))]),
      ) as Record<AskingTier, Cost>,
    },
    most: { ...sum([whole, ...later]), iterations },
  }
}

/** The number of outputs that an agent is shown at most: the latest one of each agent. */
const heardAtMost = 52

function agentCosts({ batches }: Pick<IterationPlan, 'batches'>, options: EstimateOptions, shown: number) {
  return batches.flatMap(({ agents }, index) => {
    const before = batches.slice(0, index).flatMap((batch) => batch.agents).length
    return agents.map((agent) => {
      const card = options.roster.card(agent)
      return { tier: askingTier(card.tier), cost: costOfAgent(card, options, Math.min(shown + before, heardAtMost)) }
    })
  })
}

const askingTier = (tier: Tier): AskingTier => askingTiers.find((each) => each === tier) ?? 'META'

function costOfAgent(
  card: AgentCard,
  { tools, problemTokens, silent, checkTokens }: EstimateOptions,
  shown: number,
): Cost {
  if (silent.includes(card.id)) return { ...nothing, agents: 1 }
  const { rules, output, toolCall, toolResult } = tokenModel
  const tier = askingTier(card.tier)
  const turns = tools ? tokenModel.turns[tier] : 0
  const readsOthers = tier !== 'GENESIS' || card.sumsUp
  const each = !readsOthers ? 0 : card.isLean ? tokenModel.shown.lean : tokenModel.shown[card.sumsUp ? 'BRIDGE' : tier]
  const namesChecks =
    checkTokens > 0 && !card.sumsUp && (tier === 'GENESIS' || tier === 'VERIFICATION' || tier === 'ADVERSARY')
  const asked = askedTokens(card, namesChecks) + (namesChecks ? checkTokens : 0)
  const prompt = rules + asked + problemTokens + shown * each
  const read = ((turns * (turns + 1)) / 2) * (toolCall + toolResult)
  return {
    agents: 1,
    modelCalls: 1 + turns,
    inputTokens: Math.ceil(prompt * (1 + turns) + read),
    outputTokens: output[tier] + turns * toolCall,
  }
}

const nothing: Cost = { agents: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0 }

const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (one, other) => ({
      agents: one.agents + other.agents,
      modelCalls: one.modelCalls + other.modelCalls,
      inputTokens: one.inputTokens + other.inputTokens,
      outputTokens: one.outputTokens + other.outputTokens,
    }),
    nothing,
  )
