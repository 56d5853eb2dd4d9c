import type { Tool } from '@artoo/spec'
import { oneLine } from './one-line.js'

/** The facts that tools give about the world that they work in, each once. A tool that throws gives none. */
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
