import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, createMemory, defineTool } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ended } from './script.js'

const remove = defineTool({
  name: 'delete_file',
  description: 'deletes',
  effect: 'irreversible',
  input: z.object({ path: z.string() }),
  target: ({ path }) => path,
  execute: () => 'deleted',
})

const gone = { text: 'people.csv is gone', mode: 'verifiable', about: 'world' }

/** Plans that are never the same. */
function plans(): ScriptedTurn {
  let round = 0
  return () => ({
    json: {
      asks: 'change',
      criteria: [gone],
      subtasks: [{ intent: `Delete it, way ${++round}`, sequence: 1, criteria: [gone], tools: ['delete_file'] }],
    },
  })
}

const deleting =
  (status: 'completed' | 'failed'): ScriptedTurn =>
  ({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { json: { status, output: 'It was refused.', reason: 'it was refused' } }
      : { toolCalls: [{ name: 'delete_file', input: { path: 'people.csv' } }] }

const rejecting = {
  json: {
    verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'fail', evidence: 'it was refused', records: ['r1'] })),
    correction: { whatWasWrong: 'it is still there', whatToDo: 'delete it' },
  },
} as const

async function refused(status: 'completed' | 'failed', options: Partial<ArtooOptions>) {
  const model = scriptedModel(
    { plan: plans(), execution: deleting(status), last_verdicts: rejecting },
    { repeatLast: true },
  )
  const memory = createMemory()
  const artoo = createArtoo({ model, tools: [remove], memory, dreamer: false, ...options })
  const run = artoo.run('Delete people.csv')
  const result = ended(await run)
  await artoo.close()
  const lessons = run.events.filter(({ type }) => type === 'Megram').length
  const brief = JSON.stringify(model.requests[0]?.messages)
  return { result, calls: model.requests.map(({ output }) => output?.name), lessons, brief }
}

describe('A refusal that no plan lifts', () => {
  const whole = ['plan', 'execution', 'execution']
  test.each([
    ['its executor says so', 'failed', [...whole, ...whole]],
    ['its judge says so', 'completed', [...whole, 'last_verdicts', ...whole, 'last_verdicts']],
  ] as const)('costs one other plan, and no correction, when %s', async (_, status, expected) => {
    const { result, calls, lessons, brief } = await refused(status, {})
    expect(calls).toEqual(expected)
    expect(result).toMatchObject({ status: 'partial', reason: 'refused', replans: 1 })
    expect(result.refused).toHaveLength(2)
    expect(result.nextMoves[0]).toMatch(/^Pass `confirm` so that somebody can allow “delete file people\.csv”/)
    expect(result.nextMoves.join()).not.toContain('replans')
    expect(lessons).toBe(0)
    expect(brief).toContain('nobodyConfirms')
  })

  test('of a person is final in the same way, and what to do about it is to allow it', async () => {
    const { result, calls, brief } = await refused('failed', { confirm: () => false })
    expect(calls).toHaveLength(6)
    expect(result.reason).toBe('refused')
    expect(result.nextMoves[0]).toMatch(/^Allow “delete file people\.csv”/)
    expect(brief).not.toContain('nobodyConfirms')
  })

  test('by the mode names the mode', async () => {
    const { result } = await refused('failed', { confirm: () => true, permissions: { mode: 'refuse' } })
    expect(result).toMatchObject({
      reason: 'refused',
      nextMoves: [expect.stringContaining('mode "ask"'), expect.any(String)],
    })
  })

  test('in the profile `paper` is replanned as any other failure', async () => {
    const { result, calls } = await refused('failed', { profile: 'paper' })
    expect(result.reason).not.toBe('refused')
    expect(calls.length).toBeGreaterThan(6)
  })
})
