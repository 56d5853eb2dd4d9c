import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { changedFiles, definingFiles, pathMatcher, pinCommand, pinFiles, whyLandingAsks } from '@artoo/tools/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const { signal } = new AbortController()
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'artoo-pins-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const npmTest = ['npm', 'test']
const own = { name: 'shop', scripts: { test: 'node test/run.js', start: 'node src/main.js' } }

describe('pinned files', () => {
  it.each([
    ['changed', () => put({ 'test/a.js': 'b' }), ['test/a.js']],
    ['gone', () => rmSync(join(root, 'test/a.js')), ['test/a.js']],
    ['new', () => put({ 'test/deep/setup': '' }), ['test/deep/setup']],
    ['of another name than before', () => renameSync(join(root, 'test'), join(root, 'Test')), ['test/a.js']],
    ['what it was', () => put({ 'test/a.js': 'a', 'src/b.js': 'b' }), []],
  ])('are told when one is %s', async (_, change, told) => {
    put({ 'test/a.js': 'a', 'src/b.js': '' })
    const pins = await pinFiles(root, ['test/**'], { signal })
    change()
    expect(await changedFiles(root, JSON.parse(JSON.stringify(pins)), signal)).toEqual(told)
  })

  it('are told when a link leads elsewhere, or stands where a file was', async () => {
    put({ 'a.txt': 'a', 'b.txt': 'a', 'deep/c.txt': 'c' })
    symlinkSync('a.txt', join(root, 'link'))
    const pins = await pinFiles(root, ['link', 'a.txt', 'deep'], { signal })
    rmSync(join(root, 'link'))
    symlinkSync('b.txt', join(root, 'link'))
    rmSync(join(root, 'a.txt'))
    symlinkSync('b.txt', join(root, 'a.txt'))
    renameSync(join(root, 'deep'), join(root, 'other'))
    symlinkSync('other', join(root, 'deep'))
    expect(await changedFiles(root, pins, signal)).toEqual(['a.txt', 'deep', 'deep/c.txt', 'link'])
  })

  it('are found by their very name before a glob, inside the folder only', async () => {
    put({ 'app/[id]/page+(x).ts': 'p', 'app/i/page.ts': '' })
    const { files } = await pinFiles(root, ['app/[id]/page+(x).ts', 'none/**'], { signal })
    expect(Object.keys(files)).toEqual(['app/[id]/page+(x).ts'])
    await expect(pinFiles(root, ['../x'], { signal })).rejects.toMatchObject({ code: 'path_outside_root' })
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(pinFiles(root, ['**'], { signal: aborted })).rejects.toThrow('enough')
  })
})

