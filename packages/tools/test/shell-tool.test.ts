import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { manualClock } from '@artoo/spec/testing'
import { runToolCall, toolContext } from '@artoo/tools'
import { shellTool } from '@artoo/tools/node'
import { describe, expect, it, vi } from 'vitest'
import { worked } from '../../../test/worked.js'
import { boundedCapture } from '../src/shell/bounded-capture.js'
import { minimalEnvironment, readOnlyEnvironment } from '../src/shell/environment.js'
import { call, onBehalf, snapshot, temporaryDirectory } from './workspace.js'

const confirm = () => true

function workspace() {
  const root = temporaryDirectory()
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\n')
  return { root, shell: shellTool({ root }) }
}

describe('shell', () => {
  it.each([300_000, 1_000_000])('says how much of %i lines is not shown, whatever was cut first', async (lines) => {
    const { output } = await call(workspace().shell, { command: `seq ${lines}` })
    const total = Array.from({ length: lines }, (_, index) => `${index + 1}\n`.length).reduce((sum, one) => sum + one)
    const [notice = '', leftOut] = /\n\[… (\d+) bytes left out …\]\n/.exec(output) ?? []
    const shown = Buffer.byteLength(output) - Buffer.byteLength(notice) - '[exit 0]'.length
    // A line of its own for the exit code ends the last line.
    expect(Number(leftOut) + shown).toBe(total)
  })

  it('runs a reading command in the root and reports its exit code', async () => {
    const { shell, root } = workspace()
    const command = 'pwd && cat a.txt | wc -l'
    expect(await call(shell, { command })).toEqual({
      status: 'ok',
      output: `${root}\n2\n[exit 0]`,
      target: command,
      code: null,
      confirmed: false,
      change: null,
      effect: 'read',
      fullOutput: null,
    })
  })

  it('keeps standard error apart and makes a nonzero exit an error', async () => {
    const { shell } = workspace()
    const outcome = await call(shell, { command: 'echo out; cat none.txt; exit 3' })
    expect(outcome).toMatchObject({ status: 'error', code: 'exit_nonzero' })
    expect(outcome.output).toMatch(/^out\n\[stderr\]\ncat: none\.txt: .*\n\[exit 3\]$/)
  })

  it.each(['grep zebra a.txt', '[ -f none.txt ]', 'cmp -s a.txt /dev/null', 'cat a.txt | grep -q zebra'])(
    'takes exit code 1 of %s for an answer',
    async (command) => {
      const { shell } = workspace()
      expect(await call(shell, { command })).toMatchObject({ status: 'ok', output: '(no output)\n[exit 1]' })
    },
  )

  it.each(['grep x none.txt', 'false', 'grep zebra a.txt; exit 2'])(
    'takes the failure of %s for one',
    async (command) => {
      const { shell } = workspace()
      expect(await call(shell, { command })).toMatchObject({ status: 'error', code: 'exit_nonzero' })
    },
  )

  it('refuses a writing command, and runs it once confirmed', async () => {
    const { shell, root } = workspace()
    const command = 'rm a.txt'
    const refused = await call(shell, { command })
    expect(refused).toMatchObject({ status: 'refused', code: 'law1_refused', target: command })
    expect(refused.output).toMatch(/^\[LAW1\] refused: shell would run `rm a\.txt` \(rm is not known to be read-only\)/)
    expect(existsSync(join(root, 'a.txt'))).toBe(true)
    expect(await call(shell, { command }, { confirm })).toMatchObject({ status: 'ok' })
    expect(existsSync(join(root, 'a.txt'))).toBe(false)
  })

  it('tells of every command what effect it has', async () => {
    const { shell } = workspace()
    const context = { ...onBehalf, signal: new AbortController().signal }
    expect(await shell.effect({ command: 'ls' }, context)).toEqual({ kind: 'read' })
    expect(await shell.effect({ command: 'rm a.txt' }, context)).toEqual({
      kind: 'irreversible',
      action: 'run `rm a.txt`',
      reason: 'rm is not known to be read-only',
      parts: [{ text: 'rm a.txt', does: 'deletes files' }],
    })
  })

  it('does not execute an unconfirmed writing command even when the gate is skipped', async () => {
    const { shell, root } = workspace()
    const context = toolContext({ ...onBehalf, signal: new AbortController().signal, confirmed: false })
    await expect(shell.execute({ command: 'rm a.txt' }, context)).rejects.toMatchObject({ code: 'law1_refused' })
    expect(existsSync(join(root, 'a.txt'))).toBe(true)
  })

  it('has no input to wait for', async () => {
    const { shell } = workspace()
    expect(await call(shell, { command: 'cat' })).toMatchObject({ status: 'ok', output: '(no output)\n[exit 0]' })
  })

  it('names the signal that ended a command', async () => {
    const { shell } = workspace()
    expect((await call(shell, { command: 'kill -TERM $$' }, { confirm })).output).toContain('[killed by SIGTERM]')
  })

  it('survives endless output in bounded memory', async () => {
    const { shell } = workspace()
    const outcome = await call(shell, { command: 'seq 300000' })
    const ends = /^1\n2\n[\s\S]*bytes left out[\s\S]*\n299999\n300000\n\[exit 0\]$/
    expect(outcome.output).toMatch(ends)
    expect(Buffer.byteLength(outcome.output)).toBeLessThanOrEqual(4096)
    expect(outcome.fullOutput).toMatch(ends)
    expect(outcome.fullOutput?.length).toBeGreaterThan(500_000)
    expect(outcome.fullOutput?.length).toBeLessThanOrEqual(1_048_576)
  })

  it('keeps all of an output that is more than the model sees, of one that failed too', async () => {
    const { shell } = workspace()
    const numbers = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
    expect(await call(shell, { command: 'seq 20000' })).toMatchObject({ fullOutput: `${numbers}[exit 0]` })
    const failed = await call(shell, { command: 'seq 20000; cat none.txt' })
    expect(failed).toMatchObject({
      status: 'error',
      fullOutput: expect.stringContaining(`${numbers}[stderr]\ncat: none`),
    })
  })
})

