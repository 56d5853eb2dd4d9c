/**
 * A host whose memory is on disk: `path now down…` runs one task at that time while these mirrors are down, and prints the mirrors
 * that were called, and how it ended. Its planner takes the first mirror that nothing speaks against.
 */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, systemClock } from '@artoo/sdk'
import { openMemory } from '@artoo/sdk/node'
import * as z from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const [path = '', now = '', ...down] = process.argv.slice(2)
const system = systemClock()
const ahead = Number(now) - system.now()
const clock = { ...system, now: () => system.now() + ahead }
const mirrors = ['mirror-a', 'mirror-b', 'mirror-c']
const called: string[] = []

const fetch = defineTool({
  name: 'fetch',
  description: 'fetches the prices from a mirror',
  input: z.object({ mirror: z.string() }),
  effect: 'read',
  target: ({ mirror }) => mirror,
  execute: ({ mirror }) => {
    called.push(mirror)
    if (down.includes(mirror)) throw new Error(`${mirror} is down`)
    return 'hello'
  },
})

const model = scriptedModel(
  {
    ...straightThrough,
    plan({ messages }) {
      const told = messages.map(({ content }) => content).join('\n')
      const mirror = mirrors.find((name) => !told.includes(name)) ?? 'mirror-c'
      return planOf(subtask(`take it from ${mirror}`, ['fetch']))
    },
    execution({ messages }) {
      const last = messages.at(-1)
      if (last?.role === 'tool') return last.content.includes('is down') ? answers.infeasible : answers.execution
      const [mirror = ''] = /mirror-./.exec(messages.map(({ content }) => content).join('\n')) ?? []
      return { toolCalls: [{ name: 'fetch', input: { mirror } }] }
    },
  },
  { repeatLast: true },
)

const memory = await openMemory({ path, clock })
const artoo = createArtoo({ model, tools: [fetch], memory, clock, limits: { replans: 2 } })
const { directive } = await artoo.run('Fetch the prices')
await artoo.close()
await memory.close()
console.log(JSON.stringify({ called, directive }))
