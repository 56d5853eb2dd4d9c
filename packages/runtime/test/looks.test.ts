import type { Decider, ToolCallRecord } from '@artoo/runtime'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Contracts, errands } from './errand.js'

interface Call {
  readonly tool: string
  readonly readsOnly?: true
}

/** Makes one call after the other. */
const caller: Decider<Contracts, 'boss', readonly Call[]> = {
  actor: 'boss',
  initial: [],
  decide(state, message) {
    if (message.type !== 'Errand' && message.type !== 'ToolResult') return [state, []]
    const calls: readonly Call[] =
      message.type === 'Errand' ? message.payload.steps.map((step) => JSON.parse(step)) : state.slice(1)
    const [call] = calls
    if (!call) return [calls, [{ type: 'Outcome', to: 'host', payload: { reason: 'done', heard: [] } }]]
    const payload = {
      ...{ key: 'k', callId: `c${calls.length}`, attempt: 1, input: { path: 'x' } },
      ...{ ...call, blockedTargets: [{ tool: 'see', target: 'x', until: 'change' as const, why: null }] },
    }
    return [calls, [{ type: 'ToolRequest', to: 'tools', payload }]]
  },
}

const made: string[] = []
const tool = (name: string, effect: 'read' | 'outbound' | 'repeatable' | 'irreversible', fails = false) =>
  defineTool({
    ...{ name, description: name, input: z.object({ path: z.string() }), target: () => 'x' },
    effect: () => (effect === 'irreversible' ? { kind: effect, action: name, reason: 'it can not be undone' } : effect),
    execute: (_, { readsOnly = false }) => {
      made.push(`${name} ${readsOnly}`)
      if (fails) throw new Error('not there')
      return name
    },
  })

const tools = [
  tool('see', 'read', true),
  tool('look', 'read'),
  tool('fetch', 'outbound'),
  tool('put', 'repeatable'),
  tool('send', 'irreversible'),
]

async function recordsOf(calls: readonly Call[], permissions?: object) {
  made.length = 0
  let asked = 0
  const { run, runtime } = errands({ tools })
  const confirm = () => ++asked > 0
  const handle = run(
    calls.map((call) => JSON.stringify(call)),
    { deciders: [caller], confirm, ...(permissions && { permissions }) },
  )
  await handle
  await runtime.close()
  const records = handle.events.flatMap(({ type, payload }) =>
    type === 'ToolResult' ? (payload as ToolCallRecord) : [],
  )
  return { asked, made: [...made], records, codes: records.map(({ code }) => code) }
}

describe('a look', () => {
  test('reads, and its record says that it was one', async () => {
    const { records, made } = await recordsOf([{ tool: 'look', readsOnly: true }, { tool: 'look' }])
    expect(records.map(({ status, look }) => [status, look])).toEqual([
      ['ok', true],
      ['ok', undefined],
    ])
    expect(made).toEqual(['look true', 'look false'])
  })

  test.each(['fetch', 'put', 'send'])(
    'is refused where it would do more than read, and nobody is asked: %s',
    async (name) => {
      const { records, asked, made } = await recordsOf([{ tool: name, readsOnly: true }])
      expect(records).toMatchObject([{ status: 'refused', code: 'reads_only', look: true }])
      expect([asked, made]).toEqual([0, []])
    },
  )

  test('is refused where a rule has a person asked', async () => {
    const { codes, asked } = await recordsOf([{ tool: 'look', readsOnly: true }], { ask: ['look'] })
    expect([codes, asked]).toEqual([['reads_only'], 0])
  })

  test('is refused by a rule that denies', async () => {
    expect((await recordsOf([{ tool: 'look', readsOnly: true }], { deny: ['look'] })).codes).toEqual(['law1_refused'])
  })

  test('is stopped by no block, and leaves those of the work as they are', async () => {
    const { codes } = await recordsOf([{ tool: 'see' }, { tool: 'see', readsOnly: true }, { tool: 'see' }])
    expect(codes).toEqual(['tool_failed', 'tool_failed', 'blocked_target'])
  })
})
