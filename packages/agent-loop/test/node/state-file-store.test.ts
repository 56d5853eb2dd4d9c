import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { LoopRequest } from '@artoo/agent-loop'
import { stateFileStore } from '@artoo/agent-loop/node'
import { manualClock } from '@artoo/spec/testing'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundled, childOf } from './child.js'
import { emptyState } from './empty-state.js'
import { temporaryDirectory } from './temporary-directory.js'

let path: string
beforeEach(() => {
  path = join(temporaryDirectory(), 'loop.json')
})

const names = () => readdirSync(join(path, '..'))
const at = (revision: number) => ({ ...emptyState, revision })

/** Lets reads of files come to their end. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('the state', () => {
  it('is written over its predecessor, whole, by whoever has the lease, whose name it bears until it is released', async () => {
    const store = stateFileStore(path)
    expect(await store.read()).toBeNull()
    await expect(store.write(at(1))).rejects.toMatchObject({ code: 'state_leased' })
    await store.acquire('run-1')
    await store.write(at(1))
    await store.write(at(2))
    expect(await store.read()).toEqual({
      ...at(2),
      owner: expect.objectContaining({ run_id: 'run-1', pid: process.pid }),
    })
    for (const revision of [1, 2, 4]) {
      await expect(store.write(at(revision))).rejects.toMatchObject({ code: 'state_stale', field: 'revision' })
    }
    await expect(store.write({ ...at(3), epoch: Number.NaN })).rejects.toMatchObject({ field: 'epoch' })
    const kept = await store.keep('../a summary.txt', 'long')
    expect(kept).toBe(join('loop.json.artifacts', 'a summary.txt'))
    expect(readFileSync(join(path, '..', kept), 'utf8')).toBe('long')
    await store.release()
    expect(await store.read()).toEqual(at(2))
    await expect(store.write(at(3))).rejects.toMatchObject({ code: 'state_leased' })
    expect(names().filter((name) => name.endsWith('.draft'))).toEqual([])
  })

  it('alone is enough to start again', async () => {
    const store = stateFileStore(path)
    await store.acquire('run-1')
    await store.write(at(1))
    await store.release()
    for (const name of names()) if (name !== 'loop.json') rmSync(join(path, '..', name), { recursive: true })
    const again = stateFileStore(path)
    await again.acquire('run-2')
    await again.write(at(2))
    await again.release()
    expect(await again.read()).toEqual(at(2))
  })

  it('of which a process died before the rename is the one before, and what it left is cleared away', async () => {
    const store = stateFileStore(path)
    await store.acquire('run-1')
    await store.write(at(1))
    await store.release()
    const draft = `${path}.0b8f7a3c-0000-4000-8000-000000000000.draft`
    const others = [`${path}.bak`, `${path}.other.0b8f7a3c-0000-4000-8000-000000000000.draft`]
    for (const file of [draft, ...others]) writeFileSync(file, '{"schema_')
    await store.acquire('run-2')
    expect(existsSync(draft)).toBe(false)
    expect(others.every((file) => existsSync(file))).toBe(true)
    expect((await store.read())?.revision).toBe(1)
    await store.release()
  })

  it.each(['1.3', '3.0'])('of another version (%s) is refused', async (version) => {
    const store = stateFileStore(path)
    writeFileSync(path, JSON.stringify({ ...at(1), schema_version: version }))
    await expect(store.read()).rejects.toMatchObject({
      code: 'state_version',
      message: expect.stringContaining(`"${version}"`),
    })
  })

  it.each([
    ['no JSON', '{"schema_version"', ''],
    ['nothing', '', ''],
    ['null', 'null', ''],
    ['a wrong field', JSON.stringify({ ...emptyState, control: { repairs_left: -1 } }), 'control.repairs_left'],
    ['an unknown field', JSON.stringify({ ...emptyState, objective: { ...emptyState.objective, x: 1 } }), 'objective'],
  ])('that holds %s is refused with the place and the remedy', async (_, text, field) => {
    writeFileSync(path, text)
    await expect(stateFileStore(path).read()).rejects.toMatchObject({
      code: 'state_invalid',
      field,
      message: expect.stringContaining('Mend that place'),
    })
  })

  it.each([
    ['leaseMs', 0],
    ['pollMs', Number.NaN],
    ['lease', 5],
  ])('is not kept with a wrong option %s', (field, value) => {
    expect(() => stateFileStore(path, { [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })
})

describe('the lease', () => {
  it('is one’s, is renewed while its holder lives, and the file of whoever is refused stays as it is', async () => {
    const clock = manualClock(1_000)
    const [first, second] = [
      stateFileStore(path, { clock, leaseMs: 300 }),
      stateFileStore(path, { clock, leaseMs: 300 }),
    ]
    const { lost } = await first.acquire('run-1')
    await first.write(at(1))
    const before = readFileSync(path)
    for (let step = 0; step < 5; step++) {
      clock.advance(100)
      await soon()
      await expect(second.acquire('run-2')).rejects.toMatchObject({
        code: 'state_leased',
        message: expect.stringContaining('run-1'),
      })
    }
    expect(readFileSync(path)).toEqual(before)
    expect(lost.aborted).toBe(false)
    await first.release()
    await second.acquire('run-2')
    await second.release()
    expect(clock.pending).toBe(0)
  })

  it('of a process of another machine that ran out is taken over, and whoever had it writes no more', async () => {
    const [slow, clock] = [manualClock(1_000), manualClock(1_000)]
    const [first, second] = [stateFileStore(path, { clock: slow }), stateFileStore(path, { clock })]
    const { lost } = await first.acquire('run-1')
    await first.write(at(1))
    const lock = `${path}.lock.1`
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"boot":"[^"]*"/, '"boot":"of another machine"'))
    utimesSync(lock, 1, 1)
    clock.advance(29_999)
    await expect(second.acquire('run-2')).rejects.toMatchObject({ code: 'state_leased' })
    clock.advance(2)
    await second.acquire('run-2')
    await expect(first.write(at(2))).rejects.toMatchObject({ code: 'state_leased' })
    expect(lost.aborted).toBe(true)
    await first.release()
    await second.write(at(2))
    expect((await second.read())?.owner?.run_id).toBe('run-2')
    await second.release()
  })

  it('of a process on another host counts until it runs out, also when only the state is left of it', async () => {
    const clock = manualClock(Date.parse('2030-01-01T00:00:00Z'))
    const owner = { run_id: 'run-9', pid: process.pid, host: `not-${hostname()}`, lease_until: '2030-01-01T00:00:10Z' }
    writeFileSync(path, JSON.stringify({ ...at(1), owner }))
    const store = stateFileStore(path, { clock })
    await expect(store.acquire('run-1')).rejects.toMatchObject({
      code: 'state_leased',
      message: expect.stringContaining('not-'),
    })
    clock.advance(10_000)
    await store.acquire('run-1')
    await store.release()
  })
})

describe('a request', () => {
  const polled = async (clock: ReturnType<typeof manualClock>, times = 3) => {
    for (const _ of Array(times)) {
      clock.advance(500)
      await soon()
    }
  }
  /** Polls until the promise has settled: files may be slow. */
  const polledUntil = async <Result>(clock: ReturnType<typeof manualClock>, promise: Promise<Result>) => {
    let isSettled = false
    const settled = promise.finally(() => {
      isSettled = true
    })
    while (!isSettled) await polled(clock, 1)
    return settled
  }
  const stores = () => {
    const clock = manualClock(Date.parse('2030-01-01T00:00:00Z'))
    return { clock, holder: stateFileStore(path, { clock }), other: stateFileStore(path, { clock }) }
  }
  const stop = { type: 'stop', reason: 'lunch' } as const
  const left = () => readdirSync(`${path}.requests`).sort()

  it('is given to the holder of the lease, once and in order, and its answer to whoever asked; what is none is set aside', async () => {
    const { clock, holder, other } = stores()
    const [given, alien]: LoopRequest[][] = [[], []]
    const listening = new AbortController()
    await holder.acquire('run-1')
    const answers = [
      other.request({ type: 'redirect', text: 'first', change: null }),
      soon().then(() => other.request(stop)),
    ]
    await soon()
    await expect(other.request({ type: 'pause' } as never)).rejects.toMatchObject({ code: 'invalid_value' })
    const long = { ...stop, reason: 'x'.repeat(2e6) }
    await expect(other.request(long)).rejects.toMatchObject({ code: 'invalid_value' })
    await soon()
    const answer = async (request: LoopRequest) => {
      given?.push(request)
      return { refusal: request.type === 'stop' ? null : 'there is no model to read it' }
    }
    holder.requests(answer, listening.signal)
    other.requests(async (request) => ({ refusal: String(alien?.push(request)) }), listening.signal)
    mkdirSync(`${path}.requests/0.json`)
    writeFileSync(`${path}.requests/1.json`, '{"type":"stop"')
    writeFileSync(`${path}.requests/2.json`, '{"run":"run-1","request":{"type":"explode"}}')
    writeFileSync(`${path}.requests/${'9'.repeat(15)}.draft`, '{"type":"stop","reason":null}')
    writeFileSync(`${path}.requests/${'0'.repeat(15)}.draft`, 'of a process that died long ago')
    writeFileSync(`${path}.requests/${'0'.repeat(15)}.reply`, '{"refusal":null}')
    expect(await polledUntil(clock, Promise.all(answers))).toEqual([
      { refusal: 'there is no model to read it' },
      { refusal: null },
    ])
    expect(given).toEqual([{ type: 'redirect', text: 'first', change: null }, stop])
    expect(alien).toEqual([])
    expect(left()).toEqual(['0.json.rejected', '1.json.rejected', '2.json.rejected', `${'9'.repeat(15)}.draft`])
    listening.abort()
    await holder.release()
    expect(clock.pending).toBe(0)
  })

  it('to nobody leaves nothing, be it that no process ran the loop or that it died', async () => {
    const { clock, holder, other } = stores()
    await expect(other.request(stop)).rejects.toMatchObject({ code: 'loop_not_running' })
    await holder.acquire('run-1')
    await holder.release()
    await expect(other.request(stop)).rejects.toMatchObject({ code: 'loop_not_running' })
    writeFileSync(
      `${path}.lock.9`,
      JSON.stringify({ id: '9', note: 'dead', leaseMs: 1_000, pid: 1, host: 'elsewhere', boot: 'of another machine' }),
    )
    await expect(other.request(stop)).rejects.toMatchObject({
      code: 'loop_not_running',
      message: expect.stringContaining('process 1 on elsewhere'),
    })
    expect(existsSync(`${path}.requests`)).toBe(false)
    expect(clock.pending).toBe(0)
  })

  it('expires with the run that it was made to, and whoever asked is told', async () => {
    const { clock, holder, other } = stores()
    await holder.acquire('run-1')
    const asked = other.request(stop).catch((error: unknown) => error)
    await soon()
    await holder.release()
    const given: LoopRequest[] = []
    const listening = new AbortController()
    writeFileSync(`${path}.requests/000-late.json`, JSON.stringify({ run: 'run-1', request: stop }))
    await holder.acquire('run-2')
    holder.requests(async (request) => ({ refusal: String(given.push(request)) }), listening.signal)
    await polled(clock)
    expect(await asked).toMatchObject({ code: 'loop_ended', message: expect.stringContaining('state()') })
    expect({ given, left: left() }).toEqual({ given: [], left: [] })
    listening.abort()
    await holder.release()
  })

  it('that is given up, or not answered in time, is taken back unless it was heard', async () => {
    const { clock, holder, other } = stores()
    await holder.acquire('run-1')
    const abort = new AbortController()
    const asked = [other.request(stop, { signal: abort.signal }), other.request(stop, { timeoutMs: 400 })].map(
      (request) => request.catch((error: unknown) => error),
    )
    await vi.waitFor(() => expect(left()).toHaveLength(2), 60_000)
    await soon()
    abort.abort()
    clock.advance(400)
    const takenBack = expect.stringContaining('is taken back')
    expect(await Promise.all(asked)).toMatchObject([
      { code: 'aborted', message: takenBack },
      { code: 'request_timeout', message: takenBack },
    ])
    expect(left()).toEqual([])
    const listening = new AbortController()
    holder.requests(() => new Promise(() => {}), listening.signal)
    const heard = other.request(stop, { timeoutMs: 5_000 }).catch((error: unknown) => error)
    await soon()
    await polled(clock, 11)
    expect(await heard).toMatchObject({ message: expect.stringContaining('may still be carried out') })
    listening.abort()
    await holder.release()
    expect(clock.pending).toBe(0)
  })
})

