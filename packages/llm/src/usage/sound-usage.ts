import type { ReportedUsage } from '@artoo/spec'

const counts = ['inputTokens', 'outputTokens', 'cachedInputTokens', 'reasoningTokens'] as const

/** Tokens: no call has more. */
const mostTokens = 1_000_000_000

/** Whether a provider's count is one: a whole number of tokens, none or more. */
export function isTokenCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostTokens
}

/**
 * A provider's value that is not a token count, as `unusable` lists it; an empty list for a count or a missing value.
 */
export function unusableCount(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || isTokenCount(value)) return []
  return [`${name}: ${typeof value === 'number' ? value : `a ${typeof value}`}`]
}

/** A provider's account of tokens without what can't be so: that counts as unknown, and `unusable` names it. */
export function soundUsage(reported: ReportedUsage): ReportedUsage {
  const unusable = counts.flatMap((name) => unusableCount(name, reported[name]))
  if (unusable.length === 0) return reported
  const sound = counts.map((name) => [name, isTokenCount(reported[name]) ? reported[name] : undefined] as const)
  const given = sound.filter(([name]) => name in reported)
  return { ...reported, ...Object.fromEntries(given), unusable: [...(reported.unusable ?? []), ...unusable] }
}
