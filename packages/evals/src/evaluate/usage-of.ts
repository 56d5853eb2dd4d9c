import { unlessItThrows } from '@artoo/spec'
import { type EvalUsage, usageFields } from '../report/report.js'

/** The bill that a result carries as `usage` or, like a `FinalResult`, as `usage.total`; null without a count of tokens. */
export function usageOf(result: unknown): EvalUsage | null {
  const usage = fieldOf(result, 'usage')
  const bill = fieldOf(usage, 'total') ?? usage
  const found: EvalUsage = Object.fromEntries(
    usageFields.flatMap((field) => {
      const value = fieldOf(bill, field)
      return typeof value === 'number' && Number.isFinite(value) ? [[field, value]] : []
    }),
  )
  return found.inputTokens === undefined && found.outputTokens === undefined ? null : found
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return unlessItThrows(() => (value as Readonly<Record<string, unknown>>)[name])
}
