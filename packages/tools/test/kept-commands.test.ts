import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileHistory, type WritableHistory } from '../src/history/file-history.js'
import { type FileLook, isUnchanged, lookAt } from '../src/history/file-look.js'
import { temporaryDirectory } from './workspace.js'

const git = (root: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root, stdio: 'ignore' })

/** The places that a command is told. */
function uncoveredIn(history: WritableHistory): Promise<readonly string[]> {
  const { signal } = new AbortController()
  return history.runKept({ taskId: 'u', callId: 'u', command: 'ls', signal }, async (uncovered) => uncovered)
}

function project(files: Readonly<Record<string, string>>, repository = false) {
  const top = temporaryDirectory()
  const root = join(top, 'root')
  mkdirSync(root)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  if (repository) git(root, 'init', '-q')
  const kept = join(top, 'kept')
  const history = fileHistory({ root, folder: () => kept })
  const { signal } = new AbortController()
  const run = (work: () => unknown, callId = 'c1') =>
    history.runKept({ taskId: 't', callId, command: 'a command', signal }, async () => work())
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return { root, kept, write, read, history, run, signal }
}

describe('a command that is kept', () => {
  it.each([false, true])(
    'is taken back: changed, new, deleted and executable files (in a repository: %s)',
    async (isRepository) => {
      const files = { 'a.txt': 'one\r\ntwo', 'sub/b.txt': 'b', 'run.sh': 'echo', 'with blank\nand line.txt': 'x' }
      const { root, write, read, history, run } = project(files, isRepository)
      chmodSync(join(root, 'run.sh'), 0o644)
      await run(() => {
        write('a.txt', 'changed')
        write('new/deep/c.txt', 'c')
        write('with blank\nand line.txt', 'y')
        execFileSync('rm', ['-r', join(root, 'sub')])
        chmodSync(join(root, 'run.sh'), 0o755)
      })
      const changed = await history.diff('t')
      const kinds = Object.fromEntries(changed.map(({ path, kind }) => [path, kind]))
      expect(kinds).toMatchObject({ 'a.txt': 'changed', 'new/deep/c.txt': 'added', 'sub/b.txt': 'deleted' })
      const undone = await history.undo('t')
      expect(undone).toMatchObject({ left: [], commands: [] })
      expect(read('a.txt')).toBe('one\r\ntwo')
      expect(read('sub/b.txt')).toBe('b')
      expect(read('with blank\nand line.txt')).toBe('x')
      expect(existsSync(join(root, 'new'))).toBe(false)
      expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o644)
    },
  )

  it('costs no line for files that it leaves as they are', async () => {
    const { history, run } = project({ 'a.txt': 'a' })
    await run(() => {})
    expect(await history.diff('t')).toEqual([])
    expect(await history.undo('t')).toEqual({ restored: [], left: [], commands: [] })
  })

  it('goes with writes of file tools in one chain', async () => {
    const { root, write, read, history, run, signal } = project({ 'a.txt': '0' })
    await run(() => write('a.txt', '1'), 'c1')
    const before = { content: Buffer.from('1'), mode: statSync(join(root, 'a.txt')).mode }
    const real = join(root, 'a.txt')
    await history.write({ taskId: 't', callId: 'c2', real, before, after: '2', signal }, async () =>
      write('a.txt', '2'),
    )
    await run(() => write('a.txt', '3'), 'c3')
    await history.undo('t', { calls: (callId) => callId !== 'c1' })
    expect(read('a.txt')).toBe('1')
    await history.undo('t')
    expect(read('a.txt')).toBe('0')
  })

  it('leaves a write of a file tool that was made meanwhile to its own call', async () => {
    const { root, write, read, history, run, signal } = project({ 'a.txt': '0', 'b.txt': '0' })
    const edit = (callId: string, path: string, after: string) => {
      const real = join(root, path)
      const before = { content: readFileSync(real), mode: statSync(real).mode }
      return history.write({ taskId: 't', callId, real, before, after, signal }, async () => write(path, after))
    }
    await edit('c1', 'a.txt', '1')
    const both = async () => {
      await edit('c3', 'a.txt', '2')
      await edit('c3', 'b.txt', '1')
      write('b.txt', '2')
    }
    await run(both, 'c2')
    expect(await history.undo('t', { calls: (callId) => callId === 'c2' })).toMatchObject({ left: [] })
    expect([read('a.txt'), read('b.txt')]).toEqual(['2', '1'])
    expect(await history.undo('t')).toMatchObject({ left: [] })
    expect([read('a.txt'), read('b.txt')]).toEqual(['0', '0'])
  })

  it('gives files back the permissions that they had, those that git does not know as well', async () => {
    const { root, history, run } = project({ 'gone.key': 'k', 'open.key': 'k' })
    const modeOf = (path: string) => statSync(join(root, path)).mode & 0o777
    for (const path of ['gone.key', 'open.key']) chmodSync(join(root, path), 0o600)
    await run(() => {
      rmSync(join(root, 'gone.key'))
      chmodSync(join(root, 'open.key'), 0o644)
    })
    expect(modeOf('open.key')).toBe(0o644)
    await history.undo('t')
    expect([modeOf('gone.key'), modeOf('open.key')]).toEqual([0o600, 0o600])
  })

  it('keeps what it changes also when its store was removed since the last one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const { kept, write, read, history, run } = project({ 'a.txt': 'one' })
    await run(() => {})
    rmSync(join(kept, 'tree'), { recursive: true })
    await run(() => write('a.txt', 'two'))
    expect(await history.undo('t')).toMatchObject({ restored: ['a.txt'] })
    expect(read('a.txt')).toBe('one')
  })

  it('has its result, and is named as one whose changes are unknown, when the look after it fails', async () => {
    const { kept, history, run, write } = project({ 'a.txt': '0' })
    const result = await run(() => {
      write('a.txt', '1')
      rmSync(join(kept, 'tree'), { recursive: true })
      return 'ran'
    })
    expect(result).toBe('ran')
    expect(await history.undo('t')).toEqual({ restored: [], left: [], commands: ['a command'] })
  })

  it('leaves what somebody else has changed since', async () => {
    const { write, read, history, run } = project({ 'a.txt': '0' })
    await run(() => write('a.txt', '1'))
    write('a.txt', 'mine')
    expect(await history.undo('t')).toMatchObject({ restored: [], left: [{ path: 'a.txt' }] })
    expect(read('a.txt')).toBe('mine')
  })

  it('keeps what it changed before it failed', async () => {
    const { write, read, history, run } = project({ 'a.txt': '0' })
    const failing = run(() => {
      write('a.txt', '1')
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    await history.undo('t')
    expect(read('a.txt')).toBe('0')
  })

  it('is named as a command whose changes are unknown when its process died', async () => {
    const { history } = project({ 'a.txt': '0' })
    const never = history.runKept(
      { taskId: 'u', callId: 'c', command: 'rm -r build', signal: new AbortController().signal },
      () => new Promise(() => {}),
    )
    void never
    await expect.poll(async () => (await history.undo('u')).commands).toEqual(['rm -r build'])
  })

  it('ends with its signal while the files are looked at', async () => {
    const { history } = project({ 'a.txt': '0' })
    const signal = AbortSignal.abort(new Error('enough'))
    const run = history.runKept({ taskId: 't', callId: 'c', command: 'ls', signal }, async () => 'ran')
    await expect(run).rejects.toThrow('enough')
  })
})

