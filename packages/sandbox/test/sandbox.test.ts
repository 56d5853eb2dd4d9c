import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { probe, sandbox } from '@artoo/sandbox'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { missingPrograms } from '../src/requirements.js'
import { folder, run, whyUnconfined } from './boxed.js'

const box = await sandbox()
afterAll(() => box.close())
const unconfined = whyUnconfined(box)

/** A real server on loopback that notes who reaches it. */
async function listening(): Promise<{ port: number; reached: string[]; server: Server }> {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('hello')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, reached, server }
}

describe.skipIf(unconfined)(`a confined program${unconfined ? ` (skipped: ${unconfined})` : ''}`, () => {
  it('writes in its folder and in a folder for temporary files, and nowhere else', async () => {
    const root = folder()
    const outside = folder({ 'a.txt': 'outside' })
    const { said } = await run(
      box,
      root,
      `echo in > a; f=$(mktemp) && echo tmp > $f && cat $f; echo x > ${outside}/a.txt`,
    )
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('in\n')
    expect(said).toMatch(/^tmp\n/)
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('outside')
  })

  it('leaves read-only places as they are, also by renaming what is above them', async () => {
    const root = folder({ 'sub/package.json': '{}' })
    const line = 'echo x > sub/package.json; rm -rf sub; mv sub other; mkdir -p sub; echo y > sub/package.json'
    await run(box, root, line, { readOnly: [join(root, 'sub/package.json')] })
    expect(readFileSync(join(root, 'sub/package.json'), 'utf8')).toBe('{}')
  })

  it.each([
    'cat .env',
    'grep -R "" .',
    'cat ./x/../.e*',
    'cp .env e; cat e',
    'ln .env f; cat f',
    'tar c . | tr -d "\\0"',
    'mv .env g; cat g',
  ])('sees nothing of an unreadable file by %s', async (line) => {
    const root = folder({ '.env': 'API_KEY=sk-live-4f9a8b7c6d5e', 'x/y': '' })
    const { said } = await run(box, root, `${line}; echo ran`, { unreadable: [join(root, '.env')] })
    expect(said).toContain('ran')
    expect(said).not.toContain('sk-live')
  })

  it('sees neither homes nor the accounts of the system nor the environment of the host', async () => {
    process.env.ARTOO_TEST_SECRET = 'host-secret'
    onTestFinished(() => {
      delete process.env.ARTOO_TEST_SECRET
    })
    const line = 'ls -A ~ /root /home; cat /etc/shadow; cat /proc/*/environ | tr "\\0" "\\n"; env'
    const { said } = await run(box, folder(), line)
    expect(said).not.toContain('host-secret')
    expect(said).not.toMatch(/\.bashrc|root:[*$!]/)
  })

  it('reaches no port of the machine, and says which one was refused', async () => {
    const { port, reached } = await listening()
    const python = `import socket; socket.create_connection(('127.0.0.1', ${port}))`
    const url = `http://127.0.0.1:${port}/`
    const { said, denials } = await run(
      box,
      folder(),
      `curl -sS ${url}; curl -sS --noproxy "" ${url}; python3 -c "${python}"`,
    )
    expect(reached).toEqual([])
    expect(said).toMatch(/refused|connect/i)
    expect(denials).toContainEqual({ kind: 'network', host: '127.0.0.1', port })
  })

  it('reaches a host that is allowed to it alone, also while others run', async () => {
    const { port, reached } = await listening()
    const line = (path: string) => `curl -sS --noproxy "" http://localhost:${port}/${path}`
    const [allowed, other] = await Promise.all([
      run(box, folder(), line('allowed'), { network: [`localhost:${port}`] }),
      run(box, folder(), line('other')),
    ])
    expect(allowed.said).toBe('hello')
    expect(other.said).not.toBe('hello')
    expect(reached).toEqual(['/allowed'])
  })

  it('talks to no socket of the machine', async () => {
    const path = join(folder(), 'socket')
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const python = `import socket; socket.socket(socket.AF_UNIX).connect('${path}'); print('connected')`
    const { said } = await run(box, join(path, '..'), `python3 -c "${python}"`)
    expect(said).toMatch(/not permitted/)
  })

  it('signals no process of the host', async () => {
    const child = spawn('sleep', ['60'])
    onTestFinished(() => void child.kill())
    await run(box, folder(), `kill -9 ${child.pid}; kill -9 -1`)
    expect(child.exitCode ?? child.signalCode).toBeNull()
  })

  it('takes its children along when it is killed, whatever session they have', async () => {
    const root = folder()
    const controller = new AbortController()
    const line = 'setsid sh -c "while :; do date +%s%N >> beat; sleep 0.05; done" & sleep 60'
    const running = run(box, root, line, {}, controller.signal).catch(() => {})
    await expect.poll(() => existsSync(join(root, 'beat'))).toBe(true)
    controller.abort()
    await running
    const beats = () => readFileSync(join(root, 'beat'), 'utf8')
    // The process group is the caller's to kill; what the namespace held ends with its first process.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = beats()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(beats()).toBe(before)
  })

  it('passes any text as an argument', async () => {
    const words = ["it's", '$(id)', '`id`', 'a\nb', '"', '\\', '*', '', "'".repeat(20_000)]
    const program = await box.confine(['node', '-p', 'JSON.stringify(process.argv.slice(1))', ...words], {
      ...{ cwd: folder(), env: { PATH: process.env.PATH ?? '' }, signal: AbortSignal.timeout(20_000) },
      confinement: { write: [], readOnly: [], unreadable: [], network: [] },
    })
    const [file = '', ...args] = program.argv
    expect(JSON.parse(execFileSync(file, args, { encoding: 'utf8', env: program.env }))).toEqual(words)
    await program.ended()
  })

  it('runs beside others without mixing', async () => {
    const root = folder()
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => run(box, root, `echo ${index}`)))
    expect(all.map(({ said }) => said)).toEqual(all.map((_, index) => `${index}\n`))
  })

  it('gives way to an abort, and the next one runs', async () => {
    const controller = new AbortController()
    const asked = run(box, folder(), 'echo x', {}, controller.signal)
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    expect(await run(box, folder(), 'echo on')).toMatchObject({ said: 'on\n' })
  })

  it('is told by probe()', async () => {
    expect(await probe()).toEqual({
      available: true,
      mechanism: expect.stringMatching(/^bubblewrap \d|^Seatbelt/),
      problems: [],
    })
  })
})

