import { type CallError, causeNames } from '@artoo/ggs'

const callErrors: Readonly<Record<CallError, true>> = {
  ...{ missing: true, passing: true, denied: true, said_no: true, other: true },
}

/** Words that the controller's rules are made of; everything else is somebody's text. */
const vocabulary: readonly string[] = [
  ...['pass', 'fail', 'replaced', 'verifiable', 'plausible', 'logical', 'environmental', 'matched', 'failed'],
  ...causeNames,
  ...Object.keys(callErrors),
  // The outcome that stands for a merged result.
  'task',
]

/**
 * Plain data with every text under another name: `x1`, `x2`, … What was equal stays equal as long as the names last, so that
 * the controller decides alike.
 */
export function createWithoutWords(): <T>(data: T) => T {
  const names = new Map<string, string>()

  function nameOf(text: string): string {
    const name = names.get(text) ?? `x${names.size + 1}`
    names.set(text, name)
    return name
  }

  function without(value: unknown): unknown {
    if (typeof value === 'string') return vocabulary.includes(value) ? value : nameOf(value)
    if (Array.isArray(value)) return value.map(without)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, without(one)]))
  }

  return <T>(data: T) => without(data) as T
}
