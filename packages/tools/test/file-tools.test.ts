import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Confirm, toolContext } from '@artoo/tools'
import { describe, expect, it, vi } from 'vitest'
import { call, onBehalf, toolsOver, workspace } from './workspace.js'

describe('glob', () => {
  const files = { 'b.ts': '12345', 'a.ts': '1', 'deep/c.ts': '123', '.hidden/d.ts': '', 'x.js': '' }

  it('lists paths in order, hidden files included, without node_modules and .git', async () => {
    const { glob } = workspace({ ...files, 'node_modules/p/e.ts': '', '.git/f.ts': '', 'deep/node_modules/g.ts': '' })
    expect(await call(glob, { pattern: '**/*.ts' })).toEqual({
      status: 'ok',
      output: '.hidden/d.ts\na.ts\nb.ts\ndeep/c.ts\n[4 files]',
      fullOutput: null,
      target: '**/*.ts',
      effect: 'read',
      code: null,
      confirmed: false,
      change: null,
    })
  })

  it('sorts by size, largest first, with the bytes after a tab', async () => {
    const { glob } = workspace(files)
    expect((await call(glob, { pattern: '**/*.ts', sort: 'size' })).output).toBe(
      'b.ts\t5\ndeep/c.ts\t3\na.ts\t1\n.hidden/d.ts\t0\n[4 files]',
    )
  })

  it('sorts by time of change, newest first, equal times by path', async () => {
    const { glob, root } = workspace({ 'a.ts': '', 'b.ts': '', 'c.ts': '' })
    utimesSync(join(root, 'a.ts'), 1000, 1000)
    utimesSync(join(root, 'b.ts'), 2000, 2000)
    utimesSync(join(root, 'c.ts'), 1000, 1000)
    expect((await call(glob, { pattern: '*.ts', sort: 'modified' })).output).toBe('b.ts\na.ts\nc.ts\n[3 files]')
  })

  it('says how many files there are when it lists fewer', async () => {
    const { glob } = workspace(files)
    expect((await call(glob, { pattern: '**/*.ts', limit: 2 })).output).toBe('.hidden/d.ts\na.ts\n[2 of 4 files shown]')
    expect((await call(glob, { pattern: '**/*.ts', limit: 4 })).output).toContain('\n[4 files]')
  })

  it('lists no more than there is room for, and says so', async () => {
    const names = Array.from({ length: 1100 }, (_, index) => `${`${index}`.padStart(4, '0')}${'x'.repeat(60)}`)
    const { glob } = workspace(Object.fromEntries(names.map((name) => [name, ''])))
    const lines = (await call(glob, { pattern: '*', limit: 1000 })).output.split('\n')
    expect(lines.at(-1)).toBe(`[${lines.length - 1} of 1,100 files shown]`)
    expect(lines.slice(0, -1)).toEqual(names.slice(0, lines.length - 1))
    expect(lines.length).toBeGreaterThan(450)
  })

  it('calls it an answer when nothing matches', async () => {
    const { glob } = workspace(files)
    expect(await call(glob, { pattern: '*.md' })).toMatchObject({ status: 'ok', output: 'no file matches *.md' })
  })

  it('follows no symbolic link out of the root', async () => {
    const { glob, root, top } = workspace(files)
    mkdirSync(join(top, 'secret'))
    writeFileSync(join(top, 'secret', 's.ts'), '')
    symlinkSync(join(top, 'secret'), join(root, 'link'))
    expect((await call(glob, { pattern: '**/s.ts' })).output).toBe('no file matches **/s.ts')
    expect(await call(glob, { pattern: 'link/*' })).toMatchObject({ status: 'error', code: 'path_outside_root' })
  })

  it.each(['../*', '/etc/*', 'deep/../../*', '{..,a}/*', '**/..', '(..|a)/*'])('refuses %s', async (pattern) => {
    const { glob } = workspace(files)
    expect(await call(glob, { pattern })).toMatchObject({ status: 'error', code: 'path_outside_root' })
  })

  it.each([{ limit: 0 }, { limit: 1001 }, { limit: 1.5 }, { sort: 'name' }, { pattern: '' }])(
    'refuses the input %j',
    async (change) => {
      const { glob } = workspace(files)
      expect(await call(glob, { pattern: '*', ...change })).toMatchObject({ code: 'invalid_input' })
    },
  )

  it('refuses an argument that it does not have, instead of searching somewhere else', async () => {
    const { glob } = workspace(files)
    for (const input of [{ path: 'deep', pattern: '*' }, { path: 'deep' }]) {
      expect(await call(glob, input)).toMatchObject({
        status: 'error',
        code: 'invalid_input',
        output: 'glob takes no argument "path"; there is pattern, sort, limit',
      })
    }
  })

  it('takes brace ranges and lists', async () => {
    const { glob } = workspace({ 'f1.ts': '', 'f2.ts': '', 'f3.ts': '' })
    expect((await call(glob, { pattern: 'f{1..2}.ts' })).output).toBe('f1.ts\nf2.ts\n[2 files]')
    expect((await call(glob, { pattern: '{f1,f3}.ts' })).output).toBe('f1.ts\nf3.ts\n[2 files]')
  })
})

