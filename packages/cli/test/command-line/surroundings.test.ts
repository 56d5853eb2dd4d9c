import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { surroundingsOf } from '../../src/command-line/surroundings.js'

/** As much of a process as is needed, and the way in which it ended. */
function aProcess({ isTTY, isRaw }: { readonly isTTY: boolean; readonly isRaw: boolean }) {
  const ends: unknown[] = []
  const process = Object.assign(new EventEmitter(), {
    stdin: Object.assign(new PassThrough(), { isTTY, isRaw }),
    stdout: Object.assign(new PassThrough(), { isTTY }),
    stderr: Object.assign(new PassThrough(), { isTTY }),
    ...{ env: {}, pid: 7, exitCode: 0, cwd: () => '/' },
    exit: () => ends.push(process.exitCode),
    kill: (pid: number, signal: string) => ends.push([pid, signal, process.listenerCount(signal)]),
  })
  // @ts-expect-error: the rest of a process is not used.
  const { surroundings, exit } = surroundingsOf(process)
  async function left(): Promise<unknown> {
    exit(0)
    await expect.poll(() => ends.length).toBe(1)
    return ends[0]
  }
  return { process, signal: surroundings.signal, left }
}

const hungUp = [7, 'SIGHUP', 0]

test.each([
  ['SIGHUP', (process) => process.emit('SIGHUP'), hungUp],
  ['the end of the input of a screen', (process) => process.stdin.emit('end'), hungUp],
  ['an input of a screen that can’t be read', (process) => process.stdin.emit('error', new Error('EIO')), hungUp],
  ['an output that can’t be written', (process) => process.stdout.emit('error', new Error('EIO')), hungUp],
  ['SIGTERM', (process) => process.emit('SIGTERM'), 143],
] as const satisfies [string, (process: ReturnType<typeof aProcess>['process']) => void, unknown][])(
  'on a terminal %s ends the command',
  async (_, happen, end) => {
    const { process, signal, left } = aProcess({ isTTY: true, isRaw: true })
    happen(process)
    expect(signal.aborted).toBe(true)
    expect(await left()).toEqual(end)
  },
)

test('the end of an input that is no screen ends nothing', async () => {
  const { process, signal, left } = aProcess({ isTTY: true, isRaw: false })
  process.stdin.emit('end')
  expect(signal.aborted).toBe(false)
  expect(await left()).toBe(0)
})

test('an output that nobody reads any more ends the command', async () => {
  const { process, left } = aProcess({ isTTY: false, isRaw: false })
  process.stdout.emit('error', new Error('EPIPE'))
  expect(await left()).toBe(141)
})