describe('the end of a command', () => {
  // A killed process that nobody has waited for yet still has its pid, in state Z.
  const isAlive = (pid: number) => /^\s*[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`]).stdout.toString())

  const tree = 'sleep 600 & echo $! > child.pid; (sleep 600 & echo $! > grandchild.pid; wait); wait'
  const pidIn = (root: string, name: string) => Number(readFileSync(join(root, name), 'utf8'))
  const bothStarted = (root: string) =>
    vi.waitFor(() => expect([pidIn(root, 'child.pid'), pidIn(root, 'grandchild.pid')]).not.toContain(0))

  it.each(['timeout', 'abort'] as const)('kills the whole process tree on %s', async (cause) => {
    const { shell, root } = workspace()
    const clock = manualClock()
    const controller = new AbortController()
    const options = { ...onBehalf, signal: controller.signal, timeoutMs: 1000, clock, confirm }
    const running = runToolCall(shell, { command: tree }, options)
    await bothStarted(root)
    const pids = [pidIn(root, 'child.pid'), pidIn(root, 'grandchild.pid')]
    expect(pids.map(isAlive)).toEqual([true, true])
    if (cause === 'timeout') clock.advance(1000)
    else controller.abort()
    expect((await running).code).toBe(cause === 'timeout' ? 'tool_timeout' : 'aborted')
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]))
  })

  it('leaves nothing behind that the command put in the background', async () => {
    const { shell, root } = workspace()
    const outcome = await call(shell, { command: 'sleep 600 & echo $! > child.pid' }, { confirm })
    expect(outcome).toMatchObject({ status: 'ok' })
    await vi.waitFor(() => expect(isAlive(pidIn(root, 'child.pid'))).toBe(false))
  })
})

describe('the environment', () => {
  const host = { PATH: '/usr/bin', HOME: '/home/x', API_KEY: 'secret', LESSOPEN: '|touch p', GREP_OPTIONS: '-r' }

  it('holds no secret and no option of another program', () => {
    expect(minimalEnvironment(host)).toEqual({ PATH: '/usr/bin', HOME: '/home/x' })
  })

  it('trusts no program inside the root for a command that runs unasked', () => {
    const entries = [
      '',
      '.',
      'bin',
      '/root/w/bin',
      '/root/w',
      '/opt/node_modules/.bin',
      '/opt/bin',
      '/root/wider',
      '/bin',
    ]
    const { PATH } = readOnlyEnvironment({ PATH: entries.join(delimiter) }, '/root/w')
    expect(PATH).toBe('/opt/bin:/root/wider:/bin')
    expect(readOnlyEnvironment({ PATH: '/usr/bin:/opt/bin' }, '/').PATH).toBe('/usr/bin')
  })

  it('lets a command that runs unasked see no locale in which a backslash may be half a character', () => {
    const locales = ['de_DE.UTF-8', 'C.utf8', 'zh_CN.GBK', 'ja_JP.SJIS', 'de_DE']
    const seen = locales.map((LANG) => readOnlyEnvironment({ LANG }, '/root').LANG)
    expect(seen).toEqual(['de_DE.UTF-8', 'C.utf8', 'C', 'C', 'C'])
  })

  it('does not run a planted ls', async () => {
    const { shell, root } = workspace()
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/ls'), '#!/bin/sh\necho planted\n')
    chmodSync(join(root, 'bin/ls'), 0o755)
    vi.stubEnv('PATH', `${join(root, 'bin')}${delimiter}${process.env.PATH}`)
    expect((await call(shell, { command: 'ls -d a.txt' })).output).toBe('a.txt\n[exit 0]')
    vi.unstubAllEnvs()
  })
})

describe('boundedCapture', () => {
  it('gives back what fits, however it arrives', () => {
    const capture = boundedCapture()
    const letters = Array.from({ length: 500 }, (_, at) => String.fromCharCode(97 + (at % 26)).repeat(1024))
    for (const letter of letters) capture.add(Buffer.from(letter))
    expect(capture.text()).toBe(letters.join(''))
    expect(capture.leftOut).toBe(0)
  })

  const end = 256_000

  it.each([1, 999, 65_536, 1_500_000])('keeps 250 KiB of each end of more, in pieces of %i bytes', (piece) => {
    const capture = boundedCapture()
    capture.add(Buffer.alloc(300_000, 'a'))
    const given = Buffer.concat([Buffer.alloc(1_000_000, 'b'), Buffer.alloc(200_000, 'c')])
    for (let at = 0; at < given.length; at += piece) capture.add(given.subarray(at, at + piece))
    expect(capture.leftOut).toBe(1_500_000 - 2 * end)
    const tail = `${'b'.repeat(end - 200_000)}${'c'.repeat(200_000)}`
    expect(capture.text()).toBe(`${'a'.repeat(end)}\n[… ${1_500_000 - 2 * end} bytes left out …]\n${tail}`)
  })

  it('takes no longer the more has gone by', () => {
    const capture = boundedCapture()
    const megabytes = Buffer.alloc(4_000_000, 'x')
    const started = worked()
    for (let count = 0; count < 100; count++) capture.add(megabytes)
    for (let at = 0; at < 1_000_000; at++) capture.add(megabytes.subarray(at, at + 1))
    expect(worked() - started).toBeLessThan(4_000)
    expect(capture.leftOut).toBe(401_000_000 - 2 * end)
  })
})

describe('git, unasked', () => {
  const git = (cwd: string, options: readonly string[], input = '') =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...options], { cwd, input }).stdout.toString()

  /** A repository whose own configuration names programs, and whose last commit is signed. */
  function repository() {
    const { shell, root } = workspace()
    git(root, ['init', '-q', '--template='])
    git(root, ['add', '.'])
    git(root, ['commit', '-qm', 'start'])
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'
    const signed = git(root, ['cat-file', 'commit', 'HEAD']).replace('\n\n', `\n${signature}\n`)
    git(root, ['reset', '-q', git(root, ['hash-object', '-t', 'commit', '-w', '--stdin'], signed).trim()])
    writeFileSync(join(root, 'planted.sh'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 })
    for (const key of ['core.fsmonitor', 'gpg.program', 'core.pager']) {
      git(root, ['config', key, join(root, 'planted.sh')])
    }
    git(root, ['config', 'log.showSignature', 'true'])
    utimesSync(join(root, 'a.txt'), 1000, 1000)
    return { shell, root }
  }

  it.each([
    'git status',
    'git diff',
    'git log',
    'git log --format="%G?"',
    'git show',
    'git blame a.txt',
    'git ls-files -m',
  ])('%s runs no monitor, pager or signature program and leaves the index alone', async (command) => {
    const { shell, root } = repository()
    const before = snapshot(root)
    expect(await call(shell, { command })).toMatchObject({ status: 'ok' })
    expect(snapshot(root)).toBe(before)
  })

  it.each([
    ['diff.shout.textconv', '*.txt diff=shout'],
    ['diff.shout.command', '*.txt diff=shout'],
    ['filter.shout.clean', '*.txt filter=shout'],
    ['diff.external', ''],
  ])('asks where the repository itself names a program: %s', async (key, attributes) => {
    const { shell, root } = repository()
    writeFileSync(join(root, '.gitattributes'), `${attributes}\n`)
    writeFileSync(join(root, 'a.txt'), 'changed\n')
    const run = async (command: string) => (await call(shell, { command })).status
    const commands = ['git diff', 'git show', 'git log -p', 'git blame a.txt', 'git status', 'ls && git -C . diff']
    expect(await Promise.all(commands.map(run))).toEqual(commands.map(() => 'ok'))
    git(root, ['config', key, join(root, 'planted.sh')])
    expect(await Promise.all(commands.map(run))).toEqual(commands.map(() => 'refused'))
    expect(readdirSync(root)).not.toContain('pwned')
    expect((await call(shell, { command: 'cd .. && cd - && git diff' })).output).toContain('only shows at run time')
    expect((await call(shell, { command: 'git diff' })).output).toContain(key)
  })

  it.each([
    'cd inner && git diff',
    'command cd inner && git diff',
    'cd -- inner && git diff',
    'cd -P inner; git diff',
    'git -C . -C inner diff',
  ])('asks where another repository names a program, however it is come to: %s', async (command) => {
    const { shell, root } = workspace()
    const inner = join(root, 'inner')
    mkdirSync(inner)
    writeFileSync(join(inner, 'a.txt'), 'one\n')
    git(inner, ['init', '-q', '--template='])
    git(inner, ['add', '.'])
    git(inner, ['commit', '-qm', 'start'])
    writeFileSync(join(inner, 'a.txt'), 'changed\n')
    writeFileSync(join(root, 'planted.sh'), `#!/bin/sh\ntouch ${root}/pwned\n`, { mode: 0o755 })
    git(inner, ['config', 'diff.external', join(root, 'planted.sh')])
    expect(await call(shell, { command })).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(readdirSync(root)).not.toContain('pwned')
  })

  it('trusts no bare repository that it happens upon', async () => {
    const { shell, root } = workspace()
    git(root, ['init', '-q', '--bare', '--template=', 'planted'])
    expect((await call(shell, { command: 'cd planted && git rev-parse HEAD' })).output).toContain('bareRepository')
    expect((await call(shell, { command: 'git -C planted rev-parse HEAD' })).output).toContain('bareRepository')
  })
})
