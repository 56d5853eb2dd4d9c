import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspaces } from '@artoo/agent-loop'
import { copyWorkspaces, gitWorkspaces } from '@artoo/agent-loop/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { filesIn, gitOrWhy, hasGit, put, read, repositoryWith } from './folders.js'
import { temporaryDirectory } from './temporary-directory.js'

const { signal } = new AbortController()

const files = {
  'src/a.ts': 'a\nb\nc\nd\ne\nf\n',
  'src/b.ts': 'b\n',
  'test/a.test.ts': 'a test\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  '.gitignore': 'node_modules/\n*.log\n',
}

let opened: Workspaces[] = []
afterEach(async () => {
  for (const workspaces of opened) await workspaces.close()
  opened = []
  vi.unstubAllEnvs()
})

const kinds = {
  git: (top: string, share?: string[]) => {
    const directory = repositoryWith(join(top, 'work'), files)
    return { directory, workspaces: () => gitWorkspaces({ directory, ...(share && { share }) }) }
  },
  copies: (top: string, share?: string[]) => {
    const directory = join(top, 'work')
    put(directory, files)
    mkdirSync(join(top, 'tmp'))
    // What they keep stands in the system's folder for temporary files.
    vi.stubEnv('TMPDIR', join(top, 'tmp'))
    return { directory, workspaces: () => copyWorkspaces({ directory, ...(share && { share }) }) }
  },
}

