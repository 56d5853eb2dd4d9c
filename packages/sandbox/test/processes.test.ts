import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { probe, sandbox } from '@artoo/sandbox'
import type { Sandbox } from '@artoo/spec'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { folder, run } from './boxed.js'

const { available, problems } = await probe()
const skipped = available ? '' : ` (skipped: ${problems.join('; ')})`

const beating = 'while :; do echo beat >> beat; sleep 0.05; done'
const beats = (root: string) => readFileSync(join(root, 'beat'), 'utf8').length
const begun = (root: string) => vi.waitFor(() => expect(existsSync(join(root, 'beat'))).toBe(true), 10_000)

async function expectSilence(root: string): Promise<void> {
  await pause(100)
  const before = beats(root)
  await pause(200)
  expect(beats(root)).toBe(before)
}

/** A sandbox, and a folder in which it keeps what is its own. */
async function boxIn(place: string): Promise<Sandbox> {
  vi.stubEnv('TMPDIR', place)
  onTestFinished(() => void vi.unstubAllEnvs())
  const box = await sandbox()
  onTestFinished(() => box.close())
  return box
}

/** Helpers of a process, each the first of its process group. */
function helpersOf(parent: number): readonly number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('keeper.js'))
    .map((line) => Number.parseInt(line, 10))
}

/** Whether no process of a group runs. One that ended and that nobody waited for is still listed, as `Z`. */
function isGone(group: number): boolean {
  const all = execFileSync('ps', ['-e', '-o', 'pgid=,stat='], { encoding: 'utf8' }).split('\n')
  return !all.some((line) => new RegExp(`^\\s*${group}\\s+[^Z]`).test(line))
}

/** Folders of sandboxes in a folder for temporary files. */
const boxesIn = (place: string) => readdirSync(place).filter((name) => name.startsWith('artoo-box-'))

describe.skipIf(!available)(`processes of a sandbox${skipped}`, () => {
  it('end when it is closed, programs that run included, and nothing is left', async () => {
    const place = folder()
    const before = helpersOf(process.pid)
    const box = await boxIn(place)
    const root = folder()
    const running = run(box, root, beating)
    await begun(root)
    const helpers = helpersOf(process.pid).filter((one) => !before.includes(one))
    expect(helpers).toHaveLength(1)
    await box.close()
    expect(boxesIn(place)).toEqual([])
    expect(helpers.map(isGone)).toEqual([true])
    expect((await running).exit).toBeNull()
    await expectSilence(root)
    const closed = { code: 'sandbox_unavailable', message: expect.stringMatching(/is closed/) }
    await expect(run(box, root, 'echo x')).rejects.toMatchObject(closed)
  })

  it('fail their callers when a helper is killed, whose bridges to the network end too, and are started anew', async () => {
    const before = helpersOf(process.pid)
    const box = await boxIn(folder())
    const [helper = 0] = helpersOf(process.pid).filter((one) => !before.includes(one))
    process.kill(helper, 'SIGSTOP')
    const asked = run(box, folder(), 'echo on')
    setTimeout(() => process.kill(helper, 'SIGKILL'), 100)
    await expect(asked).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      message: expect.stringMatching(/has ended/),
    })
    await vi.waitFor(() => expect(isGone(helper)).toBe(true))
    expect(await run(box, folder(), 'echo on')).toMatchObject({ exit: 0, said: 'on\n' })
  })

  it('end with their host, be it killed', async () => {
    const [root, place] = [folder(), folder()]
    const host = hostIn(root, place, 'stays')
    await begun(root)
    host.kill('SIGKILL')
    await vi.waitFor(() => expect(boxesIn(place)).toEqual([]), 5_000)
    await expectSilence(root)
  })

  it('keep no host from ending', async () => {
    const place = folder()
    const host = hostIn(folder(), place, 'leaves')
    await once(host.stdout, 'data')
    const since = performance.now()
    expect(await once(host, 'exit')).toEqual([0, null])
    expect(performance.now() - since).toBeLessThan(2_000)
    await vi.waitFor(() => expect(boxesIn(place)).toEqual([]), 5_000)
  })

  it('reach an allowed host through the proxy of the machine, and no other', async () => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('by proxy')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    vi.stubEnv('NO_PROXY', '')
    const box = await boxIn(folder())
    const line = 'curl -sS http://example.test/a; curl -sS -o /dev/null http://other.test:81/b'
    const { said, denials } = await run(box, folder(), line, { network: ['example.test'] })
    expect(said).toMatch(/^by proxy/)
    expect(asked).toEqual(['http://example.test/a'])
    expect(denials).toContainEqual({ kind: 'network', host: 'other.test', port: 81 })
  })
})

function hostIn(root: string, place: string, then: 'stays' | 'leaves') {
  const args = ['--import', 'tsx', '--conditions=@artoo/source', join(import.meta.dirname, 'host.ts'), root, then]
  const host = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void host.kill('SIGKILL'))
  return host
}
