import { manualClock } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import { atoms, deferred, doneAfter, hangs, type Script, until, world } from '../world.js'

const pair = atoms({ A: [], B: ['A'], C: ['B'] })

describe('a stop', () => {
  it('17: keeps the graph, the bindings and the trail, and a start goes on at the same iteration', async () => {
    const B = deferred()
    let isFirst = true
    const script: Script = async ({ files }) => {
      if (isFirst) await B.promise
      isFirst = false
      files['B.txt'] = 'done'
    }
    const made = world({ plan: { atoms: pair }, scripts: { B: script } })
    const result = made.run()
    await until(() => made.launches.includes('B'))
    const before = await made.loop.state()
    const stopped = made.loop.stop('lunch')
    B.resolve()
    await stopped
    const { status, code, state } = await result
    expect({ status, code, reason: state.control.stop_reason }).toEqual({
      status: 'stopped',
      code: 'manual_stop',
      reason: 'lunch',
    })
    expect(state.or_groups).toEqual(before?.or_groups)
    expect(state.trail).toEqual(before?.trail)
    // What ended within its grace is kept.
    expect(Object.keys(state.bindings)).toEqual(['A', 'B'])
    const again = await made.loop.start()
    expect(again.status).toBe('completed')
    expect(again.state.control).toMatchObject({
      iteration: state.control.iteration + 1,
      stop_requested: false,
      stop_reason: null,
    })
    expect(made.launches).toEqual(['A', 'B', 'C'])
  })

  it('17: after its grace drops what is under way, as if it had not begun', async () => {
    const clock = manualClock()
    const made = world({ plan: { atoms: pair }, scripts: { B: hangs }, options: { clock } })
    const result = made.run()
    await until(() => made.launches.includes('B'))
    void made.loop.stop('lunch')
    await until(() => clock.pending > 1)
    clock.advance(29_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect((await made.loop.state())?.control.status).toBe('stopping')
    clock.advance(1)
    const { status, state } = await result
    expect(status).toBe('stopped')
    expect(state.atoms.B).toMatchObject({ status: 'pending', attempts: 0 })
    expect(state.in_flight).toEqual({})
    expect(made.memory.open).toEqual([])
  })

  it('18: goes before a base case that holds in the same tick, and the verdict is kept', async () => {
    const A = deferred()
    const made = world({ scripts: { A: doneAfter(A.promise) } })
    const result = made.run()
    await until(() => made.launches.length === 1)
    const stopped = made.loop.stop()
    A.resolve()
    await stopped
    expect(await result).toMatchObject({
      status: 'stopped',
      code: 'manual_stop',
      state: { control: { last_verdict: { passed: true } } },
    })
    expect(await made.loop.start()).toMatchObject({ status: 'completed' })
    expect(made.launches).toHaveLength(1)
  })

  it('twice is once', async () => {
    const A = deferred()
    const made = world({
      plan: { atoms: pair },
      scripts: { A: doneAfter(A.promise) },
    })
    const result = made.run()
    await until(() => made.launches.length === 1)
    const stops = [made.loop.stop('one'), made.loop.stop('two')]
    A.resolve()
    await Promise.all(stops)
    expect(await result).toMatchObject({ status: 'stopped', state: { control: { stop_reason: 'two' } } })
  })

  it('right after the start stops before anything is launched', async () => {
    const made = world()
    await made.align()
    const run = made.loop.start()
    await made.loop.stop('never mind')
    expect(await run).toMatchObject({ status: 'stopped', code: 'manual_stop' })
    expect(made.launches).toEqual([])
  })

  it('by a signal that was aborted before the start launches nothing', async () => {
    const made = world()
    await made.align()
    expect(await made.loop.start({ signal: AbortSignal.abort() })).toMatchObject({
      status: 'stopped',
      code: 'manual_stop',
    })
    expect(made.launches).toEqual([])
  })

  it('by a signal ends a worker that hears nothing', async () => {
    const made = world({ scripts: { A: () => new Promise(() => {}) } })
    await made.align()
    const abort = new AbortController()
    const run = made.loop.start({ signal: abort.signal })
    await until(() => made.launches.length === 1)
    abort.abort()
    expect(await run).toMatchObject({ status: 'stopped', state: { in_flight: {}, atoms: { A: { attempts: 0 } } } })
  })
})
