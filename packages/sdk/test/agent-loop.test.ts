import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createAgentLoop, type Plan } from '@artoo/sdk/agent-loop'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let home: string
let workspace: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'artoo-sdk-loop-'))
  workspace = join(home, 'work')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'a.txt'), 'one\n')
})
afterEach(() => rmSync(home, { recursive: true }))

const check = { check: 'file', path: 'b.txt', contains: 'two' } as const
const plan: Plan = {
  goal: 'b.txt says two',
  background_intent: 'to count on',
  deliverables: ['b.txt'],
  definition_of_done: 'b.txt says two',
  base_case: check,
  atoms: { count: { description: 'write two into b.txt', success_criteria: check, writes: ['b.txt'] } },
}

const done = { json: { status: 'completed', output: 'b.txt says two', reason: null } }
const writes = (content: string) => ({ toolCalls: [{ name: 'write_file', input: { path: 'b.txt', content } }] })

describe('createAgentLoop', () => {
  it('has executor and validator do the work, and code decides each attempt', async () => {
    const model = scriptedModel({ execution: [writes('three\n'), done, writes('two\n'), done] })
    const loop = createAgentLoop({ workspace, state: join(home, 'loop.json'), model, confirm: () => true })
    await loop.align(plan)
    const { status, state } = await loop.start()
    expect(status).toBe('completed')
    expect(state.bindings.count).toMatchObject({ summary: 'b.txt says two', origin: 'worker' })
    expect(state.control.tokens_used).toBeGreaterThan(0)
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain('does not contain')
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false)
    expect(await loop.land()).toEqual({ status: 'landed', changed: ['b.txt'] })
    expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toBe('two\n')
    await loop.close()
  })

  it('lets a probe look and nothing else', async () => {
    const report = { json: { status: 'completed', output: 'NOT FEASIBLE: nothing can be written', reason: null } }
    const judged = { json: { verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'it says so', records: [] }] } }
    const model = scriptedModel(
      { execution: [writes('two\n'), report], verdicts: [judged, judged] },
      { repeatLast: true },
    )
    const explored = { ...plan, atoms: { count: { ...plan.atoms.count, explore: true } } } as Plan
    const loop = createAgentLoop({
      ...{ workspace, state: join(home, 'loop.json'), model, confirm: () => true },
      worker: async () => ({ success: false, summary: 'no way' }),
    })
    await loop.align(explored)
    const { code, state } = await loop.start()
    expect(code).toBe('exhausted')
    const told = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1))).join('\n')
    expect(told).toContain('[LAW1]')
    expect(state.atoms.count?.notes.join()).toContain('not feasible')
    await loop.close()
  })

  it('wants somebody to do the work', () => {
    expect(() => createAgentLoop({ workspace, state: join(home, 'loop.json') })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'worker' }),
    )
  })
})