describe('keys and credentials', () => {
  const secrets = [
    '.env',
    'sub/.env.local',
    '.npmrc',
    '.SSH/id_rsa',
    'id_ed25519',
    'x.pem',
    '.aws/credentials',
    '.netrc',
  ]

  it.each(secrets)('%s is shown only when confirmed', async (path) => {
    const { readFile } = workspace({ [path]: 'secret' })
    const outcome = await call(readFile, { path })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(outcome.output).not.toContain('secret')
    expect(await call(readFile, { path }, { confirm: () => true })).toMatchObject({
      output: expect.stringContaining('\tsecret\n'),
    })
  })

  it('are so behind a link, too', async () => {
    const { readFile, root } = workspace({ '.env': 'secret' })
    symlinkSync('.env', join(root, 'notes.txt'))
    expect(await call(readFile, { path: 'notes.txt' })).toMatchObject({ status: 'refused' })
  })

  it('are not what examples and other names hold', async () => {
    for (const path of ['.env.example', 'src/environ.ts', 'shadow', '.gitignore', 'env']) {
      expect(await call(workspace({ [path]: 'x' }).readFile, { path })).toMatchObject({ status: 'ok' })
    }
  })

  it('are listed by name only when confirmed', async () => {
    const { glob } = workspace({ '.ssh/id_rsa': '' })
    expect(await call(glob, { pattern: '.ssh/*' })).toMatchObject({ status: 'refused' })
    expect(await call(glob, { pattern: '.ssh/*' }, { confirm: () => true })).toMatchObject({
      output: '.ssh/id_rsa\n[1 file]',
    })
  })
})

it('a path has one name in all its spellings', async () => {
  const { readFile, writeFile, root } = workspace()
  for (const path of ['a/b.txt', './a//b.txt', 'x/../a/b.txt', 'a/b.txt/', join(root, 'a/b.txt')]) {
    expect(await writeFile.parse({ path, content: '' })).toEqual({ path: 'a/b.txt', content: '' })
    expect(readFile.target(await readFile.parse({ path }))).toBe('a/b.txt')
  }
  for (const path of ['../a.txt', join(root, '..', 'a.txt'), '..a.txt']) {
    expect((await readFile.parse({ path })).path).toBe(path)
  }
})

