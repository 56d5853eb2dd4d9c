import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { noPins } from '../../src/state/agreed.js'
import { atoms, fails, file, type Script, world } from '../world.js'

const unclear = (ids: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(atoms(ids)).map(([id, atom]) => [id, { ...atom, explore: true }]))

describe('a worker', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('out of memory')), /out of memory/],
    ['answers in prose', () => 'I have done it.', /^schema_invalid/],
    ['answers nothing', () => null, /^schema_invalid/],
    ['answers something else', () => ({ success: 'yes', summary: 7 }), /^schema_invalid/],
  ])('27: that %s has failed, and the loop lives', async (_, script, reason) => {
    let tries = 0
    const first: Script = (folder) => {
      if (++tries > 1) {
        folder.files['A.txt'] = 'done'
        return undefined
      }
      return script()
    }
    const { run } = world({ scripts: { A: first } })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(state.trail).toMatchObject([{ type: 'atom_fail', atom: 'A', reason: expect.stringMatching(reason) }])
  })

  it('29: that fails twice in the same way is not sent a third time with the same: a probe looks first', async () => {
    const roles: string[] = []
    const { run } = world({
      plan: { constraints: { max_attempts: 3 } },
      scripts: {
        A: () => {
          roles.push('worker')
          return { success: false, summary: 'the same' }
        },
      },
      probe: async () => {
        roles.push('probe')
        return { feasible: true, findings: 'it needs a key' }
      },
    })
    const { state } = await run()
    expect(roles).toEqual(['worker', 'worker', 'probe', 'worker'])
    expect(new Set(state.strategies_tried).size).toBe(state.strategies_tried.length)
  })

  it('31: that has much to say is kept by the beginning, and the whole stands in a file', async () => {
    const summary = 'word '.repeat(10_000)
    const { run, store } = world({
      scripts: {
        A({ files }) {
          files['A.txt'] = 'x'
          return { success: true, summary }
        },
      },
    })
    const { state } = await run()
    const { summary: told, artifacts } = state.bindings.A ?? { summary: '', artifacts: [] }
    const [name = '', whole] = [...store.kept][0] ?? []
    expect(told?.length).toBeLessThanOrEqual(2000)
    expect(told?.length).toBeGreaterThan(1990)
    expect(told).toContain(name)
    expect(whole).toBe(summary)
    expect(artifacts).toEqual(['A.txt'])
  })

  it('31: that fails with five megabytes leaves a small state', async () => {
    const { run, store } = world({ scripts: { A: fails('x'.repeat(5e6)) } })
    const { state } = await run()
    expect(JSON.stringify(state).length).toBeLessThan(20_000)
    expect(store.kept.size).toBeGreaterThan(0)
  })

  it('31: whose check brings five megabytes of evidence leaves a small state', async () => {
    const evidence = 'x'.repeat(5e6)
    const checker = {
      review: () => null,
      run: async () => ({ pass: false, evidence }),
      pin: async () => noPins,
      pinCommand: async () => noPins,
      whyLandingAsks: () => null,
      changed: async () => [],
    }
    const { run } = world({ options: { checker } })
    expect(JSON.stringify((await run()).state).length).toBeLessThan(20_000)
  })
})

describe('a probe', () => {
  it('28: that writes changes nothing but a folder that is thrown away', async () => {
    const made: ReturnType<typeof world> = world({
      plan: { atoms: unclear({ A: [] }) },
      probe: async (task) => {
        made.memory.files(task.directory)['evil.txt'] = 'was here'
        return { feasible: true, findings: 'fine' }
      },
    })
    await made.run()
    expect(made.memory.tree).toEqual({ 'A.txt': 'A' })
    expect(made.memory.open).toEqual([])
  })

  it('goes first where the ground is unknown, and what it found is told to the worker', async () => {
    const { run, prompts } = world({
      plan: { atoms: unclear({ A: [] }) },
      probe: async () => ({ feasible: true, findings: 'port 80 is taken', costEstimate: 700 }),
    })
    const { state } = await run()
    expect(prompts.A).toEqual([expect.stringContaining('port 80 is taken')])
    expect(state.atoms.A).toMatchObject({ probes: 1, attempts: 1, cost_estimate: 700 })
  })

  it('that finds it impossible spares the attempts', async () => {
    const { run, launches } = world({
      plan: { atoms: unclear({ A: [] }) },
      probe: async () => ({ feasible: false, findings: 'no such service' }),
    })
    expect(await run()).toMatchObject({ code: 'exhausted', detail: expect.stringContaining('no such service') })
    expect(launches).toEqual([])
  })

  it.each([
    ['prose', 'it looks fine'],
    ['half an answer', { feasible: true }],
  ])('27: that answers %s has failed', async (_, report) => {
    const { run } = world({ plan: { atoms: unclear({ A: [] }) }, probe: async () => report as never })
    const { state, status } = await run()
    expect(status).toBe('completed')
    expect(state.trail[0]).toMatchObject({ type: 'atom_fail', reason: expect.stringMatching(/^schema_invalid/) })
  })
})

