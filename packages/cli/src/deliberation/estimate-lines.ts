import type { Estimate, EstimateRange } from '@artoo/omega'
import type { Price } from '@artoo/sdk'

/** The estimate of a deliberation as lines, before anything is spent. `price` is that of its models, where it is known. */
export function estimateLines({ least, most }: EstimateRange, price: Price | undefined): readonly string[] {
  const range = (of: (estimate: Estimate) => number) => between(of(least), of(most))
  const first = ({ first: { inputTokens, outputTokens } }: Estimate) => inputTokens + outputTokens
  const all = most.most
  const money = price === undefined ? '' : `, up to ${costIn(all, price)} in the currency of the prices`
  return [
    `A panel of ${range((one) => one.first.agents)} agents, in ${range((one) => one.batches)} batches.`,
    `Its first round: ${range((one) => one.first.modelCalls)} model calls, about ${range(first)} tokens.`,
    `At the most: ${all.iterations} rounds, ${grouped(all.modelCalls)} model calls, ${grouped(all.inputTokens + all.outputTokens)} tokens${money}.`,
  ]
}

const grouped = (count: number) => Math.round(count).toLocaleString('en-US')

const between = (least: number, most: number) =>
  least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`

function costIn({ inputTokens, outputTokens }: Estimate['most'], { input, output }: Price): string {
  return ((inputTokens * input + outputTokens * output) / 1_000_000).toFixed(2)
}
