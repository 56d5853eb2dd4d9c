import { scriptedModel } from '@artoo/llm/testing'
import type { ToolContext } from '@artoo/spec'
import { type ManualClock, manualClock } from '@artoo/spec/testing'
import { tool } from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, aiSdkTools, createArtoo, defineTool, type RunEvent, type Tool } from '../src/index.js'

const told = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'ToolProgress' ? [event.payload] : []))

async function run(tools: readonly Tool[], options: Partial<ArtooOptions> = {}) {
  const text = [{ toolCalls: tools.map(({ name }) => ({ name, input: {} })) }, { text: 'Done.' }]
  const model = scriptedModel({ text })
  const artoo = createArtoo({ model, tools, depth: 'direct', dreamer: false, ...options })
  onTestFinished(() => artoo.close())
  const task = artoo.run('Copy it.')
  const { output } = await task
  return { output, events: task.events, told: told(task.events), model }
}

const copying = (clock: ManualClock, tell: (context: ToolContext) => void) =>
  defineTool({
    ...{ name: 'copy', description: 'Copies.', input: z.object({}), effect: 'read' },
    async execute(_, context) {
      tell(context)
      clock.advance(1_000)
      return 'copied'
    },
  })

test('a tool tells how far it has come, between its request and its result', async () => {
  const clock = manualClock()
  const { told, events, model } = await run(
    [
      copying(clock, ({ onProgress }) => {
        onProgress({ message: 'reading', done: 1, total: 3 })
        clock.advance(600)
        onProgress({ done: 2 })
      }),
    ],
    { clock },
  )
  expect(told).toEqual([
    { key: '1.1', callId: 'call_1_1', tool: 'copy', message: 'reading', done: 1, total: 3 },
    { key: '1.1', callId: 'call_1_1', tool: 'copy', message: null, done: 2, total: null },
  ])
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('Tool'))
  expect(types).toEqual(['ToolRequest', 'ToolProgress', 'ToolProgress', 'ToolResult'])
  expect(JSON.stringify(model.requests)).not.toContain('reading')
})

test('a million reports in a moment are two events, the first and the last', async () => {
  const clock = manualClock()
  const { told } = await run(
    [
      copying(clock, ({ onProgress }) => {
        for (let done = 1; done <= 1_000_000; done++) onProgress({ done })
      }),
    ],
    { clock },
  )
  expect(told.map(({ done }) => done)).toEqual([1, 1_000_000])
})

test('what is no report, and what comes after the result, is left out', async () => {
  const clock = manualClock()
  let late = (_: unknown) => {}
  const { told, events } = await run(
    [
      copying(clock, ({ onProgress }) => {
        late = onProgress as never
        for (const odd of [null, 7, {}, { message: ' ' }, { done: Number.NaN }, new Proxy({}, { get: boom })]) late(odd)
      }),
    ],
    { clock },
  )
  late({ done: 9 })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told).toEqual([])
  expect(events.some(({ type }) => type === 'bus.handler_failed')).toBe(false)
})

const boom = () => {
  throw new Error('boom')
}

test('a long message is cut, and no cut goes through what is redacted', async () => {
  const clock = manualClock()
  const secret = 'sk-12345678'
  const { told } = await run(
    [copying(clock, ({ onProgress }) => onProgress({ message: `${'a'.repeat(294)}${secret}` }))],
    { clock, redact: (text) => text.replaceAll(secret, '***') },
  )
  expect(told[0]?.message?.length).toBeLessThanOrEqual(301)
  expect(told[0]?.message).not.toContain('sk-1')
})

test('a tool of the AI SDK tells its first results so', async () => {
  const count = tool({
    description: 'Counts.',
    inputSchema: z.object({}),
    async *execute() {
      yield 'one'
      yield { so: 'far' }
    },
  })
  const { told } = await run(aiSdkTools({ count }, { count: { effect: 'read' } }))
  expect(told.map(({ output }) => output)).toEqual(['one', '{"so":"far"}'])
})
