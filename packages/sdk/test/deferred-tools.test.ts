import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import type { ModelRequest } from '@artoo/spec'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, createArtoo, defineTool } from '../src/index.js'
import { planOf, subtask } from './script.js'

const made: string[] = []
const tools = ['invoice', 'stock', 'parcel'].map((name) =>
  defineTool({
    ...{ name, description: `Looks up a ${name}. By its number, which is on it.`, effect: 'read' },
    input: z.object({ number: z.string() }),
    execute({ number }) {
      made.push(`${name} ${number}`)
      return `${name} ${number} is there`
    },
  }),
)
const [invoice, ...deferred] = tools

const load = (...names: string[]) => ({ toolCalls: [{ name: 'load_tools', input: { names } }] })
const call = (name: string) => ({ toolCalls: [{ name, input: { number: '7' } }] })
const offered = (requests: readonly ModelRequest[]) =>
  requests.map(({ tools = [] }) => tools.map(({ name }) => name).join(' '))
const last = ({ messages }: ModelRequest) => messages.at(-1)?.content

function deferring(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  own: Partial<ArtooOptions>,
) {
  made.length = 0
  const model = scriptedModel(script)
  const given = { always: invoice ? [invoice] : [], deferred }
  const artoo = createArtoo({ model, tools: given, dreamer: false, ...own })
  onTestFinished(() => artoo.close())
  return { artoo, model }
}

describe('deferred tools in a conversation', () => {
  test('stand in a list of lines until they are loaded, which takes no turn', async () => {
    const { artoo, model } = deferring(
      { text: [load('parcel'), call('parcel'), { text: 'It is there.' }] },
      { depth: 'direct', limits: { toolTurns: 1 } },
    )
    expect(await artoo.run('Where is parcel 7?')).toMatchObject({ status: 'complete', output: 'It is there.' })
    expect(made).toEqual(['parcel 7'])
    expect(offered(model.requests)).toEqual(['invoice load_tools', 'invoice parcel load_tools', expect.anything()])
    expect(model.requests[0]?.messages[0]?.content).toContain(
      'More tools, each to be loaded by load_tools before it is called:\n- stock: Looks up a stock.\n- parcel: Looks up a parcel.',
    )
    expect(model.requests[1] && last(model.requests[1])).toMatch(/^Loaded: parcel\.\n/)
  })

  test('called before they are loaded are loaded, and called again', async () => {
    const { artoo, model } = deferring(
      { text: [call('stock'), call('stock'), { text: 'There.' }] },
      { depth: 'direct' },
    )
    await artoo.run('Is article 7 in stock?')
    expect(model.requests[1] && last(model.requests[1])).toMatch(/^stock can be called from the next turn on/)
    expect(offered(model.requests)[1]).toBe('invoice stock load_tools')
    expect(made).toEqual(['stock 7'])
  })

  test.each([
    [{ names: ['parcels', 'stock'] }, 'Loaded: stock. Not in the list: parcels.'],
    [{ names: 'stock' }, 'Loaded: stock.'],
    [{ names: [] }, 'No name could be read: give "names", a list of names.'],
    [null, 'No name could be read: give "names", a list of names.'],
    [{ names: [{}, 7] }, 'No name could be read: give "names", a list of names.'],
  ])('loaded by %j: %s', async (input, answer) => {
    const { artoo, model } = deferring(
      { text: [{ toolCalls: [{ name: 'load_tools', input }] }, { text: 'Well.' }] },
      { depth: 'direct' },
    )
    await artoo.run('Is article 7 in stock?')
    expect(model.requests[1] && last(model.requests[1])).toContain(answer)
  })

  test('are not asked for without end: a turn that loads nothing new counts', async () => {
    const { artoo, model } = deferring(
      { text: [load('stock'), load('stock'), load('stock'), { text: 'Well.' }] },
      { depth: 'direct', limits: { toolTurns: 2 } },
    )
    await artoo.run('Is article 7 in stock?')
    expect(model.requests).toHaveLength(4)
  })
})

test('a plan names deferred tools, which its executor has with their schemas', async () => {
  const { artoo, model } = deferring(
    {
      plan: planOf(subtask('find the parcel', ['parcel'])),
      execution: [call('parcel'), { json: { status: 'completed', output: 'there', reason: null } }],
      last_verdicts: {
        json: { verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'r1' })) },
      },
    },
    {},
  )
  expect(await artoo.run('Where is parcel 7?')).toMatchObject({ output: 'there' })
  const [plan, execution] = model.requests
  expect(plan?.messages[1]?.content).toContain('"description": "Looks up a parcel."')
  expect(plan?.messages[1]?.content).toContain('Looks up a invoice. By its number, which is on it.')
  expect(execution?.tools?.map(({ name }) => name)).toEqual(['parcel'])
})

test.each([
  [{ defered: [] }, 'tools.defered'],
  [{ deferred: [], alwais: [] }, 'tools.alwais'],
  [{ stock: {} }, 'tools'],
  [{ deferred: ['stock'] }, 'tools'],
  [{ deferred: 7 }, 'tools.deferred'],
  [7, 'tools'],
])('%j is refused', (given, field) => {
  expect(() => createArtoo({ model: scriptedModel({}), tools: given as never })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field: expect.stringContaining(field) }),
  )
})
