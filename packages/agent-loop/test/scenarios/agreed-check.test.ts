import type { Checker } from '@artoo/agent-loop'
import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { atoms, fails, file, memoryWorkspaces, type Script, world } from '../world.js'

const part = (name: string, path: string, more = {}) => ({ name, task: `do ${name}`, check: file(path), ...more })
const proposal = (...parts: readonly unknown[]) => ({ json: { atoms: parts } })

/** Says that it is done. */
const nothing: Script = () => ({ success: true, summary: 'it was done already' })
const makes =
  (path: string): Script =>
  ({ files }) => {
    files[path] = 'done'
  }

/** `c` fails, and the base case, which `b` brings about after it, doesn't ask for its file. */
const plan = { atoms: atoms({ c: [], b: ['c'] }), base_case: file('b.txt'), constraints: { max_repairs: 0 } }
const tree = { 'kept.txt': 'kept' }

describe('a check that a person agreed to', () => {
  it('is not replaced by that of a part, which held before', async () => {
    const model = scriptedModel({ proposal: [proposal(part('n', 'kept.txt'))] })
    const { run, launches } = world({ plan, tree, scripts: { c: fails(), 'c.1': nothing }, options: { model } })
    const { code, detail, state } = await run()
    expect({ code, detail }).toEqual({
      code: 'exhausted',
      detail: expect.stringContaining('c: its check does not hold: {"check":"file","path":"c.txt"} is false'),
    })
    expect(state.atoms).toMatchObject({ c: { status: 'failed' }, 'c.1': { status: 'resolved' } })
    expect(launches).not.toContain('b')
    expect(state.trail.at(-1)).toMatchObject({ type: 'atom_fail', atom: 'c' })
  })

  it('is run once the parts are done, and the loop goes on when it holds', async () => {
    const model = scriptedModel({ proposal: [proposal(part('n', 'kept.txt'))] })
    const made = world({ plan, tree, scripts: { c: fails(), 'c.1': makes('c.txt') }, options: { model } })
    const { status, state } = await made.run()
    expect(status).toBe('completed')
    expect(state.atoms.c?.status).toBe('resolved')
    expect(Object.keys(made.memory.tree)).toEqual(['kept.txt', 'c.txt', 'b.txt'])
  })

  it('outlives a repair as well, of which the next one is told why', async () => {
    const model = scriptedModel({ proposal: [proposal(part('n', 'kept.txt')), proposal(part('n', 'c.txt'))] })
    const constraints = { max_depth: 0, max_repairs: 2 }
    const scripts = { c: fails(), 'c.1': nothing, 'c.2': makes('c.txt') }
    const { run } = world({ plan: { ...plan, constraints }, tree, scripts, options: { model } })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(state.atoms).toMatchObject({ c: { status: 'resolved', children: ['c.1', 'c.2'] } })
    expect(state.control.repairs_left).toBe(0)
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('its check does not hold')
  })

  it('keeps the loop from completing while parts are open, though the base case holds', async () => {
    const chain = { c: [], b1: [], b2: ['b1'], b3: ['b2'], b4: ['b3'] }
    const model = scriptedModel({
      proposal: [
        proposal(
          ...['k1', 'k2'].map((name) => part(name, 'kept.txt')),
          part('n', 'c.txt', { depends_on: ['k1', 'k2'] }),
        ),
      ],
    })
    let isFirst = true
    const slow: Script = () => {
      const success = !isFirst
      isFirst = false
      return { success, summary: 'a typo' }
    }
    const { run, memory, launches } = world({
      ...{ plan: { atoms: atoms(chain), base_case: file('b4.txt') }, tree, options: { model } },
      scripts: { c: fails(), 'c.1': slow, 'c.2': nothing, 'c.3': makes('c.txt') },
    })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(launches.indexOf('c.3')).toBeGreaterThan(launches.indexOf('b4'))
    expect(memory.tree).toHaveProperty('c.txt')
    expect(state.atoms.c?.status).toBe('resolved')
  })

  it('turns back to another choice among the parts before it is given up', async () => {
    const two = { atoms: [part('x', 'x.txt'), part('y', 'y.txt')], alternatives: [['x', 'y']] }
    const model = scriptedModel({ proposal: [{ json: two }] })
    const both: Script = ({ files }) => {
      files['y.txt'] = 'done'
      files['c.txt'] = 'done'
    }
    const scripts = { c: fails(), 'c.1': makes('x.txt'), 'c.2': both }
    const { run, memory } = world({ plan, tree, scripts, options: { model } })
    const { status, state } = await run()
    expect(status).toBe('completed')
    expect(state.or_groups['c.g3']).toMatchObject({ failed: ['c.1'], selected: 'c.2' })
    expect(Object.keys(memory.tree)).not.toContain('x.txt')
  })

  it('is run in a place of its own: what the base case leaves behind proves nothing', async () => {
    const model = scriptedModel({ proposal: [proposal(part('n', 'kept.txt'))] })
    const memory = memoryWorkspaces(tree)
    const unpinned = { globs: [], except: [], skip: [], files: {} }
    const checker: Checker = {
      review: () => null,
      pin: async () => unpinned,
      pinCommand: async () => unpinned,
      changed: async () => [],
      whyLandingAsks: () => null,
      async run(check, { directory }) {
        const files = memory.files(directory)
        if (check === plan.base_case) files['c.txt'] = 'left behind'
        const path = String((check as { path?: unknown }).path)
        return { pass: path in files, evidence: path }
      },
    }
    const scripts = { c: fails(), 'c.1': nothing }
    const { run } = world({ plan, memory, scripts, options: { model, checker } })
    expect(await run()).toMatchObject({ code: 'exhausted' })
    expect(memory.open).toEqual([])
  })

  it('may come with a redirect; those that a model wrote are replaced by their parts', async () => {
    const model = scriptedModel({
      proposal: [proposal(part('n', 'never.txt')), proposal(part('n', 'c.txt'))],
    })
    const scripts = { c: fails(), 'c.1': fails(), 'c.1.1': makes('c.txt'), new: makes('new.txt') }
    const { align, loop } = world({ plan, tree, scripts, options: { model } })
    await align()
    const atom = { id: 'new', description: 'one more', success_criteria: file('new.txt'), deps: [], writes: [] }
    await loop.redirect({
      ...{ type: 'dag_adjustment', description: 'one more' },
      operations: [{ op: 'add', atom: { ...atom, resources: [], explore: false } }],
    })
    const { status, state } = await loop.start()
    expect(status).toBe('completed')
    const agreed = Object.entries(state.atoms).filter(([, { agreed }]) => agreed)
    expect(agreed.map(([id]) => id)).toEqual(['c', 'b', 'new'])
    expect(state.atoms).toMatchObject({ c: { status: 'resolved' }, 'c.1': { status: 'resolved' } })
  })
})