describe('what defines a command', () => {
  it.each([
    ['its script', { 'package.json': { ...own, scripts: { ...own.scripts, test: 'true' } } }, ['package.json']],
    ['a hook before it', { 'package.json': { ...own, scripts: { ...own.scripts, pretest: 'x' } } }, ['package.json']],
    ['the configuration of a runner in package.json', { 'package.json': { ...own, jest: {} } }, ['package.json']],
    ['a file that its script runs', { 'test/run.js': 'process.exit(0)' }, ['test/run.js']],
    ['the shell of the package manager', { '.npmrc': 'script-shell=/bin/true' }, ['.npmrc']],
    ['the same in other letters', { '.NPMRC': 'script-shell=/bin/true' }, ['.NPMRC']],
    ['the configuration of a runner', { 'vitest.config.ts': '' }, ['vitest.config.ts']],
    ['the configuration of a part', { 'packages/a/jest.config.js': '' }, ['packages/a/jest.config.js']],
    ['the lock file', { 'package-lock.json': '{"a":1}' }, ['package-lock.json']],
    [
      'a dependency that is a folder',
      { 'package.json': { ...own, devDependencies: { mocha: 'file:./fake' } } },
      ['package.json'],
    ],
    ['no dependency by a range', { 'package.json': { ...own, dependencies: { zod: '^4.2.0' } } }, []],
    ['no version of its own', { 'package.json': { version: '2.0.0', ...own } }, []],
    ['no file that another script runs', { 'src/main.js': 'changed' }, []],
    ['no source', { 'src/new.js': 'new' }, []],
    ['nothing that is installed or built', { 'node_modules/a/package.json': {}, 'dist/package.json': {} }, []],
  ])('is %s', async (_, change, told) => {
    put({ 'package.json': own, 'package-lock.json': '{}', 'test/run.js': '', 'src/main.js': '' })
    const pins = await pinCommand(root, npmTest, { signal })
    put(change)
    expect(await changedFiles(root, pins, signal)).toEqual(told)
  })

  it('may be a part of the work, but for the scripts of a package.json that was there', async () => {
    put({ 'package.json': own, 'check.sh': 'false' })
    const except = ['package.json', 'packages/new', 'check.sh', 'vitest.config.ts']
    const pins = await pinCommand(root, npmTest, { except, signal })
    const script = await pinCommand(root, ['sh', 'check.sh'], { except, signal })
    put({ 'packages/new/package.json': {}, 'vitest.config.ts': '', 'check.sh': 'true' })
    expect(await changedFiles(root, pins, signal)).toEqual([])
    expect(await changedFiles(root, script, signal)).toEqual([])
    put({ 'package.json': { ...own, scripts: { test: 'true' } }, 'jest.config.js': '' })
    expect(await changedFiles(root, pins, signal)).toEqual(['jest.config.js', 'package.json'])
  })

  it.each([
    [npmTest, 'package.json'],
    [['make', 'test'], 'Makefile'],
    [['node', 'hello.js'], 'hello.js'],
    [['./check'], 'check'],
  ])('of %j is what will be made of it while there is none', async (argv, path) => {
    const pins = await pinCommand(root, argv, { signal })
    put({ [path]: '{}', '.npmrc': '' })
    expect(await changedFiles(root, pins, signal)).toEqual([])
    const standing = await pinCommand(root, argv, { signal })
    put({ [path]: '{"scripts":{}}' })
    expect(await changedFiles(root, standing, signal)).toEqual([path])
  })

  it.each([
    [['env', 'CI=1', 'timeout', '60', 'npm', 'test'], 'package.json'],
    [['sh', '-c', 'cd a && npm test'], 'packages/a/package.json'],
    [['npx', 'vitest', 'run'], 'vitest.config.ts'],
    [['npx', 'prettier', '--check', '.'], '.prettierrc'],
    [['npx', 'mocha', '--config', 'config/mocha.json'], 'config/mocha.json'],
    [['/usr/bin/node', '--test'], 'package.json'],
    [['node', '--import', './setup.mjs', 'check.js'], 'setup.mjs'],
    [['node', '--env-file=.env.test', 'check.js'], '.env.test'],
    [['yarn', 'test'], 'sub/.yarn/releases/yarn-4.cjs'],
    [['pytest', '-q'], 'conftest.py'],
    [['python3', '-m', 'pytest'], 'pytest.py'],
    [['python3', '-m', 'pytest'], 'pyproject.toml'],
    [['make', '-f', 'ci/test.mk'], 'ci/test.mk'],
    [['bash', 'scripts/ci.sh'], 'scripts/ci.sh'],
    [['sh', '-c', './ci.sh && ./more.sh'], 'more.sh'],
    [['cargo', 'test'], 'crates/a/build.rs'],
    [['./gradlew', 'test'], 'settings.gradle.kts'],
  ])('of %j is %s among others', (argv, path) => {
    const { globs } = definingFiles(argv)
    expect(globs.some((glob) => pathMatcher(glob)(path))).toBe(true)
  })

  it('follows the scripts that a script runs, and no others', () => {
    const scripts = {
      ...{ test: 'run-s lint test:*', 'test:unit': 'node unit.js', prelint: 'sh lint.sh', lint: 'eslint .' },
      start: 'node main.js',
    }
    expect(definingFiles(npmTest, scripts).globs.slice(1)).toEqual(['unit.js', 'lint.sh'])
  })

  it.each([[['grep', '-q', 'npm', 'package.json']], [['ls']], [['touch', 'b.txt']], [['mkdir', '-p', 'a.d']]])(
    'is nothing for %j',
    (argv) => {
      expect(definingFiles(argv)).toEqual({ globs: [], needs: [] })
    },
  )
})

describe('landing', () => {
  it.each([
    ['.husky/pre-commit', 'obeyed by git'],
    ['AGENTS.md', 'obeyed by an agent'],
    ['docs/Claude.MD', 'obeyed by an agent'],
    ['artoo.config.ts', 'obeyed by an agent'],
    ['.vscode/tasks.json', 'obeyed by an editor'],
    ['.envrc', 'obeyed by a shell'],
    ['.npmrc', 'obeyed by a package manager'],
    ['Package.json', 'defines the agreed command npm test'],
    ['packages/a/package.json', 'defines the agreed command npm test'],
    ['Makefile', 'defines commands of make'],
    ['api/pyproject.toml', 'defines commands of pytest'],
    ['src/package.ts', null],
    ['docs/agents.txt', null],
  ])('of %s: %s', (path, why) => {
    const pins = { ...definingFiles(npmTest), except: [], skip: [], files: {} }
    expect(whyLandingAsks(path, [{ argv: npmTest, pins }])).toBe(why)
  })
})
