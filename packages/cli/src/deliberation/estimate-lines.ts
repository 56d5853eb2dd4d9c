import type { Estimate, EstimateRange, PanelSize } from '@artoo/omega'
import type { Price } from '@artoo/sdk'
import { counted, money } from '../view/text/numbers.js'

/** The estimate of a deliberation as lines, before anything is spent. `price` is that of its models, where it is known. */
export function estimateLines(
  { least, most }: EstimateRange,
  { size, price }: { readonly size: PanelSize; readonly price: Price | undefined },
): readonly string[] {
  const range = (of: (estimate: Estimate) => number) => {
    const [from, to] = [grouped(of(least)), grouped(of(most))]
    return from === to ? from : `${from} to ${to}`
  }
  const { iterations, modelCalls, inputTokens, outputTokens } = most.most
  const cost = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
  const upTo = cost === undefined ? '' : `, up to ${money(cost)} in the currency of the prices`
  const first = `${range((one) => one.first.modelCalls)} model calls, about ${range((one) => one.first.inputTokens + one.first.outputTokens)} tokens`
  return [
    `A ${size} panel: ${range((one) => one.first.agents)} agents in ${range(({ batches }) => batches)} batches, fewer as soon as the rest would change nothing.`,
    ...(iterations > 1 ? [`Its first iteration: ${first}.`] : []),
    `At the most: ${iterations > 1 ? `${counted(iterations, 'iteration')}, ` : ''}${grouped(modelCalls)} model calls, ${grouped(inputTokens + outputTokens)} tokens${upTo}.`,
  ]
}

const grouped = (count: number) => Math.round(count).toLocaleString('en-US')
