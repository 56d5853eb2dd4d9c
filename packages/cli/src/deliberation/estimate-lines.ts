import type { Estimate, EstimateRange } from '@artoo/omega'
import type { Price } from '@artoo/sdk'
import { money } from '../view/text/numbers.js'

/** The estimate of a deliberation as lines, before anything is spent. `price` is that of its models, where it is known. */
export function estimateLines({ least, most }: EstimateRange, price: Price | undefined): readonly string[] {
  const range = (of: (estimate: Estimate) => number) => {
    const [from, to] = [grouped(of(least)), grouped(of(most))]
    return from === to ? from : `${from} to ${to}`
  }
  const { iterations, modelCalls, inputTokens, outputTokens } = most.most
  const cost = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
  const upTo = cost === undefined ? '' : `, up to ${money(cost)} in the currency of the prices`
  return [
    `A panel of ${range(({ first }) => first.agents)} agents, in ${range(({ batches }) => batches)} batches.`,
    `Its first round: ${range(({ first }) => first.modelCalls)} model calls, about ${range(({ first }) => first.inputTokens + first.outputTokens)} tokens.`,
    `At the most: ${iterations} rounds, ${grouped(modelCalls)} model calls, ${grouped(inputTokens + outputTokens)} tokens${upTo}.`,
  ]
}

const grouped = (count: number) => Math.round(count).toLocaleString('en-US')