describe('a split', () => {
  const part = (name: string, more: object = {}) => ({
    name,
    task: `do ${name}`,
    check: file(`${name}.txt`),
    writes: [`${name}.txt`],
    ...more,
  })
  const splitting = (...answers: readonly object[]) => scriptedModel({ proposal: answers.map((json) => ({ json })) })
  const A = { description: 'do A', success_criteria: file('two.txt') }
  const stuck = { plan: { atoms: { A }, constraints: { max_repairs: 0 } }, scripts: { A: fails() } }

  it('does in parts what could not be done as it was', async () => {
    const model = splitting({ atoms: [part('one'), part('two', { depends_on: ['one'] })] })
    const { run, launches } = world({ ...stuck, options: { model } })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(launches).toEqual(['A', 'A', 'A.1', 'A.2'])
    expect(state.atoms.A).toMatchObject({ status: 'resolved', children: ['A.1', 'A.2'] })
    expect(state.atoms['A.2']).toMatchObject({ deps: ['A.1'], parent: 'A', rank: 1 })
  })

  it('knows ways that are enough one by one, and takes back what was done for one that failed', async () => {
    const atoms = [part('one'), part('bad', { depends_on: ['one'] }), part('two')]
    const model = splitting({ atoms, alternatives: [['bad', 'two']] }, { atoms: [] }, { atoms: [] })
    const { run, memory } = world({ ...stuck, scripts: { A: fails(), 'A.2': fails('cannot') }, options: { model } })
    const { status } = await run()
    expect(status).toBe('completed')
    expect(Object.keys(memory.tree).sort()).toEqual(['one.txt', 'two.txt'])
  })

  it.each([
    ['into too many', { atoms: Array.from({ length: 6 }, (_, index) => part(`n${index}`)) }],
    ['into none', { atoms: [] }],
    ['in a circle', { atoms: [part('a', { depends_on: ['b'] }), part('b', { depends_on: ['a'] })] }],
    ['that waits for what it is a part of', { atoms: [part('a', { depends_on: ['A'] })] }],
    ['that waits for nothing known', { atoms: [part('a', { depends_on: ['ghost'] })] }],
    [
      'with a check that can not decide',
      { atoms: [part('a', { check: { check: 'regex', path: 'a', pattern: '(' } })] },
    ],
    ['with a check for people', { atoms: [part('a', { check: { check: 'assertion', text: 'nice' } })] }],
  ])('30: %s is turned down with the reason, and the measure does not rise', async (_, answer) => {
    const model = splitting(answer, answer)
    const { run, launches } = world({ ...stuck, options: { model } })
    const { code, state } = await run()
    expect(code).toBe('exhausted')
    expect(model.requests).toHaveLength(2)
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('That was turned down')
    expect(Object.keys(state.atoms)).toEqual(['A'])
    expect(new Set(launches)).toEqual(new Set(['A']))
  })

  it('30: ends at max_depth', async () => {
    const model = scriptedModel({ proposal: () => ({ json: { atoms: [part('deeper')] } }) }, { repeatLast: true })
    const { run } = world({
      plan: { ...stuck.plan, constraints: { max_repairs: 0, max_depth: 2 } },
      scripts: { A: fails(), 'A.1': fails(), 'A.1.1': fails() },
      options: { model },
    })
    const { code, state } = await run()
    expect(code).toBe('exhausted')
    expect(Object.keys(state.atoms)).toEqual(['A', 'A.1', 'A.1.1'])
    expect(state.atoms['A.1.1']?.rank).toBe(0)
  })
})
