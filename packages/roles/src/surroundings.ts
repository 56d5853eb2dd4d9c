import type { Tool } from '@artoo/spec'
import { oneLine } from './one-line.js'

/** What tools tell of the world they work in, each thing once. One that fails to tell is as one that says nothing. */
export function surroundingsOf(tools: readonly Pick<Tool, 'surroundings'>[]): readonly string[] {
  return [...new Set(tools.flatMap((tool) => told(tool)))]
}

function told(tool: Pick<Tool, 'surroundings'>): string[] {
  try {
    const text: unknown = tool.surroundings?.()
    return typeof text === 'string' && text.trim() !== '' ? [oneLine(text, 2_000)] : []
  } catch {
    return []
  }
}