describe('where no sandbox can be had', () => {
  function withoutPrograms() {
    const path = process.env.PATH
    process.env.PATH = folder()
    onTestFinished(() => {
      process.env.PATH = path
    })
  }

  it('says what is missing and how to install it, warns once, and confines nothing', async () => {
    withoutPrograms()
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    onTestFinished(() => void process.off('warning', listen))
    const none = await sandbox()
    await new Promise((resolve) => setImmediate(resolve))
    const problem = expect.stringMatching(/bubblewrap, socat are missing: install bubblewrap socat/)
    expect(none.report()).toEqual({ available: false, mechanism: null, problems: [problem] })
    expect(warnings.map(({ message }) => message)).toEqual([problem])
    await expect(run(none, folder(), 'echo x')).rejects.toMatchObject({ code: 'sandbox_unavailable', message: problem })
  })

  it('names the way on other systems', () => {
    expect(missingPrograms('win32', '')).toMatch(/WSL 2/)
    const path = folder({ 'apt-get': '' })
    execFileSync('chmod', ['+x', join(path, 'apt-get')])
    expect(missingPrograms('linux', path)).toMatch(/apt-get install bubblewrap socat/)
  })
})

it.each([
  [{ netwrok: [] }, /did you mean network/],
  [{ network: ['example.org'] }, /names a command/],
  [{ network: [{ command: 'npm ci', hosts: ['https://example.org/'] }] }, /without scheme and path/],
  [{ write: 'dist' }, /list of paths/],
])('refuses %j with the field', async (options, message) => {
  await expect(sandbox(options as never)).rejects.toThrow(message)
})
