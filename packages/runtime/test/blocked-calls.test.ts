import {
  type Confirm,
  type Decider,
  memoryJournal,
  readEvents,
  type ToolBlock,
  type ToolCallRecord,
} from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Contracts, errands, turn } from './errand.js'

interface Asked {
  readonly tool: string
  readonly path: string
  readonly key?: string
}

interface State {
  readonly turns: readonly (readonly Asked[])[]
  readonly open: number
  readonly made: number
}

const blocked: readonly ToolBlock[] = ['read', 'send'].map((tool) => ({
  ...{ tool, target: 'x', until: 'change', why: null },
}))

/** Makes the calls of one turn together, and goes on when all are in. */
const caller: Decider<Contracts, 'boss', State> = {
  actor: 'boss',
  initial: { turns: [], open: 0, made: 0 },
  decide(state, message) {
    switch (message.type) {
      case 'Errand':
        return next({ ...state, turns: message.payload.steps.map((step) => JSON.parse(step)) })
      case 'ToolResult':
        return next({ ...state, open: state.open - 1 })
      case 'Interrupt':
        return [state, [{ type: 'Outcome', to: 'host', payload: { reason: message.payload.reason, heard: [] } }]]
      default:
        return [state, []]
    }
  },
}

function next(state: State): ReturnType<typeof caller.decide> {
  if (state.open > 0) return [state, []]
  const [calls, ...turns] = state.turns
  if (!calls) return [state, [{ type: 'Outcome', to: 'host', payload: { reason: 'done', heard: [] } }]]
  const requests = calls.map(({ tool, path, key = 'k' }, index) => ({
    type: 'ToolRequest' as const,
    to: 'tools' as const,
    payload: {
      ...{ key, callId: `c${state.made + index}`, attempt: 1, tool, input: { path } },
      blockedTargets: [...blocked],
    },
  }))
  return [{ turns, open: calls.length, made: state.made + calls.length }, requests]
}

/** A world of files, and tools on it. */
function world(files = new Set<string>()) {
  const tool = (name: string, effect: 'read' | 'repeatable' | 'irreversible', act: (path: string) => unknown) =>
    defineTool({
      name,
      description: name,
      input: z.object({ path: z.string() }),
      effect,
      target: ({ path }) => path,
      execute: ({ path }) => act(path),
    })
  const missing = (path: string) => new ArtooError('path_not_found', `${path} does not exist`)
  const tools = [
    tool('read', 'read', async (path) => {
      const found = files.has(path)
      await turn()
      if (!found) throw missing(path)
      return `text of ${path}`
    }),
    tool('look', 'read', (path) => (files.has(path) ? 'it is there' : 'nothing')),
    tool('write', 'repeatable', async (path) => {
      await turn()
      files.add(path)
      return 'written'
    }),
    tool('send', 'irreversible', (path) => {
      if (!files.has(path)) throw missing(path)
      return 'sent'
    }),
  ]
  return { files, tools }
}

const read: Asked = { tool: 'read', path: 'x' }

const codesIn = (events: readonly { readonly type: string; readonly payload: unknown }[]) =>
  events.flatMap(({ type, payload }) => {
    const { id, code } = payload as ToolCallRecord
    return type === 'ToolResult' ? [[id, code] as const] : []
  })

/** The codes of the results, in the order in which the calls were asked for. */
async function codesOf(turns: readonly (readonly Asked[])[], tools = world().tools, confirm: Confirm = () => true) {
  const { run, runtime } = errands({ tools })
  const handle = run(
    turns.map((calls) => JSON.stringify(calls)),
    { deciders: [caller], confirm },
  )
  await handle
  await runtime.close()
  const codes = new Map(codesIn(handle.events))
  return turns.flat().map((_, index) => codes.get(`c${index}`))
}

const gone = 'path_not_found'
const refused = 'blocked_target'
const write = (path: string, key?: string): Asked => ({ tool: 'write', path, ...(key && { key }) })

