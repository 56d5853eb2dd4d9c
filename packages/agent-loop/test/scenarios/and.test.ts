import { describe, expect, it } from 'vitest'
import { atoms, deferred, doneAfter, fails, file, type Script, until, world } from '../world.js'

const diamond = atoms({ A: [], B: ['A'], C: ['A'], D: ['B', 'C'] })

/** Counts who works at the same time. */
function overlaps() {
  const live = new Set<string>()
  const seen: string[][] = []
  const watched =
    (script?: Script): Script =>
    async (folder) => {
      live.add(folder.task.brief.atom)
      seen.push([...live].sort())
      await new Promise((resolve) => setImmediate(resolve))
      live.delete(folder.task.brief.atom)
      folder.files[`${folder.task.brief.atom}.txt`] = 'done'
      return script?.(folder)
    }
  return { seen, watched }
}

describe('atoms that do not wait for each other', () => {
  it('3: run side by side, and what builds on them after them', async () => {
    const { run, launches } = world({ plan: { atoms: diamond } })
    const result = await run()
    expect(launches).toEqual(['A', 'B', 'C', 'D'])
    expect(result).toMatchObject({ status: 'completed' })
    expect(Object.keys(result.state.bindings)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('3: two at once is the most that the diamond has', async () => {
    const made = world({
      plan: { atoms: diamond },
      scripts: Object.fromEntries(['B', 'C'].map((id) => [id, slow(id)])),
    })
    await made.run()
    expect(made.highWater).toBe(2)
  })

  it('4: the failure of one keeps the success of the other, and what waits for both waits on', async () => {
    let tries = 0
    const C: Script = ({ files }) => {
      if (++tries === 1) return { success: false, summary: 'a typo' }
      files['C.txt'] = 'done'
      return undefined
    }
    const { run, launches } = world({ plan: { atoms: diamond }, scripts: { C } })
    const { state } = await run()
    expect(launches).toEqual(['A', 'B', 'C', 'C', 'D'])
    expect(state.trail).toMatchObject([{ type: 'atom_fail', atom: 'C', reason: 'a typo' }])
    expect(Object.keys(state.bindings)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('5: seven never take more than the three places', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const made = world({
      plan: { atoms: atoms(Object.fromEntries(names.map((name) => [name, []]))) },
      scripts: Object.fromEntries(names.map((name) => [name, slow(name)])),
    })
    const { state } = await made.run()
    expect(made.highWater).toBe(3)
    expect(Object.keys(state.bindings)).toHaveLength(7)
  })

  it('6: that claim the same files never run at the same time', async () => {
    const { seen, watched } = overlaps()
    const graph = atoms({ A: [], B: [], C: [] })
    const claimed = Object.fromEntries(
      Object.entries(graph).map(([id, atom]) => [
        id,
        { ...atom, writes: id === 'A' ? ['A.txt'] : ['src/**', '*.txt'] },
      ]),
    )
    await world({ plan: { atoms: claimed }, scripts: { A: watched(), B: watched(), C: watched() } }).run()
    expect(seen.some((live) => live.includes('B') && live.includes('C'))).toBe(false)
  })

  it('6: that use the same resource never run at the same time, nor does one that claims nothing beside any', async () => {
    const { seen, watched } = overlaps()
    const graph = atoms({ A: [], B: [], C: [] })
    const claimed = {
      A: { ...graph.A, resources: ['port'] },
      B: { ...graph.B, resources: ['port'] },
      C: { ...graph.C, writes: [] },
    }
    await world({ plan: { atoms: claimed as never }, scripts: { A: watched(), B: watched(), C: watched() } }).run()
    expect(seen.every((live) => live.length === 1)).toBe(true)
  })

  it('7: of which one writes into the file of another: that one fails, the other stands', async () => {
    const graph = atoms({ B: [], C: [] })
    const { run, memory } = world({
      plan: { atoms: graph, base_case: file('never.txt'), constraints: { max_attempts: 1 } },
      scripts: {
        B: ({ files }) => {
          files['B.txt'] = "B's own"
        },
        C: ({ files }) => {
          files['C.txt'] = 'done'
          files['B.txt'] = 'mine now'
        },
      },
    })
    const { state } = await run()
    expect(state.trail).toMatchObject([
      { type: 'atom_fail', atom: 'C', reason: expect.stringMatching(/side_effect_conflict.*B\.txt/) },
    ])
    expect(state.atoms).toMatchObject({ B: { status: 'resolved' }, C: { status: 'failed' } })
    expect(memory.tree).toEqual({ 'B.txt': "B's own" })
  })

  it('4: what succeeds beside a failure is kept', async () => {
    const B = deferred()
    const made = world({
      plan: { atoms: atoms({ B: [], C: [] }), constraints: { max_attempts: 1 } },
      scripts: {
        B: doneAfter(B.promise),
        C: fails('no way'),
      },
    })
    const result = made.run()
    await until(() => made.launches.length === 2)
    B.resolve()
    expect(Object.keys((await result).state.bindings)).toEqual(['B'])
  })
})

function slow(name: string): Script {
  return async ({ files }) => {
    await new Promise((resolve) => setImmediate(resolve))
    files[`${name}.txt`] = 'done'
  }
}
