import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { initWith } from '../../src/init/init.js'
import { type Install, installPackages, managerIn } from '../../src/init/install-packages.js'
import { packagesOf, projectName } from '../../src/init/project-files.js'
import { providerFor, providerRange, providers } from '../../src/init/provider.js'
import { fakeCall } from '../doctor/call.js'

const all = [
  '.gitignore',
  'AGENTS.md',
  'artoo.config.ts',
  'main.test.ts',
  'main.ts',
  'package.json',
  'tools.ts',
  'tsconfig.json',
]

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function init(given: Parameters<typeof fakeCall>[0], problem: string | null = null) {
  const installed: Parameters<Install>[0][] = []
  const { call, printed } = fakeCall(given)
  const code = await initWith(async (order) => {
    installed.push(order)
    return problem
  })(call)
  return { code, ...printed, installed }
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const manifest = (path: string) => JSON.parse(read(import.meta.dirname, '../../../..', path, 'package.json'))

test('an empty folder becomes a project, and the next two commands are printed', async () => {
  const cwd = emptyFolder()
  const { code, out, err, installed } = await init({ words: ['My Agent'], cwd })
  const folder = join(cwd, 'My Agent')
  expect([code, err]).toEqual([0, ''])
  expect(readdirSync(folder).sort()).toEqual(all)
  expect(installed).toMatchObject([{ folder, manager: 'npm' }])
  expect(JSON.parse(read(folder, 'package.json'))).toMatchObject({ name: 'my-agent', type: 'module' })
  expect(out.split('\nNext:\n')[1]).toBe(
    `  export OPENAI_API_KEY=…\n  cd 'My Agent' && npm start -- "How many words are in AGENTS.md?"\n  npx artoo "Add a tool that counts lines, with a test"\n`,
  )
})

test('the current folder is the default, and a key that is set is not asked for', async () => {
  const cwd = emptyFolder()
  const { out } = await init({ cwd, env: { OPENAI_API_KEY: 'k', npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v20' } })
  expect(readdirSync(cwd).sort()).toEqual(all)
  expect(out).toContain('Next:\n  pnpm start "')
})

test('a second time nothing is written', async () => {
  const cwd = emptyFolder()
  await init({ cwd })
  const before = all.map((name) => read(cwd, name))
  const { code, err, installed } = await init({ cwd, flags: { model: 'google/gemini-2.5-pro', force: true } })
  expect(code).toBe(1)
  expect(err).toContain('has artoo.config.ts, main.test.ts, main.ts, tools.ts already: nothing was written')
  expect(all.map((name) => read(cwd, name))).toEqual(before)
  expect(installed).toEqual([])
})

test('one file of its own that is there, a dangling link even, keeps everything from being written', async () => {
  const cwd = emptyFolder()
  symlinkSync('/nowhere', join(cwd, 'tools.ts'))
  expect(await init({ cwd })).toMatchObject({ code: 1 })
  expect(readdirSync(cwd)).toEqual(['tools.ts'])
})

test('a package that is there keeps its files, and learns what to install', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'package.json'), '{"name":"shop"}')
  writeFileSync(join(cwd, 'AGENTS.md'), 'be kind')
  const { code, out, installed } = await init({ cwd, env: { OPENAI_API_KEY: 'k' } })
  expect([code, installed]).toEqual([0, []])
  expect([read(cwd, 'package.json'), read(cwd, 'AGENTS.md')]).toEqual(['{"name":"shop"}', 'be kind'])
  expect(out).toContain('Left as they are: AGENTS.md, package.json')
  expect(out).toMatch(
    /npm install @ai-sdk\/openai@\S+ @artoo\/cli@\S+ @artoo\/sdk@\S+ jiti@\S+ zod@\S+\n {2}npx artoo "/,
  )
})

test('packages that can not be installed are said, with what to do', async () => {
  const { code, err } = await init({ cwd: emptyFolder(), words: ['a'] }, 'no \u001b[31mnetwork\u202e')
  expect(code).toBe(1)
  expect(err).toBe('no [31mnetwork\nartoo init: the files are there, the packages are not: cd a && npm install\n')
})

test.each([
  ['a model that it does not know', { flags: { model: 'acme/one' } }, 2, 'openai/gpt-5-mini, anthropic/'],
  ['a model that is code', { flags: { model: "openai/x')" } }, 2, '--model takes one of'],
])('%s: wrong use', async (_, given, code, text) => {
  const cwd = emptyFolder()
  const result = await init({ cwd, ...given })
  expect(result).toMatchObject({ code, err: expect.stringContaining(text) })
  expect(readdirSync(cwd)).toEqual([])
})

test('a folder that is a file is an error', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'a'), '')
  expect(await init({ cwd, words: ['a'] })).toMatchObject({ code: 1, err: expect.stringContaining('ENOTDIR') })
})