it('tells what is not covered: ignored, in a repository of its own, or too large', async () => {
  const { root, history, write } = project({ '.gitignore': 'dist\n*.log\n', 'dist/a/b.js': '', 'x.log': '' }, true)
  write('large.bin', 'x'.repeat(10_000_001))
  write('inner/a.txt', 'a')
  git(join(root, 'inner'), 'init', '-q')
  git(join(root, 'inner'), 'add', '.')
  git(join(root, 'inner'), 'commit', '-q', '-m', 'x')
  const found = (await uncoveredIn(history)).map((path) => path.slice(root.length + 1)).sort()
  expect(found).toEqual(['dist', 'inner', 'large.bin', 'x.log'])
})

it('does not cover the folder of a name that is no UTF-8, nor names that git refuses', async () => {
  const { root, history } = project({ 'sub/a.txt': 'a', 'git~1': 'b', 'c.txt': 'c' })
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'sub', 'odd')), Buffer.from([0xff])]), 'x')
  const found = (await uncoveredIn(history)).map((path) => path.slice(root.length + 1)).sort()
  expect(found).toEqual(['git~1', 'sub'])
})

it('is looked at anew after a change that left size and time, and just after any change, whose times the next one may have', () => {
  const { root } = project({ 'a.txt': 'a' })
  const look = lookAt(join(root, 'a.txt')) as FileLook
  const settled = { ...look, isSettled: true }
  expect(isUnchanged(settled, look)).toBe(true)
  expect(isUnchanged(settled, { ...look, touched: look.touched + 0.001 })).toBe(false)
  expect(isUnchanged(look, look)).toBe(false)
})

