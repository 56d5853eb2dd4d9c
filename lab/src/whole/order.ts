import type { Attempt } from './plant.js'

/** A subtask in the words that planner and executor of the persona share. */
export function orderOf({ tool, place, level }: Attempt, noun: string): string {
  return `Get '${noun}' with ${tool} from ${place} at level ${level}`
}

const order = /Get '([^']+)' with (\S+) from (\S+) at level (\d+)/

export function attemptIn(words: string): (Attempt & { readonly noun: string }) | null {
  const [, noun, tool, place, level] = order.exec(words) ?? []
  return noun && tool && place && level ? { noun, tool, place, level: Number(level) } : null
}
