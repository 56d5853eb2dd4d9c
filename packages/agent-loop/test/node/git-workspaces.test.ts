import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspaces } from '@artoo/agent-loop'
import { copyWorkspaces, gitWorkspaces, workspacesFor } from '@artoo/agent-loop/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bundled, childOf } from './child.js'
import { filesIn, git, gitOrWhy, hasGit, indexOf, put, read, repositoryWith, standing } from './folders.js'
import { temporaryDirectory } from './temporary-directory.js'

const { signal } = new AbortController()
const message = 'done'

const opened: Workspaces[] = []
afterEach(async () => {
  for (const workspaces of opened.splice(0)) await workspaces.close()
  vi.unstubAllEnvs()
})

function over(options: Parameters<typeof gitWorkspaces>[0]): Workspaces {
  const workspaces = gitWorkspaces(options)
  opened.push(workspaces)
  return workspaces
}

async function changed(workspaces: Workspaces, files: Readonly<Record<string, string>>, id = 'one') {
  const { directory } = await workspaces.open(id, 'writing', signal)
  put(directory, files)
  return { directory, taken: await workspaces.integrate(id, { claim: [], message }) }
}

describe.skipIf(!hasGit)(`git workspaces${gitOrWhy}`, () => {
  it('leave the user’s checkout as it was, whatever stands in it, and run none of the user’s hooks', async () => {
    const top = temporaryDirectory()
    const home = join(top, 'home')
    put(home, {
      '.gitconfig':
        '[commit]\n gpgsign = true\n[user]\n useConfigOnly = true\n[core]\n autocrlf = true\n safecrlf = true\n[submodule]\n recurse = true\n[i18n]\n commitEncoding = latin1\n',
    })
    const directory = repositoryWith(join(top, 'wörk ing\nhere'), {
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'crlf.txt': '1\r\n2\r\n',
    })
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'reference-transaction', 'post-index-change']) {
      put(directory, { [`.git/hooks/${hook}`]: `#!/bin/sh\necho ${hook} >> '${join(top, 'hooked')}'\n` })
      chmodSync(join(directory, `.git/hooks/${hook}`), 0o755)
    }
    put(directory, { '.gitattributes': '*.txt text=auto\n', 'a.txt': 'stashed\n' })
    git(directory, '-c', 'core.hooksPath=/dev/null', '-c', 'user.name=A', '-c', 'user.email=a@b', 'stash')
    put(directory, { 'a.txt': 'staged\n', 'new.txt': 'new\n', 'intent.txt': 'i\n' })
    git(directory, 'add', 'a.txt')
    git(directory, 'add', '--intent-to-add', 'intent.txt')
    put(directory, { 'a.txt': 'unstaged\n' })
    const before = standing(directory)
    const index = indexOf(directory)
    rmSync(join(top, 'hooked'), { force: true })
    vi.stubEnv('HOME', home)
    vi.stubEnv('GIT_DIR', join(top, 'elsewhere'))
    vi.stubEnv('GIT_INDEX_FILE', join(top, 'elsewhere/index'))

    const workspaces = over({ directory })
    await workspaces.prepare('loop-1', null, signal)
    const { directory: first, taken } = await changed(workspaces, { 'c.txt': 'c\r\n' })
    expect(taken).toMatchObject({ status: 'integrated', changed: ['c.txt'] })
    expect(first.startsWith(top)).toBe(false)
    const second = (await workspaces.open('two', 'reading', signal)).directory
    expect(filesIn(second)).toMatchObject({ 'a.txt': 'unstaged\r\n', 'new.txt': 'new\r\n', 'intent.txt': 'i\r\n' })
    await workspaces.open('three', 'writing', signal)
    await workspaces.discard('three')
    if (taken.status === 'integrated' && taken.commit) await workspaces.revert([taken.commit])
    await workspaces.close()
    vi.unstubAllEnvs()

    expect(existsSync(join(top, 'hooked'))).toBe(false)
    expect(indexOf(directory)).toEqual(index)
    expect(standing(directory)).toEqual(before)
    expect(git(directory, 'log', '--format=%an <%ae> %cn %s', 'artoo/loop-1', '-3').split('\n').slice(0, 3)).toEqual([
      `artoo <artoo@localhost> artoo Take back ${taken.status === 'integrated' ? taken.commit : ''}`,
      'artoo <artoo@localhost> artoo done',
      'artoo <artoo@localhost> artoo Where the loop loop-1 began',
    ])
  })

  it('of a killed process are cleared away, and only those; the checkout is as it was', async () => {
    const top = temporaryDirectory()
    const directory = repositoryWith(join(top, 'work'), { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' })
    put(directory, { 'src/a.ts': 'mine\n' })
    const script = await bundled('workspace-process.ts')
    const other = over({ directory })
    await other.prepare('loop-2', null, signal)
    const kept = (await other.open('kept', 'writing', signal)).directory
    const before = standing(directory)
    const index = indexOf(directory)
    let head: string | undefined
    for (let kills = 0; kills < 2; kills++) {
      const child = childOf(script, directory, ...(head === undefined ? [] : [head]))
      await child.tells(1)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
      await child.kill()
      head = String(child.told.at(-1))
      expect(indexOf(directory)).toEqual(index)
      const { worktrees: _, ...rest } = standing(directory)
      expect(before).toMatchObject(rest)
    }
    const left = git(directory, 'worktree', 'list', '--porcelain').match(/(?<=^worktree ).*artoo-loop-.*/gm) ?? []
    // A git that was killed right after it had locked one.
    put(directory, { '.git/worktrees/w99/locked': 'artoo loop loop-1\n' })
    const next = over({ directory })
    expect(await next.prepare('loop-1', head ?? null, signal)).toEqual({ head })
    expect(standing(directory)).toEqual(before)
    expect(left.length).toBeGreaterThan(1)
    expect(left.filter((path) => existsSync(path))).toEqual([kept])
    expect(git(directory, 'rev-parse', 'artoo/loop-1').trim()).toBe(head)
    expect(await next.land({ signal })).toEqual({ status: 'landed', changed: ['src/b.ts'] })
    expect(read(directory, 'src/a.ts')).toBe('mine\n')
  })

  it('go on where a git that was killed left a lock on each of their refs', async () => {
    const directory = repositoryWith(join(temporaryDirectory(), 'work'), { 'a.txt': 'a' })
    const { head } = await over({ directory }).prepare('loop-1', null, signal)
    const locks = ['refs/artoo/loop-1/head', 'refs/heads/artoo/loop-1'].map((ref) =>
      join(directory, '.git', `${ref}.lock`),
    )
    for (const lock of locks) {
      writeFileSync(lock, '')
      utimesSync(lock, 0, 0)
    }
    expect(await over({ directory }).prepare('loop-1', head, signal)).toEqual({ head })
    expect(locks.filter((lock) => existsSync(lock))).toEqual([])
  })

  it('of a folder in a repository know that folder; what an atom does outside of it is not taken over', async () => {
    const directory = repositoryWith(join(temporaryDirectory(), 'all'), {
      'a.txt': 'a',
      'pack/b.txt': 'b',
      '.gitignore': 'out/',
    })
    mkdirSync(join(directory, 'pack/node_modules'))
    const workspaces = over({ directory: join(directory, 'pack'), share: ['node_modules'] })
    await workspaces.prepare('loop-1', null, signal)
    const place = (await workspaces.open('out', 'writing', signal)).directory
    expect(filesIn(join(place, '..'))).toMatchObject({ 'a.txt': 'a', 'pack/b.txt': 'b' })
    put(place, { '../a.txt': 'A' })
    expect(await workspaces.integrate('out', { claim: [], message })).toEqual({
      status: 'conflict',
      paths: ['../a.txt'],
      reason: 'it changed what lies outside its folder',
    })
    expect((await changed(workspaces, { 'c.txt': 'c' })).taken).toMatchObject({ changed: ['c.txt'] })
    expect(await workspaces.land({ signal })).toEqual({ status: 'landed', changed: ['c.txt'] })
    expect(git(directory, 'status', '--porcelain')).toBe('?? pack/c.txt\n')

    put(directory, { 'out/x.txt': 'x' })
    const ignored = join(directory, 'out')
    await expect(over({ directory: ignored }).prepare('loop-2', null, signal)).rejects.toMatchObject({
      code: 'not_a_checkout',
    })
    const copies = workspacesFor(ignored, { history: join(directory, '../history') })
    opened.push(copies)
    await copies.prepare('loop-2', null, signal)
    expect((await changed(copies, { 'y.txt': 'y' })).taken).toMatchObject({ changed: ['y.txt'] })
    await workspaces.close()
    const shared = over({ directory, share: ['pack'] })
    await expect(shared.prepare('loop-3', null, signal)).rejects.toMatchObject({
      code: 'invalid_option',
      field: 'share',
    })
  })

  it('begin in a repository without a commit, on no branch, in a worktree of the user’s, beside a submodule', async () => {
    const top = temporaryDirectory()
    const fresh = join(top, 'fresh')
    mkdirSync(fresh)
    git(fresh, 'init', '--quiet')
    put(fresh, { 'a.txt': 'a' })
    const first = over({ directory: fresh })
    await first.prepare('loop-1', null, signal)
    expect((await changed(first, { 'b.txt': 'b' })).taken).toMatchObject({ status: 'integrated' })
    expect(await first.land({ signal })).toMatchObject({ status: 'landed' })
    expect(git(fresh, 'status', '--porcelain')).toBe('?? a.txt\n?? b.txt\n')

    const main = repositoryWith(join(top, 'main'), { 'a.txt': 'a' })
    git(
      main,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      repositoryWith(join(top, 'part'), { p: 'p' }),
      'part',
    )
    git(main, 'worktree', 'add', '--quiet', '--detach', join(top, 'side'))
    git(main, 'checkout', '--quiet', '--detach')
    for (const directory of [main, join(top, 'side')]) {
      const workspaces = over({ directory, branch: directory === main ? undefined : 'beside' })
      await workspaces.prepare('loop-1', null, signal)
      const { directory: place, taken } = await changed(workspaces, { 'b.txt': directory })
      expect(taken).toMatchObject({ status: 'integrated', changed: ['b.txt'] })
      expect(existsSync(join(place, 'part/p'))).toBe(false)
      expect(await workspaces.land({ signal })).toMatchObject({ status: 'landed', changed: ['b.txt'] })
      await workspaces.close()
    }
    expect(read(main, 'part/p')).toBe('p')
    expect(git(main, 'branch', '--format=%(refname:short)').trim().split('\n').slice(1)).toEqual([
      'artoo/loop-1',
      'beside',
      'main',
    ])
  })

  it('see the whole of a sparse checkout that the user sees, and take over what an atom does beyond', async () => {
    const directory = repositoryWith(join(temporaryDirectory(), 'work'), {
      'a/a.txt': 'a',
      'b/b.txt': 'b',
      'c.txt': 'c',
    })
    git(directory, 'sparse-checkout', 'set', 'a')
    put(directory, { 'a/mine.txt': 'mine' })
    const workspaces = over({ directory })
    await workspaces.prepare('loop-1', null, signal)
    const before = standing(directory).status
    const { taken } = await changed(workspaces, { 'a/new.txt': 'n', 'b/new.txt': 'n', 'b/b.txt': 'B' })
    expect(taken).toMatchObject({ changed: ['a/new.txt', 'b/b.txt', 'b/new.txt'] })
    expect(standing(directory).status).toBe(before)
    const landed = await workspaces.land({ signal })
    expect(landed).toEqual({ status: 'landed', changed: ['a/new.txt', 'b/b.txt', 'b/new.txt'] })
    expect(filesIn(directory)).toEqual({
      'a/a.txt': 'a',
      'a/mine.txt': 'mine',
      'a/new.txt': 'n',
      'b/b.txt': 'B',
      'b/new.txt': 'n',
      'c.txt': 'c',
    })
  })

  it('leave alone a branch that is the user’s or is checked out, and go on without it', async () => {
    const directory = repositoryWith(join(temporaryDirectory(), 'work'), { 'a.txt': 'a' })
    for (const branch of ['main', 'a..b']) {
      const code = branch === 'main' ? 'branch_taken' : 'invalid_option'
      await expect(over({ directory, branch }).prepare('loop-1', null, signal)).rejects.toMatchObject({
        code,
        field: 'branch',
      })
    }
    const workspaces = over({ directory })
    const { head } = await workspaces.prepare('loop-1', null, signal)
    await expect(over({ directory, branch: 'main/loop' }).prepare('loop-2', null, signal)).rejects.toMatchObject({
      code: 'branch_taken',
    })
    git(directory, 'switch', '--quiet', 'artoo/loop-1')
    const { taken } = await changed(workspaces, { 'b.txt': 'b' })
    expect(taken.status).toBe('integrated')
    expect(git(directory, 'rev-parse', 'artoo/loop-1').trim()).toBe(head)
    expect(git(directory, 'status', '--porcelain')).toBe('')
    git(directory, 'switch', '--quiet', 'main')
    const again = await changed(workspaces, { 'c.txt': 'c' }, 'two')
    const at = again.taken.status === 'integrated' ? again.taken.head : ''
    expect(git(directory, 'rev-parse', 'artoo/loop-1').trim()).toBe(at)
    await workspaces.close()
    await over({ directory }).prepare('loop-1', null, signal)
  })

  it('are refused where there is no checkout, no git, or no such option', async () => {
    const top = temporaryDirectory()
    git(top, 'init', '--quiet', '--bare', 'bare')
    mkdirSync(join(top, 'plain'))
    const prepare = (directory: string, more: object = {}) =>
      over({ directory, ...more }).prepare('loop-1', null, signal)
    await expect(prepare(join(top, 'plain'))).rejects.toMatchObject({ code: 'not_a_checkout', field: 'directory' })
    await expect(prepare(join(top, 'bare'))).rejects.toMatchObject({ code: 'not_a_checkout' })
    await expect(prepare(top, { git: join(top, 'none') })).rejects.toMatchObject({ code: 'git_missing', field: 'git' })
    put(top, { old: '#!/bin/sh\necho git version 2.34.1\n' })
    chmodSync(join(top, 'old'), 0o755)
    await expect(prepare(top, { git: join(top, 'old') })).rejects.toMatchObject({ code: 'git_too_old' })
    const refused = (make: () => unknown, field: string) =>
      expect(make).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
    refused(() => gitWorkspaces({ directory: join(top, 'none') }), 'directory')
    refused(() => gitWorkspaces({ directory: top, branch: '--all' }), 'branch')
    refused(() => gitWorkspaces({ directory: top, exclude: [] } as never), 'exclude')
    for (const share of [['..'], ['/etc'], ['a/../..'], ['.'], ['']])
      refused(() => gitWorkspaces({ directory: top, share }), 'share')
    const inside = copyWorkspaces({ directory: top, history: join(top, 'history') })
    await expect(inside.prepare('loop-1', null, signal)).rejects.toMatchObject({
      code: 'invalid_option',
      field: 'history',
    })
  })

  it('stop git with the signal, and leave no folder of what was under way', async () => {
    const top = temporaryDirectory()
    const directory = repositoryWith(join(top, 'work'), { 'a.txt': 'a' })
    const temporary = join(top, 'tmp')
    put(temporary, { inside: 'x' })
    vi.stubEnv('TMPDIR', join(directory, '.git'))
    await expect(over({ directory }).prepare('loop-1', null, signal)).rejects.toMatchObject({
      message: expect.stringContaining('set TMPDIR'),
    })
    vi.stubEnv('TMPDIR', temporary)
    const slow = join(top, 'git')
    writeFileSync(
      slow,
      `#!/bin/sh\ncase "$*" in *"worktree add"*) echo $$ > '${top}/pid'; exec sleep 60;; esac\nexec git "$@"\n`,
    )
    chmodSync(slow, 0o755)
    const workspaces = over({ directory, git: slow })
    await workspaces.prepare('loop-1', null, signal)
    const before = git(directory, 'worktree', 'list')
    const controller = new AbortController()
    const opening = workspaces.open('one', 'writing', controller.signal)
    await expect.poll(() => existsSync(join(top, 'pid')) && readFileSync(join(top, 'pid'), 'utf8')).toMatch(/\d\n/)
    controller.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
    expect(() => process.kill(Number(read(top, 'pid')), 0)).toThrow('ESRCH')
    expect(git(directory, 'worktree', 'list')).toBe(before)
    const homes = () => readdirSync(temporary).filter((name) => name !== 'inside')
    expect(homes().flatMap((home) => readdirSync(join(temporary, home)))).toEqual(['index', 'owner'])
    await workspaces.close()
    expect(homes()).toEqual([])
  })
})