describe('write_file', () => {
  it('leaves nothing behind after an abort, no directory either', async () => {
    const { writeFile, root } = workspace()
    const context = toolContext({ signal: AbortSignal.abort(), confirmed: false, taskId: 't', context: undefined })
    await expect(writeFile.execute({ path: 'x/y/z.txt', content: 'é' }, context)).rejects.toThrow()
    expect(readdirSync(root)).toEqual([])
  })

  it('creates a file and the directories above it unasked', async () => {
    const { writeFile, root } = workspace()
    expect(await call(writeFile, { path: 'x/y/z.txt', content: 'é' })).toEqual({
      status: 'ok',
      output: 'created x/y/z.txt (2 bytes)',
      fullOutput: null,
      target: 'x/y/z.txt',
      effect: 'repeatable',
      code: null,
      confirmed: false,
      change: { bytesBefore: 0, bytesAfter: 2, diff: expect.stringContaining('+é') },
    })
    expect(readFileSync(join(root, 'x/y/z.txt'), 'utf8')).toBe('é')
  })

  it('asks before it overwrites, and leaves the file alone when refused', async () => {
    const { readFile, writeFile, root } = workspace({ 'a.txt': 'old' })
    await call(readFile, { path: 'a.txt' })
    const outcome = await call(writeFile, { path: 'a.txt', content: 'new' })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(outcome.output).toMatch(/^\[LAW1\] refused: write_file would overwrite a\.txt/)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old')
  })

  it('replaces a confirmed file in one step, keeps its mode and leaves nothing beside it', async () => {
    const { readFile, writeFile, root } = workspace({ 'a.sh': 'old\n' })
    chmodSync(join(root, 'a.sh'), 0o750)
    await call(readFile, { path: 'a.sh' })
    const outcome = await call(writeFile, { path: 'a.sh', content: 'new\n' }, { confirm: () => true })
    const diff = '--- a.sh\n+++ a.sh\n@@ -1,1 +1,1 @@\n-old\n+new'
    expect(outcome).toMatchObject({ status: 'ok', output: `overwrote a.sh (4 bytes)\n${diff}` })
    expect(readFileSync(join(root, 'a.sh'), 'utf8')).toBe('new\n')
    expect(statSync(join(root, 'a.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(root)).toEqual(['a.sh'])
  })

  it('refuses when the file appears between the check and the write', async () => {
    const { writeFile, root } = workspace()
    const context = toolContext({ ...onBehalf, signal: new AbortController().signal, confirmed: false })
    const input = { path: 'a.txt', content: 'new' }
    expect(await writeFile.effect(input, context)).toMatchObject({ kind: 'repeatable' })
    writeFileSync(join(root, 'a.txt'), 'theirs')
    await expect(writeFile.execute(input, context)).rejects.toMatchObject({ code: 'law1_refused' })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('theirs')
  })

  it.each([
    ...['.git/config', 'sub/.git/hooks/pre-commit', '.GIT/config', '.gitconfig', '.gitattributes', 'sub/.gitmodules'],
    ...['.config/git/config', 'git/config', 'git/attributes', 'planted/HEAD', '.husky/pre-commit', '.Husky/_/husky.sh'],
    ...['.bashrc', '.profile', '.bash_profile', '.zshenv', '.envrc', '.env', '.env.local', '.inputrc', '.ssh/config'],
    ...['.ssh/authorized_keys', 'authorized_keys', '.npmrc', 'sub/.NPMRC', '.yarnrc.yml', '.yarn/releases/yarn.cjs'],
    ...['node_modules/x/index.js', '.pnpmfile.cjs', '.cargo/config.toml', 'rust-toolchain.toml', '.mvn/jvm.config'],
    ...[
      '.github/workflows/ci.yml',
      '.GitHub/Workflows/ci.yml',
      '.gitlab-ci.yml',
      '.circleci/config.yml',
      'Jenkinsfile',
    ],
    ...['.vscode/tasks.json', '.devcontainer/devcontainer.json', '.vimrc', '.exrc', '.dir-locals.el', '.idea/x.xml'],
    ...[
      'sitecustomize.py',
      'lib/x.pth',
      '.pre-commit-config.yaml',
      'lefthook.yml',
      '.mcp.json',
      '.claude/settings.json',
    ],
    ...['x.desktop', '.htaccess', 'crontab', '.gitattributes.', '.git\u200cattributes', '.gitattributes:x', '.bashrc '],
  ])('asks before it creates %j', async (path) => {
    const { writeFile, root } = workspace()
    const outcome = await call(writeFile, { path, content: '' })
    expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(outcome.output).toContain('without being told')
    expect(existsSync(join(root, path))).toBe(false)
    expect(await call(writeFile, { path, content: '' }, { confirm: () => true })).toMatchObject({ status: 'ok' })
  })

  it('asks by where a link leads', async () => {
    const { writeFile, root } = workspace({ '.husky/a': '' })
    symlinkSync('.husky', join(root, 'docs'))
    expect(await call(writeFile, { path: 'docs/pre-commit', content: '' })).toMatchObject({ status: 'refused' })
  })

  it.each(['Makefile', 'package.json', 'vite.config.ts', 'conftest.py', '.prettierrc'])(
    'asks before it creates %s, which defines what a command does',
    async (path) => {
      const outcome = await call(workspace().writeFile, { path, content: '' })
      expect(outcome).toMatchObject({ status: 'refused', code: 'law1_refused' })
      expect(outcome.output).toContain('obeys such a file')
    },
  )

  it.each([
    ...['.gitignore', '.editorconfig', '.env.example', 'src/head.ts', 'src/hooks/use-x.ts', 'profile'],
    ...['docs/bashrc.md', '.github/README.md', 'Dockerfile'],
  ])('creates %s unasked', async (path) => {
    expect(await call(workspace().writeFile, { path, content: '' })).toMatchObject({ status: 'ok' })
  })

  const effect = async (before: string, content: string) => {
    const { writeFile } = workspace()
    const signal = new AbortController().signal
    // What a run wrote itself it may overwrite.
    await call(writeFile, { path: 'a.txt', content: before })
    const found = await writeFile.effect({ path: 'a.txt', content }, { ...onBehalf, signal })
    if (found.kind !== 'irreversible' || !found.change) throw new Error('not an overwrite')
    return found.change
  }

  it('shows what an overwrite would change', async () => {
    expect(await effect('one\ntwo\nthrée\n', 'one\n2\nthrée\n')).toEqual({
      bytesBefore: 15,
      bytesAfter: 13,
      diff: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n thrée\n',
    })
  })

  it('shows at most 16 KB of a change', async () => {
    const lines = (word: string) => `${word} é ${'word '.repeat(5)}\n`.repeat(400)
    const { diff } = await effect(lines('old'), lines('new'))
    expect(diff).toMatch(/^--- a\.txt\n\+\+\+ a\.txt\n@@ -1,400 \+1,400 @@\n-old é word/)
    expect(diff).toContain('bytes left out')
    expect(Buffer.byteLength(diff ?? '')).toBeLessThanOrEqual(16_384)
  })

  it.each<[string, string, string]>([
    ['what is there is too large', 'x'.repeat(262_145), 'y'],
    ['what would be there is too large', 'x', 'y'.repeat(262_145)],
    ['what is there is binary', 'x\0', 'y'],
    ['what would be there is binary', 'x', 'y\0'],
    ['too much differs', 'a\n'.repeat(100_000), 'b\n'.repeat(100_000)],
  ])('gives only the sizes when %s', async (_case, before, content) => {
    expect(await effect(before, content)).toEqual({
      bytesBefore: Buffer.byteLength(before),
      bytesAfter: Buffer.byteLength(content),
      diff: null,
    })
  })

  it('neither replaces a named pipe nor waits at it', async () => {
    const { editFile, writeFile, root } = workspace()
    spawnSync('mkfifo', [join(root, 'pipe')])
    const confirm = vi.fn<Confirm>(() => true)
    for (const outcome of [
      await call(writeFile, { path: 'pipe', content: 'x' }, { confirm }),
      await call(editFile, { path: 'pipe', append: true, newText: 'x' }, { confirm }),
    ]) {
      expect(outcome).toMatchObject({ code: 'path_not_a_file' })
    }
    expect(confirm).not.toHaveBeenCalled()
  })

  it('asks nobody about a call that can only fail', async () => {
    const { writeFile } = workspace({ 'sub/.git/a.txt': '' })
    const confirm = vi.fn<Confirm>(() => true)
    for (const path of ['sub', 'sub/.git']) {
      expect(await call(writeFile, { path, content: '' }, { confirm })).toMatchObject({ code: 'path_is_directory' })
    }
    expect(confirm).not.toHaveBeenCalled()
  })

  it('tells what is wrong', async () => {
    const { writeFile } = workspace({ 'a.txt': '', 'sub/b.txt': '' })
    const confirm = () => true
    const cases = [
      ['sub', 'path_is_directory'],
      ['.', 'path_is_directory'],
      ['a.txt/b/c', 'path_not_found'],
      ['a.txt/b', 'path_not_found'],
      ['x'.repeat(300), 'path_invalid'],
    ] as const
    for (const [path, code] of cases) {
      expect(await call(writeFile, { path, content: '' }, { confirm })).toMatchObject({ status: 'error', code })
    }
  })
})

describe('confinement to the root', () => {
  const escapes = ['../out.txt', '/etc/hostname', 'sub/../../out.txt', 'link/out.txt', 'dangling', 'linked.txt', 'a\0b']

  it.each(escapes)('refuses %j', async (path) => {
    const { readFile, writeFile, root, top } = workspace({ 'sub/a.txt': '' })
    writeFileSync(join(top, 'out.txt'), 'secret')
    symlinkSync(top, join(root, 'link'))
    symlinkSync(join(top, 'nowhere'), join(root, 'dangling'))
    symlinkSync(join(top, 'out.txt'), join(root, 'linked.txt'))
    const confirm = () => true
    for (const outcome of [
      await call(readFile, { path }),
      await call(writeFile, { path, content: 'gone' }, { confirm }),
      await call(writeFile, { path, content: 'gone' }),
    ]) {
      expect(outcome).toMatchObject({ status: 'error', code: 'path_outside_root' })
    }
    expect(readFileSync(join(top, 'out.txt'), 'utf8')).toBe('secret')
    expect(existsSync(join(top, 'nowhere'))).toBe(false)
  })

  it('follows links that stay inside, and a root that is itself a link', async () => {
    const { root, top } = workspace({ 'sub/a.txt': 'hello' })
    symlinkSync('sub', join(root, 'inner'))
    symlinkSync(root, join(top, 'alias'))
    const { readFile } = toolsOver(join(top, 'alias'))
    expect(await call(readFile, { path: 'inner/a.txt' })).toMatchObject({
      output: expect.stringContaining('\thello\n'),
    })
    expect(await call(readFile, { path: join(top, 'alias/sub/a.txt') })).toMatchObject({
      output: expect.stringContaining('\thello\n'),
    })
  })

  it('takes names that only look like a way out', async () => {
    const { readFile } = workspace({ '..a': 'x', '...': 'y' })
    expect(await call(readFile, { path: '..a' })).toMatchObject({ output: expect.stringContaining('\tx\n') })
    expect(await call(readFile, { path: '...' })).toMatchObject({ output: expect.stringContaining('\ty\n') })
  })
})
