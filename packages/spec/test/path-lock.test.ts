import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { holderOf, markOfThisProcess, standingOf, takeLock } from '@artoo/spec/node'
import { manualClock } from '@artoo/spec/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const start = Date.parse('2030-01-01T00:00:00Z')
let folder: string
let path: string
let clock: ReturnType<typeof manualClock>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'artoo-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  path = join(folder, 'log')
  clock = manualClock(start)
})

const take = (note?: string) =>
  takeLock(path, { clock, leaseMs: 9_000, code: 'log_locked', remedy: 'use another path', note })
const refused = (message: string) => expect.objectContaining({ code: 'log_locked', message })

/** Writes the lock of a process, renewed at a time. */
function leave(mark: object, { at = start, number = 1 } = {}): void {
  const file = `${path}.lock.${number}`
  writeFileSync(file, JSON.stringify({ id: 'other', note: null, leaseMs: 9_000, ...markOfThisProcess(), ...mark }))
  utimesSync(file, at / 1_000, at / 1_000)
}

/** The number of a process that has ended. */
const pidOfDead = () => spawnSync(process.execPath, ['--version']).pid

describe('a lock of a path', () => {
  it('is held by a process that is alive, for as long as that says nothing, and leaves no file behind', () => {
    const lock = take('run-1')
    clock.advance(1)
    utimesSync(`${path}.lock.1`, 1, 1)
    const who = `process ${process.pid} on ${hostname()} (run-1)`
    expect(() => take()).toThrow(refused(`${path} is held by ${who}: use another path`))
    lock.assertHeld()
    lock.release()
    expect({ files: readdirSync(folder), timers: clock.pending }).toEqual({ files: [], timers: 0 })
    take().release()
  })

  it('of a process that died is free at once, also when its number is in use again', () => {
    for (const mark of [{ pid: pidOfDead() }, { start: '1' }]) {
      leave(mark)
      expect(holderOf(path, start)).toMatchObject({ isLive: false, until: null })
      take().release()
    }
  })

  it.each([
    ['of another machine', { host: 'host-b', boot: 'another' }],
    ['in another container', { host: 'host-b', namespace: 'pid:[1]' }],
    ['of which too little is known', { host: 'host-b', namespace: null, start: null }],
  ])('of a process %s with the same number is free when it was not renewed for the whole lease', (_, mark) => {
    leave(mark)
    clock.advance(8_999)
    const until = 'until 2030-01-01T00:00:09.000Z unless it renews that'
    expect(() => take()).toThrow(
      refused(`${path} is held by process ${process.pid} on host-b, ${until}: use another path`),
    )
    clock.advance(1)
    take().release()
  })

  it('that can not be read may be one that is being written: it is free after a lease', () => {
    writeFileSync(`${path}.lock.1`, '')
    utimesSync(`${path}.lock.1`, start / 1_000, start / 1_000)
    expect(() => take()).toThrow(refused(`${path} is held by another process: use another path`))
    clock.advance(15_000)
    take().release()
  })

  it('is renewed three times a lease', () => {
    const lock = take()
    leave({ ...JSON.parse(readFileSync(`${path}.lock.1`, 'utf8')), boot: 'another' })
    for (let step = 0; step < 9; step++) {
      clock.advance(3_000)
      expect(holderOf(path, clock.now())).toMatchObject({ isLive: true, until: clock.now() + 9_000 })
    }
    lock.release()
  })

  it('that another process has taken over is lost, and stays that process’s', () => {
    const lock = take()
    rmSync(`${path}.lock.1`)
    leave({ host: 'host-b', boot: 'another' }, { number: 2 })
    clock.advance(3_000)
    expect(lock.lost.reason).toMatchObject({ code: 'log_locked', message: expect.stringContaining('host-b') })
    expect(() => lock.assertHeld()).toThrow(refused((lock.lost.reason as Error).message))
    lock.release()
    expect({ files: readdirSync(folder), timers: clock.pending }).toEqual({ files: ['log.lock.2'], timers: 0 })
  })

  it('is given up by a taker that finds one of another number, made since it looked', () => {
    leave({ pid: pidOfDead() }, { number: 4 })
    let looks = 0
    const late = {
      ...clock,
      now() {
        looks++
        if (looks === 2) leave({ host: 'host-b', boot: 'another' })
        return start
      },
    }
    expect(() => takeLock(path, { clock: late, code: 'log_locked', remedy: 'wait' })).toThrow(
      expect.objectContaining({ code: 'log_locked', message: expect.stringContaining('host-b') }),
    )
    expect(readdirSync(folder).sort()).toEqual(['log.lock.1', 'log.lock.4'])
  })
})

describe.skipIf(process.platform !== 'linux')('a process of this machine', () => {
  it('is alive until it has ended, be it that its parent has not asked for its end', () => {
    const { pid = 0 } = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'latin1')
    const mark = { ...markOfThisProcess(), pid, start: stat().split(' ')[21] ?? null }
    expect(standingOf(mark)).toBe('alive')
    // This process takes note of the end only when its event loop goes on.
    while (!stat().includes(') Z ')) spawnSync('true')
    expect(standingOf(mark)).toBe('dead')
  })
})
