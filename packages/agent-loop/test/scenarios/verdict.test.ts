import { scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import { atoms, file, type Script, world } from '../world.js'

const never = { atoms: atoms({ A: [] }), base_case: file('never.txt') }
const repairing = (count: number) =>
  scriptedModel(
    {
      proposal: (request) => ({
        json: {
          atoms: [
            {
              name: 'n',
              task: `mend it (${request.messages.length})`,
              check: file('mended.txt'),
              writes: ['mended.txt'],
            },
          ],
        },
      }),
    },
    { repeatLast: count > 0 },
  )

describe('a verdict', () => {
  it('24: that is never true costs the repairs, and then the loop halts', async () => {
    const { run, launches } = world({ plan: never, options: { model: repairing(2) } })
    const { status, code, state } = await run()
    expect({ status, code }).toEqual({ status: 'halted', code: 'verification_unreachable' })
    expect(state.control.repairs_left).toBe(0)
    expect(launches).toHaveLength(3)
  })

  it('24: without a model to repair halts at once', async () => {
    const { run, launches } = world({ plan: never })
    expect(await run()).toMatchObject({ code: 'verification_unreachable' })
    expect(launches).toEqual(['A'])
  })

  it('24: by a repair becomes true', async () => {
    const plan = { ...never, base_case: file('mended.txt') }
    const { run } = world({ plan, options: { model: repairing(1) } })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(state.control.repairs_left).toBe(1)
    expect(Object.keys(state.bindings)).toEqual(['A', 'a1'])
  })

  it('25: does not count when a file that decides it was changed', async () => {
    const tree = { 'test.js': 'expect(true)' }
    // It writes where it may, but what it writes decides the base case.
    const found: unknown[] = []
    const cheat: Script = async ({ files, task }) => {
      files['A.txt'] = 'done'
      delete files['test.js']
      found.push(await task.check())
    }
    const plan = {
      atoms: { A: { ...atoms({ A: [] }).A, writes: [] } } as never,
      base_case: { check: 'not', of: file('test.js') } as const,
    }
    const made = world({ tree, plan: { ...plan, protected_paths: ['test.js'] }, scripts: { A: cheat } })
    const { status, state } = await made.run()
    expect(status).toBe('halted')
    // It was told before, and could have taken it back.
    expect(made.prompts.A?.[0]).toContain('These stay as they are, or all is thrown away: "test.js".')
    expect(found[0]).toMatchObject({ pass: false, evidence: expect.stringContaining('tampered: test.js') })
    expect(state.trail).toContainEqual(
      expect.objectContaining({ type: 'atom_fail', reason: expect.stringMatching(/^tampered: test\.js/) }),
    )
    expect(made.memory.tree).toEqual(tree)
  })

  it('25: is false, and says tampered, when what decides it was changed before', async () => {
    const tree = { 'test.js': 'expect(true)' }
    const made = world({ tree, plan: { protected_paths: ['test.js'] } })
    const state = await made.align()
    const changed = world({ tree: { 'test.js': '', 'A.txt': 'there' }, state })
    const result = await changed.loop.start()
    expect(result).toMatchObject({ status: 'halted' })
    expect(result.state.control.last_verdict).toMatchObject({ passed: false, tampered: true })
  })

  it('26: of a worker counts for nothing where its check does not hold, and its changes are gone', async () => {
    const lies: Script = ({ files }) => {
      files['A.md'] = 'almost'
      return { success: true, summary: 'all done!' }
    }
    const { run, memory } = world({ scripts: { A: lies } })
    const { state, code } = await run()
    expect(code).toBe('exhausted')
    expect(state.bindings).toEqual({})
    expect(state.trail[0]).toMatchObject({
      type: 'atom_fail',
      reason: expect.stringMatching(/^its check does not hold/),
    })
    expect(memory.tree).toEqual({})
  })

  it('that only a person can give leaves the loop waiting for one', async () => {
    const { run } = world({ plan: { base_case: { check: 'assertion', text: 'it looks good' } } })
    expect(await run()).toMatchObject({ status: 'halted', code: 'awaiting_confirmation' })
  })
})

describe('a person’s word on an assertion', () => {
  const looks = { check: 'assertion', text: 'it looks good' } as const
  const either = { check: 'any', of: [{ check: 'all', of: [file('A.txt'), looks] }, file('never.txt')] } as const

  it.each([
    ['alone', looks],
    ['within other checks', either],
    ['turned round', { check: 'not', of: { check: 'not', of: looks } } as const],
  ])('lets a job be completed that waits for it: %s', async (_, base_case) => {
    const { run, loop, launches } = world({ plan: { base_case } })
    expect(await run()).toMatchObject({ code: 'awaiting_confirmation' })
    const state = await loop.attest('it looks good', { by: 'ann' })
    expect(state.attested).toEqual([
      { text: 'it looks good', holds: true, by: 'ann', at: expect.any(String), head: state.head },
    ])
    const { status, detail } = await loop.start()
    expect({ status, launches }).toEqual({ status: 'completed', launches: ['A'] })
    if (base_case === looks) expect(detail).toBe('ann says that it holds: it looks good')
  })

  it('counts for the work as it stood: a later change makes it void', async () => {
    const { run, loop } = world({ plan: { base_case: looks } })
    await run()
    await loop.attest('it looks good')
    await loop.redirect({
      type: 'dag_adjustment',
      description: 'B, too',
      operations: [
        { op: 'add', atom: { id: 'B', ...(atoms({ B: ['A'] }).B as object), resources: [], explore: false } as never },
      ],
    })
    expect(await loop.start()).toMatchObject({ code: 'awaiting_confirmation', state: { bindings: { B: {} } } })
    await loop.attest('it looks good')
    expect(await loop.start()).toMatchObject({ status: 'completed' })
  })

  it('may be a no, which counts as any other failure', async () => {
    const { run, loop } = world({ plan: { base_case: looks }, options: { model: repairing(1) } })
    await run()
    await loop.attest('it looks good', { holds: false, by: 'ann' })
    const { state, code } = await loop.start()
    expect(state.bindings).toHaveProperty('a1')
    expect(code).toBe('awaiting_confirmation')
  })

  it('the latest counts', async () => {
    const { run, loop } = world({ plan: { base_case: looks } })
    await run()
    await loop.attest('it looks good', { holds: false })
    await loop.attest('it looks good')
    expect(await loop.start()).toMatchObject({ status: 'completed' })
  })

  it('is what confirm() asks for, and stands in the journal', async () => {
    const journal = memoryJournal()
    const { run, loop } = world({ plan: { base_case: looks }, options: { journal } })
    await run()
    await expect(loop.confirm()).rejects.toMatchObject({
      code: 'nothing_to_confirm',
      message: expect.stringContaining('attest()'),
    })
    await loop.attest('it looks good', { by: 'ann' })
    const lines = []
    for await (const { taskId } of journal.list())
      for await (const line of journal.read(taskId)) lines.push(JSON.stringify(line))
    expect(lines.join()).toMatch(/"type":"attested","text":"it looks good","holds":true,"by":"ann"/)
  })

  it('is refused of what no check says, and of work that was not begun', async () => {
    const { run, loop, align } = world({ plan: { base_case: looks } })
    await align()
    await expect(loop.attest('it looks good')).rejects.toMatchObject({ code: 'nothing_to_attest' })
    await run()
    await expect(loop.attest('it looks great')).rejects.toMatchObject({
      code: 'unknown_assertion',
      message: expect.stringContaining('"it looks good"'),
    })
  })
})