test('the provider is that of --model, or of the key that is set', async () => {
  const cwd = emptyFolder()
  await init({ cwd, flags: { model: 'anthropic/claude-opus-4-1' } })
  expect(read(cwd, 'main.ts')).toContain("import { anthropic } from '@ai-sdk/anthropic'")
  expect(read(cwd, 'main.ts')).toContain(" : anthropic('claude-opus-4-1')")
  expect(read(cwd, 'artoo.config.ts')).toContain("model: 'anthropic/claude-opus-4-1'")
  expect(read(cwd, 'AGENTS.md')).toContain('ANTHROPIC_API_KEY')
  const texts = all.map((name) => read(cwd, name).replaceAll('OPENAI_BASE_URL', ''))
  expect(texts.join()).not.toMatch(/openai|gpt/i)
  expect(providerFor(undefined, { GOOGLE_GENERATIVE_AI_API_KEY: 'k' })?.name).toBe('google')
  expect(providerFor(undefined, { GOOGLE_GENERATIVE_AI_API_KEY: 'k', OPENAI_API_KEY: 'k' })?.name).toBe('openai')
  expect(providerFor(undefined, {})?.name).toBe('openai')
})

test('versions are those of the packages that run', () => {
  const [root, cli, sdk] = ['', 'packages/cli', 'packages/sdk'].map(manifest)
  const { dependencies, devDependencies } = packagesOf(providers[0])
  expect(dependencies).toMatchObject({
    ...{ '@artoo/cli': cli.version, '@artoo/sdk': sdk.version },
    ...{ jiti: cli.dependencies.jiti, zod: sdk.dependencies.zod },
  })
  const major = (range: string) => /\d+/.exec(range)?.[0]
  for (const name of Object.keys(devDependencies)) expect(root.devDependencies).toHaveProperty([name])
  for (const provider of providers) expect(major(root.devDependencies[provider.package])).toBe(major(providerRange))
})

test.each([
  ['/home/me/My Agent', 'my-agent'],
  ['/srv/.hidden', 'hidden'],
  ['/srv/Größe_2', 'gr-e_2'],
  ['/', 'my-agent'],
  ['/srv/@@', 'my-agent'],
])('the folder %s gives the name %s', (folder, name) => {
  expect(projectName(folder)).toBe(name)
})

test.each([
  ['npm/10.8.2 node/v20.20.2 linux x64', 'npm'],
  ['yarn/4.5.0 npm/? node/v20', 'yarn'],
  ['bun/1.2.0 npm/? node/v22', 'bun'],
  ['; rm -rf / #pnpm/1', 'npm'],
  ['', 'npm'],
])('of the agent %j the package manager is %s', (agent, manager) => {
  expect(managerIn({ npm_config_user_agent: agent })).toBe(manager)
})

test.skipIf(process.platform === 'win32')('an installation ends with what was printed last, or null', async () => {
  const folder = emptyFolder()
  const manager = join(folder, 'manager')
  const { signal } = new AbortController()
  const run = async (script: string, given: AbortSignal = signal) => {
    writeFileSync(manager, `#!/bin/sh\n${script}\n`)
    chmodSync(manager, 0o755)
    mkdirSync(join(folder, 'in'), { recursive: true })
    return installPackages({ folder: join(folder, 'in'), manager, signal: given })
  }
  expect(await run('[ "$1" = install ] && touch here')).toBeNull()
  expect(readdirSync(join(folder, 'in'))).toEqual(['here'])
  expect(await run('echo out; echo wrong >&2; exit 3')).toMatch(/wrong/)
  expect(await run('exit 3')).toMatch(/ended with 3/)
  expect(await run('exec sleep 60', AbortSignal.timeout(50))).toMatch(/abort/i)
  expect(await installPackages({ folder, manager: join(folder, 'missing'), signal })).toMatch(/ENOENT/)
})