describe.skipIf(!hasGit).each(Object.entries(kinds))(`workspaces by %s${gitOrWhy}`, (_, made) => {
  function folder(share?: string[]) {
    const { directory, workspaces } = made(temporaryDirectory(), share)
    const made_ = () => {
      const one = workspaces()
      opened.push(one)
      return one
    }
    return { directory, workspaces: made_ }
  }

  const writing = async (workspaces: Workspaces, id: string) => (await workspaces.open(id, 'writing', signal)).directory
  const take = (workspaces: Workspaces, id: string, claim: string[] = []) =>
    workspaces.integrate(id, { claim, message: `-F ${id}\n\nwith "all" of it` })

  it('begin with the folder as it stands, and what succeeds is landed in it, what fails is gone', async () => {
    const { directory, workspaces: make } = folder(['node_modules', 'absent'])
    put(directory, {
      'src/a.ts': 'mine\n',
      'new ü\n.txt': 'untracked\n',
      'debug.log': 'ignored\n',
      'node_modules/m/i.js': 'm',
    })
    rmSync(join(directory, 'src/b.ts'))
    const before = filesIn(directory)
    const workspaces = make()
    const { head } = await workspaces.prepare('loop-1', null, signal)
    const good = await writing(workspaces, 'good')
    const { 'debug.log': ignored, 'node_modules/m/i.js': shared, ...rest } = before
    expect(filesIn(good)).toEqual({ ...rest, node_modules: `-> ${join(directory, 'node_modules')}` })
    expect(await take(workspaces, 'good')).toEqual({ status: 'integrated', commit: null, head, changed: [] })
    expect(existsSync(good)).toBe(false)

    const better = await writing(workspaces, 'better')
    put(better, {
      'src/c.ts': 'c\n',
      'src/a.ts': 'mended\n',
      'run.sh': '#!\n',
      'out.log': 'x',
      'node_modules/m/j.js': 'j',
    })
    rmSync(join(better, 'new ü\n.txt'))
    renameSync(join(better, 'test/a.test.ts'), join(better, 'test/b.test.ts'))
    symlinkSync('/nowhere', join(better, 'link'))
    chmodSync(join(better, 'crlf.txt'), 0o755)
    const changed = [
      'crlf.txt',
      'link',
      'new ü\n.txt',
      'run.sh',
      'src/a.ts',
      'src/c.ts',
      'test/a.test.ts',
      'test/b.test.ts',
    ]
    const taken = await take(workspaces, 'better', ['**'])
    expect(taken).toEqual({
      status: 'integrated',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      head: expect.anything(),
      changed,
    })

    const bad = await writing(workspaces, 'bad')
    expect(filesIn(bad)).toMatchObject({ 'src/c.ts': 'c\n', 'crlf.txt': 'x one\r\ntwo\r\n' })
    put(bad, { 'src/c.ts': 'worse\n' })
    await workspaces.discard('bad')
    await workspaces.discard('nobody')
    expect(existsSync(bad)).toBe(false)
    expect(filesIn(directory)).toEqual({ ...before, 'node_modules/m/j.js': 'j' })

    put(directory, { 'src/mine.ts': 'meanwhile\n', 'debug.log': 'more\n' })
    expect(await workspaces.land({ signal })).toEqual({ status: 'landed', changed })
    const { 'new ü\n.txt': _gone, 'test/a.test.ts': moved, ...kept } = before
    expect(filesIn(directory)).toEqual({
      ...kept,
      'test/b.test.ts': moved,
      'src/a.ts': 'mended\n',
      'src/c.ts': 'c\n',
      'run.sh': '#!\n',
      link: '-> /nowhere',
      'crlf.txt': 'x one\r\ntwo\r\n',
      'src/mine.ts': 'meanwhile\n',
      'debug.log': 'more\n',
      'node_modules/m/j.js': 'j',
    })
    expect(await workspaces.land({ signal })).toEqual({ status: 'landed', changed: [] })
    expect([ignored, shared]).toEqual(['ignored\n', 'm'])
  })

  it('take over what lies in the claim and was not changed by others meanwhile', async () => {
    const workspaces = folder().workspaces()
    await workspaces.prepare('loop-1', null, signal)
    const made = {
      first: { 'src/a.ts': 'A\nb\nc\nd\ne\nf\n', 'docs/new.md': 'n' },
      overlapping: { 'src/a.ts': 'a\nb\nc\nd\ne\nF\n', 'src/own.ts': 'o' },
      outside: { 'src/three.ts': '3', 'deep/er/x': 'x' },
      clashing: { 'docs/new.md/below': 'a folder where another made a file' },
      apart: { 'src/apart.ts': 'apart' },
    }
    for (const [id, content] of Object.entries(made)) put(await writing(workspaces, id), content)
    expect(await take(workspaces, 'outside', ['src/**'])).toEqual({
      status: 'conflict',
      paths: ['deep/er/x'],
      reason: 'it changed what lies outside its claim, src/**',
    })
    await expect(take(workspaces, 'outside')).rejects.toMatchObject({ code: 'workspace_unknown' })
    expect(await take(workspaces, 'first', ['docs/', './src/a.ts'])).toMatchObject({ status: 'integrated' })
    expect(await take(workspaces, 'overlapping', ['src'])).toMatchObject({ status: 'conflict', paths: ['src/a.ts'] })
    expect(await take(workspaces, 'clashing')).toMatchObject({ status: 'conflict' })
    expect(await take(workspaces, 'apart', ['src/{apart,six}.ts'])).toMatchObject({ changed: ['src/apart.ts'] })
    const last = await writing(workspaces, 'last')
    const { 'src/a.ts': _, ...others } = files
    expect(filesIn(last)).toEqual({ ...others, ...made.first, ...made.apart })
    put(last, { x: 'x' })
    expect(await take(workspaces, 'last', ['/etc/**'])).toMatchObject({
      status: 'conflict',
      reason: expect.stringContaining('outside the root'),
    })
  })

  it('take commits back in the order given, and list what stays', async () => {
    const { directory, workspaces: make } = folder()
    const workspaces = make()
    const { head: begun } = await workspaces.prepare('loop-1', null, signal)
    const commits: string[] = []
    for (const [id, content] of Object.entries({
      one: { 'src/b.ts': 'one\n' },
      two: { n: 'n\n' },
      three: { 'src/b.ts': 'three\n' },
    })) {
      put(await writing(workspaces, id), content)
      const taken = await take(workspaces, id)
      commits.push((taken.status === 'integrated' && taken.commit) || '')
    }
    const [one = '', two = '', three = ''] = commits
    const partly = await workspaces.revert([one, two, 'f'.repeat(40), '--all'])
    expect(partly.residual).toEqual([
      `${one.slice(0, 12)} src/b.ts: later changes build on it (src/b.ts)`,
      'ffffffffffff is no commit of this loop',
      '--all is no commit of this loop',
    ])
    expect(filesIn(await writing(workspaces, 'look'))).toMatchObject({ 'src/b.ts': 'three\n' })
    expect((await workspaces.revert([three, one])).residual).toEqual([])
    expect(filesIn(await writing(workspaces, 'again'))).toEqual(filesIn(directory))
    expect(await workspaces.land({ signal })).toEqual({ status: 'landed', changed: [] })
    expect((await workspaces.prepare('loop-1', begun, signal)).head).toBe(begun)
  })

  it('land all or nothing: a place that the user changed, too, or a hidden file in the way, leaves all as it is', async () => {
    const { directory, workspaces: make } = folder()
    const workspaces = make()
    await workspaces.prepare('loop-1', null, signal)
    const place = await writing(workspaces, 'all')
    put(place, {
      'src/a.ts': 'a\nb\nc\nd\ne\nF\n',
      'src/b.ts': 'theirs\n',
      '.gitignore': '',
      'hidden.log': 'theirs',
      'trace.log/x': 'x',
    })
    await take(workspaces, 'all')
    put(directory, {
      'src/a.ts': 'A\nb\nc\nd\ne\nf\n',
      'src/b.ts': 'mine\n',
      'hidden.log': 'mine',
      'trace.log': 'mine',
    })
    const before = filesIn(directory)
    expect(await workspaces.land({ signal })).toMatchObject({ status: 'conflict', paths: ['src/b.ts'] })
    expect(filesIn(directory)).toEqual(before)
    put(directory, { 'src/b.ts': 'b\n' })
    expect(await workspaces.land({ signal })).toMatchObject({ status: 'conflict', paths: ['hidden.log', 'trace.log'] })
    expect(filesIn(directory)).toEqual({ ...before, 'src/b.ts': 'b\n' })
    for (const path of ['hidden.log', 'trace.log']) rmSync(join(directory, path))
    expect(await workspaces.land({ signal })).toMatchObject({ status: 'landed' })
    expect(filesIn(directory)).toMatchObject({
      'src/a.ts': 'A\nb\nc\nd\ne\nF\n',
      'src/b.ts': 'theirs\n',
      'trace.log/x': 'x',
    })
  })

  it('go on where another process died, whose folders are cleared away, and land what came since', async () => {
    const { directory, workspaces: make } = folder()
    const died = make()
    await died.prepare('loop-1', null, signal)
    const half = await writing(died, 'half')
    put(half, { 'src/b.ts': 'half\n' })
    put(await writing(died, 'whole'), { 'src/b.ts': 'whole\n', 'src/c.ts': 'whole\n' })
    const taken = await take(died, 'whole')
    const head = taken.status === 'integrated' ? taken.head : ''

    const next = make()
    expect(await next.prepare('loop-1', head, signal)).toEqual({ head })
    expect(existsSync(half)).toBe(false)
    // As if the other had died while it landed.
    put(directory, { 'src/b.ts': 'whole\n' })
    expect(await next.land({ signal })).toEqual({ status: 'landed', changed: ['src/c.ts'] })
    put(await writing(next, 'more'), { 'src/b.ts': 'more\n' })
    await take(next, 'more')
    expect(await next.land({ signal })).toEqual({ status: 'landed', changed: ['src/b.ts'] })
    expect(read(directory, 'src/b.ts')).toBe('more\n')
    await expect(next.prepare('loop-1', 'f'.repeat(40), signal)).rejects.toMatchObject({
      code: 'head_lost',
      field: 'head',
    })
  })

  it('take nothing over from whoever reads, nor a repository, and are not bent by what an atom does to its git', async () => {
    const { directory, workspaces: make } = folder()
    const workspaces = make()
    await expect(workspaces.open('r', 'reading', signal)).rejects.toMatchObject({ code: 'workspaces_not_ready' })
    await workspaces.prepare('loop-1', null, signal)
    const { directory: place } = await workspaces.open('r', 'reading', signal)
    put(place, { 'src/a.ts': 'changed' })
    await expect(take(workspaces, 'r')).rejects.toMatchObject({ code: 'workspace_unknown' })
    await expect(workspaces.open('r', 'reading', signal)).rejects.toMatchObject({ code: 'workspace_exists' })
    await expect(workspaces.open('s', 'reading', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')

    const bent = await writing(workspaces, 'bent')
    rmSync(join(bent, '.git'), { recursive: true })
    put(repositoryWith(bent, {}), { 'src/b.ts': 'bent\n' })
    const copy = await workspaces.open('copy', 'reading', signal, 'bent')
    expect(filesIn(copy.directory)).toEqual({ ...files, 'src/b.ts': 'bent\n' })
    await expect(workspaces.open('none', 'reading', signal, 'nobody')).rejects.toMatchObject({
      code: 'workspace_unknown',
    })
    expect(await take(workspaces, 'bent', ['src/b.ts'])).toMatchObject({ status: 'integrated', changed: ['src/b.ts'] })
    const nested = await writing(workspaces, 'nested')
    repositoryWith(join(nested, 'inner'), { x: 'x' })
    expect(await take(workspaces, 'nested')).toMatchObject({ status: 'conflict', paths: ['inner'] })
    await workspaces.close()
    await workspaces.discard('r')
    expect(existsSync(place)).toBe(false)
    expect(filesIn(directory)).toEqual(files)
  })
})
