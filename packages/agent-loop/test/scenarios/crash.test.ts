import { memoryStateStore, type StateFile, stateFile } from '@artoo/agent-loop'
import { describe, expect, it } from 'vitest'
import { atoms, fails, file, hangs, killed, until, world } from '../world.js'

const graph = { atoms: atoms({ A: [], B: ['A'] }), constraints: { max_attempts: 2 } }

describe('a process that is killed', () => {
  it('20: between a launch and its result leaves the atom pending, its attempt spent, no folder, and the next one completes', async () => {
    const first = world({ plan: graph, scripts: { B: hangs } })
    void first.run()
    await until(() => first.launches.includes('B'))
    const state = await killed(first.store)
    expect(state).toMatchObject({
      control: { status: 'running' },
      atoms: { B: { status: 'in_progress', attempts: 1 } },
    })
    const next = world({ state, memory: first.memory })
    const result = await next.loop.start()
    expect(result.status).toBe('completed')
    expect(result.state.atoms.B).toMatchObject({ status: 'resolved', attempts: 2 })
    expect(next.launches).toEqual(['B'])
    expect(first.memory.open).toEqual([])
    await first.loop.close()
  })

  it('20: at every launch ends as soon as the attempts are spent', async () => {
    const plan = {
      ...graph,
      atoms: atoms({ jwt: [], session: [] }),
      or_groups: { auth: { choices: ['jwt', 'session'] } },
      base_case: file('session.txt'),
    }
    let made = world({ plan, scripts: { jwt: hangs } })
    void made.run()
    for (let kills = 1; kills <= 2; kills++) {
      await until(() => made.launches.length === 1)
      expect((await made.loop.state())?.atoms.jwt?.attempts).toBe(kills)
      const { memory, store, loop } = made
      made = world({ state: await killed(store), memory, scripts: { jwt: hangs } })
      await loop.close()
      if (kills < 2) void made.loop.start()
    }
    const { status, state } = await made.loop.start()
    expect(status).toBe('completed')
    expect(made.launches).toEqual(['session'])
    expect(state.or_groups.auth).toMatchObject({ failed: ['jwt'], selected: 'session' })
  })

  it('20: after its work was taken over and before that was written has it done once more, on what stood', async () => {
    const inner = memoryStateStore()
    const written: StateFile[] = []
    const write = async (state: StateFile) => {
      await inner.write(state)
      written.push(structuredClone(state))
    }
    const first = world({ plan: graph, options: { store: { ...inner, write } } })
    await first.run()
    const before = written.findLast(({ in_flight }) =>
      Object.values(in_flight).some(({ atom }) => atom === 'B'),
    ) as StateFile
    expect(before.bindings).not.toHaveProperty('B')
    const next = world({ state: before, memory: first.memory })
    const { status, state } = await next.loop.start()
    expect(status).toBe('completed')
    expect(Object.keys(first.memory.tree).sort()).toEqual(['A.txt', 'B.txt'])
    expect(state.head).not.toBe(before.head)
  })

  it('21: while it writes leaves the state before: nothing is done about what is not written', async () => {
    const inner = memoryStateStore()
    let isDown = false
    const store = {
      ...inner,
      write: async (state: Parameters<typeof inner.write>[0]) =>
        isDown ? Promise.reject(new Error('the disk is full')) : inner.write(state),
    }
    const made = world({ plan: graph, options: { store } })
    await made.align()
    isDown = true
    const before = await killed(inner)
    await made.loop.start().result.catch(() => undefined)
    expect(await inner.read()).toEqual(before)
    expect(made.launches).toEqual([])
    expect(stateFile.safeParse(before).success).toBe(true)
  })

  it('21: is not one that waits for a slow disk: what it says at the end is written', async () => {
    const inner = memoryStateStore()
    const slow = async (state: Parameters<typeof inner.write>[0]) => {
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
      await inner.write(state)
    }
    const made = world({ plan: graph, options: { store: { ...inner, write: slow } } })
    const { state } = await made.run()
    expect(await inner.read()).toEqual(state)
  })

  it('22: is not mistaken for one that lives: a second start is refused, and nothing changes', async () => {
    const first = world({ plan: graph, scripts: { A: hangs } })
    void first.run()
    await until(() => first.launches.length === 1)
    const before = await killed(first.store)
    const second = world({ options: { store: first.store } })
    await expect(second.loop.start().result).rejects.toMatchObject({ code: 'state_leased' })
    expect(await killed(first.store)).toEqual(before)
    expect(second.launches).toEqual([])
    await first.loop.close()
  })

  it('20: in the middle of a redirect waits for the change before anything is launched', async () => {
    const { align } = world({ plan: graph })
    const state = await align()
    const control = { ...state.control, status: 'redirecting' as const, redirect_requested: true }
    const made = world({ state: { ...state, control }, scripts: { B: fails() } })
    const run = made.loop.start()
    await until(() => made.memory.log.length > 0)
    expect((await made.loop.state())?.control.status).toBe('redirecting')
    expect(made.launches).toEqual([])
    await made.loop.redirect({ type: 'constraint_change', description: 'once', constraints: { max_attempts: 1 } })
    expect(await run).toMatchObject({ code: 'exhausted' })
    expect(made.launches).toEqual(['A', 'B'])
  })
})
