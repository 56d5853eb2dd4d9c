import { createMemory, type Memory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'

export const day = 86_400_000
export const pair = { space: 'tool:shell', entity: 'path:/a' }

export function setUp() {
  const clock = manualClock(1_700_000_000_000)
  return { clock, memory: createMemory({ clock, ids: sequentialIds('m') }) }
}

export async function contents(memory: Memory, level: 'M' | 'K' | 'C'): Promise<string[]> {
  const found: string[] = []
  for await (const { content } of memory.megrams({ level })) found.push(content)
  return found
}

/** Writes `count` episodes of the pair. */
export async function gather(memory: Memory, count: number, state: 'abandon' | 'accept', label: string): Promise<void> {
  for (let index = 0; index < count; index++) memory.write({ ...pair, state, content: `${label} ${index}` })
  await memory.flush()
}

export async function exported(memory: Memory): Promise<string[]> {
  const lines: string[] = []
  for await (const line of memory.export()) lines.push(line)
  return lines
}