describe('with several processes', () => {
  let script: string
  beforeAll(async () => {
    script = await bundled('state-process.ts')
  })

  it('one of those that acquire at once has it; when it is killed, one of the next', async () => {
    for (const round of [1, 2]) {
      const children = Array.from({ length: 3 }, () => childOf(script, path, 'hold'))
      await Promise.all(children.map((child) => child.tells(1)))
      for (const child of children) child.go()
      await Promise.all(children.map((child) => child.tells(2)))
      const told = children.map((child) => child.told[1])
      expect(told.sort(), `round ${round}`).toEqual(['acquired', ...Array(2).fill('state_leased')])
      await expect(stateFileStore(path).acquire('run-0')).rejects.toMatchObject({ code: 'state_leased' })
      await Promise.all(children.map((child) => child.kill()))
    }
  })

  it('that are killed while they write, the file is whole and never behind what was acknowledged', async () => {
    let acknowledged = 0
    for (let kills = 0; kills < 4; kills++) {
      const child = childOf(script, path)
      child.go()
      await child.tells(3)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
      await child.kill()
      const { revision = -1, residual_effects = [] } = (await stateFileStore(path).read()) ?? {}
      const last = Number(child.told.at(-1))
      expect(last).toBeGreaterThan(acknowledged)
      acknowledged = last
      expect([last, last + 1]).toContain(revision)
      expect(residual_effects).toEqual(Array(200).fill(`${revision}`.padStart(100)))
    }
    const store = stateFileStore(path)
    await store.acquire('run-last')
    await store.release()
    expect(names().filter((name) => name.endsWith('.draft'))).toEqual([])
  })
})
