import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Journal, memoryJournal, readEvents } from '@artoo/runtime'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import { errands, turn } from './errand.js'

const tool = (name: string, execute: Parameters<typeof defineTool>[0]['execute']) =>
  defineTool({ name, description: name, input: z.object({}), effect: 'read', execute })

const page = (word: string) => Array.from({ length: 1_000 }, (_, line) => `${word} ${line}`).join('\n')

/** The payloads of the tool results among these events. */
const resultsIn = (events: readonly { readonly type: string; readonly payload: unknown }[]) =>
  events.flatMap(({ type, payload }) => (type === 'ToolResult' ? [payload as { output: string }] : []))

describe('the whole output of a tool', () => {
  const tools = [tool('long', () => page('line')), tool('short', () => 'brief')]

  test('stands in the journal beside what the model saw, as a text of its own', async () => {
    const journal = memoryJournal()
    const { run, runtime } = errands({ tools, journal })
    const handle = run(['call long', 'call short'])
    const { heard } = await handle
    expect(heard[0]).toContain('bytes left out')
    const [long, short] = resultsIn(await readEvents(journal, handle.taskId))
    expect(long).toMatchObject({ output: heard[0], fullOutput: page('line') })
    expect(short).toMatchObject({ output: 'brief', fullOutput: null })
    const lines = []
    for await (const line of journal.read(handle.taskId)) lines.push(line)
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'blob', text: page('line') }))
    await runtime.close()
  })

  test('is left out by the handle, which has all else', async () => {
    const journal = memoryJournal()
    const { run, runtime } = errands({ tools, journal })
    const handle = run(['call long', 'call short'])
    await handle
    const [long, short] = resultsIn(handle.events)
    expect(long).not.toHaveProperty('fullOutput')
    expect(short).toHaveProperty('fullOutput', null)
    expect(Object.isFrozen(long)).toBe(true)
    const read = await readEvents(journal, handle.taskId)
    const without = read.map((event) =>
      event.type === 'ToolResult'
        ? { ...event, payload: { ...(event.payload as object), fullOutput: undefined } }
        : event,
    )
    expect(without).toEqual(
      handle.events.map((event) =>
        event.type === 'ToolResult' ? { ...event, payload: { ...event.payload, fullOutput: undefined } } : event,
      ),
    )
    await runtime.close()
  })

  test('is redacted before it is written', async () => {
    const journal = memoryJournal()
    const redact = (text: string) => text.replaceAll('line 500', '[gone]')
    const { run, runtime } = errands({ tools, journal, redact })
    const handle = run(['call long'])
    await handle
    const [long] = resultsIn(await readEvents(journal, handle.taskId))
    expect(long).toHaveProperty('fullOutput', redact(page('line')))
    let written = ''
    for await (const line of journal.read(handle.taskId)) written += JSON.stringify(line)
    expect(written).not.toContain('line 500')
    await runtime.close()
  })

  test('of a child stands in its parent’s journal, and in no handle', async () => {
    const journal = memoryJournal()
    const delegate = tool(
      'delegate',
      async (_, { run: parent }) => (await home.run(['call long'], { parent })).heard.length,
    )
    const home: ReturnType<typeof errands> = errands({ journal, tools: [...tools, delegate] })
    const handle = home.run(['call delegate'])
    await handle
    const inner = (events: readonly { readonly type: string; readonly payload: unknown }[]) =>
      resultsIn(
        events.flatMap(({ type, payload }) => (type === 'ChildEvent' ? [(payload as { event: never }).event] : [])),
      )
    expect(inner(await readEvents(journal, handle.taskId))).toMatchObject([{ fullOutput: page('line') }])
    expect(inner(handle.events)).toHaveLength(1)
    expect(JSON.stringify(handle.events)).not.toContain('line 500')
    await home.runtime.close()
  })

  test('leaves the process with the journal: fifteen runs at once hold none', async () => {
    notReplayed('what was listened to would be held')
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const held = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    let written = 0
    const journal: Journal = {
      ...memoryJournal(),
      append: (_, lines) => {
        for (const line of lines) if (line.kind === 'blob') written += line.text.length
      },
    }
    let calls = 0
    const megabyte = () => Buffer.alloc(1_000_000, `${calls++} `).toString('latin1')
    const { run, runtime } = errands({ tools: [tool('big', megabyte)], journal })
    const before = held()
    const handles = Array.from({ length: 15 }, () => run(['call big', 'idle']))
    while (handles.some(({ events }) => resultsIn(events).length === 0)) await turn()
    for (let more = 0; more < 10; more++) await turn()
    expect(written).toBeGreaterThan(15_000_000)
    expect(held() - before).toBeLessThan(7_500_000)
    await runtime.close()
  })
})
