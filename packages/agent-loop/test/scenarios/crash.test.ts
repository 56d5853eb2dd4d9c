import { memoryStateStore, type StateFile, stateFile } from '@artoo/agent-loop'
import { describe, expect, it } from 'vitest'
import { applied } from '../../src/state/applied.js'
import type { StateEvent } from '../../src/state/events.js'
import { atoms, fails, file, hangs, killed, until, type WorldOptions, world } from '../world.js'

const graph = { atoms: atoms({ A: [], B: ['A'] }), constraints: { max_attempts: 2 } }

describe('a process that is killed', () => {
  it('20: between a launch and its result gives the attempt back and leaves no folder, and the next one completes', async () => {
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
    expect(result.state.atoms.B).toMatchObject({ status: 'resolved', attempts: 1, interruptions: 0 })
    expect(next.launches).toEqual(['B'])
    expect(first.memory.open).toEqual([])
    await first.loop.close()
  })

  it('20: three times in a row at the same atom is named, and the loop takes another way', async () => {
    const plan = {
      ...graph,
      atoms: atoms({ jwt: [], session: [] }),
      or_groups: { auth: { choices: ['jwt', 'session'] } },
      base_case: file('session.txt'),
    }
    const made = await killedAt('jwt', 3, { plan })
    const { status, state } = await made.loop.start()
    expect(status).toBe('completed')
    expect(made.launches).toEqual(['session'])
    expect(state.or_groups.auth).toMatchObject({ failed: ['jwt'], selected: 'session' })
    const why = expect.stringMatching(/process died 3 times in a row while this was being worked on.*redirect/)
    expect(state.trail).toContainEqual(expect.objectContaining({ type: 'atom_fail', atom: 'jwt', reason: why }))
  })

  it('20: twice leaves it all of its attempts; three times ends a loop without another way, which says why', async () => {
    const twice = await killedAt('A', 2, {})
    expect((await twice.loop.state())?.atoms.A).toMatchObject({ attempts: 1, interruptions: 1 })
    expect(await twice.loop.start()).toMatchObject({ status: 'completed' })
    const thrice = await killedAt('A', 3, {})
    const { code, detail } = await thrice.loop.start()
    expect({ code, detail }).toEqual({ code: 'exhausted', detail: expect.stringContaining('the process died 3 times') })
    await thrice.loop.redirect({ type: 'constraint_change', description: 'it has more memory now', constraints: {} })
    expect(await thrice.loop.start()).toMatchObject({ status: 'completed' })
  })

  it('20: begins another row after an attempt that came to its end', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const launched = { type: 'launched', launch: 'l', atom: 'A', role: 'worker', strategy: 's' } as const
    const failed = { type: 'attempt_failed', launch: 'l', reason: 'a typo' } as const
    const killed = [launched, { type: 'started' }] as const
    const row = async (...events: readonly StateEvent[]) => {
      const aligned = await world().align()
      return events.reduce((state, event) => applied(state, event, at), aligned).atoms.A
    }
    expect(await row(...killed, ...killed)).toMatchObject({ interruptions: 2, attempts: 0, notes: [] })
    expect(await row(...killed, ...killed, launched, failed, ...killed)).toMatchObject({
      ...{ interruptions: 1, attempts: 1, notes: ['a typo'] },
    })
    expect(await row(...killed, ...killed, ...killed)).toMatchObject({ interruptions: 0, attempts: 2 })
  })

  it('20: loses only what was still under way: a sibling that was done before stands', async () => {
    const first = world({ plan: { atoms: atoms({ A: [], B: [] }) }, scripts: { B: hangs } })
    void first.run()
    await until(() => first.launches.length === 2)
    const state = await written(first.store, ({ bindings }) => 'A' in bindings)
    expect(state.atoms).toMatchObject({ A: { status: 'resolved' }, B: { status: 'in_progress' } })
    const next = world({ state, memory: first.memory })
    expect(await next.loop.start()).toMatchObject({ status: 'completed' })
    expect(next.launches).toEqual(['B'])
    await first.loop.close()
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

/** The state once it holds, as a process that is killed then leaves it. */
async function written(store: Parameters<typeof killed>[0], holds: (state: StateFile) => boolean): Promise<StateFile> {
  for (let turns = 0; turns < 1000; turns++) {
    const state = await killed(store)
    if (holds(state)) return state
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`it never came to ${holds}`)
}

/** A loop of which so many processes in a row were killed while an atom was being worked on: the next is not yet started. */
async function killedAt(atom: string, kills: number, options: WorldOptions): Promise<ReturnType<typeof world>> {
  const hanging = { ...options, scripts: { ...options.scripts, [atom]: hangs } }
  let made = world(hanging)
  await made.align()
  for (let left = kills; left > 0; left--) {
    void made.loop.start()
    await until(() => made.launches.includes(atom))
    const { memory, store, loop } = made
    made = world({ ...(left > 1 ? hanging : options), state: await killed(store), memory })
    await loop.close()
  }
  return made
}