const isRoot = process.getuid?.() === 0

it.skipIf(isRoot)('does not cover a file that it may not read, and runs all the same', async () => {
  const { root, history, run } = project({ 'a.txt': 'a', 'b.txt': 'b' })
  chmodSync(join(root, 'a.txt'), 0)
  expect(await uncoveredIn(history)).toEqual([join(root, 'a.txt')])
  expect(await run(() => 'ran')).toBe('ran')
})

describe('the contents in snapshots of commands', () => {
  const content = 'of a file that is gone'

  /** All that the store holds. */
  const stored = (kept: string) =>
    execFileSync('git', ['cat-file', '--batch-all-objects', '--batch'], {
      cwd: kept,
      env: { ...process.env, GIT_DIR: join(kept, 'tree/git') },
    }).toString('latin1')

  /** A project in which a command wrote a file that was there for another one, and is gone. */
  async function withRemains() {
    const one = project({ 'a.txt': 'a' })
    await one.run(() => one.write('b.txt', content))
    await one.history.runKept({ taskId: 'other', callId: 'c1', command: 'x', signal: one.signal }, async () => {
      one.write('a.txt', 'changed')
      rmSync(join(one.root, 'b.txt'))
    })
    expect(stored(one.kept)).toContain(content)
    return one
  }

  it('are gone with their task, and what other tasks need is not', async () => {
    const { root, kept, write, read, history, run } = await withRemains()
    await history.remove('t')
    expect(stored(kept)).not.toContain(content)
    await history.undo('other')
    expect([read('a.txt'), read('b.txt')]).toEqual(['a', content])
    await run(() => write('b.txt', 'new'), 'c2')
    await history.undo('t', { calls: (callId) => callId === 'c2' })
    expect([existsSync(join(root, 'a.txt')), read('b.txt')]).toEqual([true, content])
  })

  it('are gone when another process removes the task, and so is the index of one that died', async () => {
    const { root, kept } = await withRemains()
    const tree = join(kept, 'tree')
    const [index = ''] = readdirSync(tree).filter((name) => name.startsWith(`index-${process.pid}-`))
    renameSync(join(tree, index), join(tree, `index-${spawnSync('true').pid}-died`))
    await fileHistory({ root, folder: () => kept }).remove('t')
    expect(stored(kept)).toBe('')
    expect(readdirSync(tree)).toEqual(['git'])
  })

  it('stay while a command is under way, and go at its end', async () => {
    const { kept, write, read, history, run } = await withRemains()
    await run(async () => {
      await history.remove('t')
      expect(stored(kept)).toContain(content)
      write('a.txt', 'again')
    }, 'c2')
    await history.undo('t', { calls: (callId) => callId === 'c2' })
    expect(read('a.txt')).toBe('changed')
    await vi.waitFor(() => expect(stored(kept)).not.toContain(content))
  })

  it('are gone when another process removes the task, but for those that this one has in its index', async () => {
    const { root, kept, write, read, history, run } = await withRemains()
    execFileSync('find', [join(kept, 'tree/git/objects'), '-exec', 'touch', '-d', '2 hours ago', '{}', '+'])
    await fileHistory({ root, folder: () => kept }).remove('t')
    expect(stored(kept)).not.toContain(content)
    await run(() => write('a.txt', 'again'), 'c2')
    await history.undo('t')
    expect(read('a.txt')).toBe('changed')
  })
})