describe('a blocked call in a run', () => {
  test.each<[string, readonly (readonly Asked[])[], readonly (string | null)[]]>([
    ['is made once, and refused as long as nothing changes', [[read], [read], [read]], [gone, refused, refused]],
    ['is made after a change in an earlier turn', [[read], [write('y')], [read]], [gone, null, gone]],
    ['is made after a change earlier in its own turn', [[read], [write('x'), read]], [gone, null, null]],
    ['waits for a change before it that says nothing of it', [[read], [write('y'), read]], [gone, null, gone]],
    ['is refused before a change later in its turn', [[read], [read, write('y')]], [gone, refused, null]],
    [
      'is refused again after one that a change let pass',
      [[read], [write('y'), read, read], [read]],
      [gone, null, gone, gone, refused],
    ],
    ['is not let pass by reads', [[read], [{ tool: 'look', path: 'x' }], [read]], [gone, null, refused]],
    ['is let pass by the work of another subtask', [[read], [write('y', 'other')], [read]], [gone, null, gone]],
    ['holds for another subtask too', [[read], [{ ...read, key: 'other' }]], [gone, refused]],
    ['does not hold for another target', [[read], [{ tool: 'read', path: 'y' }]], [gone, gone]],
  ])('%s', async (_, turns, codes) => {
    expect(await codesOf(turns)).toEqual(codes)
  })

  test('is refused with the words of the failure, which are cut through no secret', async () => {
    const phrase = 'correct horse battery staple'
    const redact = (text: string) => text.replaceAll(phrase, '[gone]')
    const failing = defineTool({
      ...{ name: 'read', description: 'read', input: z.object({ path: z.string() }), effect: 'read' },
      target: ({ path }) => path,
      execute: () => {
        throw new ArtooError('path_not_found', `${'x'.repeat(80)} ${`${phrase} `.repeat(9)}`)
      },
    })
    const journal = memoryJournal()
    const { run, runtime } = errands({ tools: [failing], journal, redact })
    const handle = run([JSON.stringify([read]), JSON.stringify([read])], { deciders: [caller] })
    await handle
    await runtime.close()
    expect(codesIn(handle.events)).toEqual([
      ['c0', gone],
      ['c1', refused],
    ])
    const kept = JSON.stringify(await readEvents(journal, handle.taskId))
    expect(kept).toContain('[gone] [gone]…')
    expect(kept).not.toMatch(/correct|horse/)
  })

  test('is let pass by what another subtask changed while it failed', async () => {
    expect(await codesOf([[read, write('x', 'other')], [read]])).toEqual([gone, null, null])
  })

  test('is let pass when a look gives something else than the time before', async () => {
    const { files, tools } = world()
    const look: Asked = { tool: 'look', path: 'x' }
    let looks = 0
    const execute = () => {
      if (++looks === 2) files.add('x')
      return files.has('x') ? 'there' : 'not there'
    }
    const outside = tools.map((tool) => (tool.name === 'look' ? { ...tool, target: () => null, execute } : tool))
    expect(await codesOf([[look], [read], [look], [read]], outside as never)).toEqual([null, gone, null, null])
  })

  test.each([true, false])('is let pass after a person’s answer about another one: %s', async (allowed) => {
    const { files, tools } = world()
    const send: Asked = { tool: 'send', path: 'y' }
    const mending: Confirm = () => {
      files.add('x')
      return allowed
    }
    const codes = await codesOf([[read], [send], [read]], tools, mending)
    expect(codes).toEqual([gone, allowed ? gone : 'law1_refused', null])
  })

  test('is refused before a person is asked about it, and was asked about once', async () => {
    let asked = 0
    const send: Asked = { tool: 'send', path: 'x' }
    const codes = await codesOf([[send], [send], [send]], undefined, () => {
      asked++
      return true
    })
    expect(codes).toEqual([gone, refused, refused])
    expect(asked).toBe(1)
  })

  test('is made again in a run that is resumed: what changed meanwhile is not known', async () => {
    const journal = memoryJournal()
    const steps = [[read], [read], [read]].map((calls) => JSON.stringify(calls))
    const first = errands({ tools: world().tools, journal })
    const handle = first.run(steps, { deciders: [caller] })
    await handle
    await first.runtime.close()
    const lines = []
    for await (const line of journal.read(handle.taskId)) lines.push(line)
    const count = lines.findIndex((line) => line.kind === 'event' && line.event.type === 'ToolResult') + 1
    const broken = memoryJournal()
    await broken.append(handle.taskId, lines.slice(0, count))
    const { tools } = world(new Set(['x']))
    const later = errands({ tools, journal: broken, ids: sequentialIds('later') })
    const resumed = later.runtime.resume(handle.taskId, { deciders: () => [caller], takeOver: 1 })
    await resumed
    await later.runtime.close()
    expect(codesIn(resumed.events).map(([, code]) => code)).toEqual([gone, null, null])
  })
})
