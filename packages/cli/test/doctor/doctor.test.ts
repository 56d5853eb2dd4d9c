import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArtoo } from '@artoo/sdk'
import { fileJournal, openMemory, stateFolder } from '@artoo/sdk/node'
import { scriptedModel } from '@artoo/sdk/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { doctorWith } from '../../src/doctor/doctor.js'
import { gatherFacts } from '../../src/doctor/gather-facts.js'
import { installLine, placeOf } from '../../src/doctor/install-line.js'
import { keptFacts } from '../../src/doctor/kept-facts.js'
import { installerIn } from '../../src/doctor/run-program.js'
import { terminalFacts } from '../../src/doctor/terminal-facts.js'
import { fakeCall } from './call.js'
import { healthy, settings } from './facts.js'

function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-doctor-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A root whose state folder goes when the test ends. */
function emptyRoot(): string {
  const root = emptyFolder()
  const state = stateFolder({ root })
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  return root
}

const doctor = async (facts: Partial<typeof healthy>, given: Parameters<typeof fakeCall>[0] = {}) => {
  const { call, printed } = fakeCall(given)
  const code = await doctorWith(
    async () => settings,
    async () => ({ ...healthy, ...facts }),
  )(call)
  return { code, ...printed }
}

test('one line is printed for each check, with what mends it', async () => {
  const { code, out } = await doctor({ git: null })
  expect(code).toBe(0)
  expect(out.split('\n')).toContain(
    'warning   git                not installed: what commands change can’t be taken back → sudo apt-get install git',
  )
  expect(out.split('\n').length).toBe(12)
})

test('something that stops a task gives 1', async () => {
  expect(await doctor({ node: '18.0.0' })).toMatchObject({ code: 1 })
})

test('--json prints one array', async () => {
  const { out } = await doctor({ node: '18.0.0' }, { flags: { json: true } })
  expect(JSON.parse(out)[0]).toEqual({
    ...{ name: 'node', state: 'missing', mend: null },
    text: '18.0.0 is too old: install Node 20.19 or later, from https://nodejs.org',
  })
})

test('the facts are those of this machine', async () => {
  const root = emptyRoot()
  const { call } = fakeCall({ cwd: root, env: { PATH: process.env.PATH } })
  const facts = await gatherFacts(call, async () => ({ ...settings, root }))
  expect(facts).toMatchObject({ node: process.versions.node, release: '0.1.0', place: 'project', memory: null })
  expect(facts.sandbox).not.toBeNull()
  expect(facts.packages).toContainEqual({ name: '@artoo/mcp', version: '0.1.0' })
  expect(facts.state).toMatchObject({ path: stateFolder({ root }), isWritable: true, isInsideRoot: false })
})

test('settings that can not be read are a fact, and the rest is looked at', async () => {
  const root = emptyRoot()
  vi.stubEnv('PATH', '') // no sandbox is tried out
  onTestFinished(() => void vi.unstubAllEnvs())
  const { call } = fakeCall({ cwd: root })
  const facts = await gatherFacts(call, () => Promise.reject(new Error('no')))
  expect(facts).toMatchObject({
    settings: { problem: 'no', mend: null },
    state: { path: stateFolder({ root }) },
  })
})

const { signal } = new AbortController()

test('tasks are counted by state, and the size is that of all files', async () => {
  const root = emptyRoot()
  const artoo = createArtoo({
    model: scriptedModel({ text: [{ text: 'a' }] }),
    journal: fileJournal({ root }),
    depth: 'direct',
  })
  await artoo.run('a')
  await artoo.close()
  mkdirSync(join(stateFolder({ root }), 'deep', 'er'), { recursive: true })
  writeFileSync(join(stateFolder({ root }), 'deep', 'er', 'file'), 'x'.repeat(50_000))
  const { journal, state } = await keptFacts(root, signal)
  expect(journal).toEqual({ ended: 1 })
  expect(state).toMatchObject({ bytes: expect.toSatisfy((bytes: number) => bytes > 50_000 && bytes < 100_000) })
})

test('a memory that is open is named with its holder, one that is free stays free', async () => {
  const root = emptyRoot()
  const memory = await openMemory({ root })
  const held = await keptFacts(root, signal)
  await memory.close()
  const free = await keptFacts(root, signal)
  expect(held.memory?.problem).toContain(`process ${process.pid}`)
  expect(free.memory).toBeNull()
})

test('damaged rules are a problem', async () => {
  const root = emptyRoot()
  writeFileSync(join(stateFolder({ root }), 'rules.json'), '{')
  expect((await keptFacts(root, signal)).keptRules).toMatchObject({ problem: expect.stringContaining('rules.json') })
})

test('a look that is aborted ends', async () => {
  await expect(keptFacts(emptyRoot(), AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
})

test.each([
  [{ LANG: 'en_US.UTF-8' }, { isUtf8: true, hasColours: true, isDumb: false }],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, { isUtf8: process.platform === 'win32' }],
  [
    { LC_CTYPE: 'de_DE.utf8', NO_COLOR: '1' },
    { isUtf8: true, hasColours: false },
  ],
  [{ TERM: 'dumb' }, { isDumb: true, hasColours: false, tmux: null }],
])('the terminal of %j', async (env, expected) => {
  expect(await terminalFacts(fakeCall({ env }).call)).toMatchObject({ isTerminal: false, columns: null, ...expected })
})

test.skipIf(process.platform === 'win32')('tmux is asked for its options, and may be silent', async () => {
  const folder = emptyFolder()
  const look = () =>
    terminalFacts(fakeCall({ env: { TMUX: '/tmp/tmux-0/default,1,0', PATH: folder }, cwd: folder }).call)
  expect((await look()).tmux).toEqual({ extendedKeys: null, escapeMs: null })
  writeFileSync(join(folder, 'tmux'), '#!/bin/sh\n[ "$3" = escape-time ] && echo 500 || echo off\n')
  chmodSync(join(folder, 'tmux'), 0o755)
  expect((await look()).tmux).toEqual({ extendedKeys: 'off', escapeMs: 500 })
})

test.skipIf(process.platform === 'win32')('the installer is the first that is there', () => {
  const folder = emptyFolder()
  expect(installerIn(`${folder}:relative`)).toBeNull()
  writeFileSync(join(folder, 'dnf'), '', { mode: 0o755 })
  expect(installerIn(`/nowhere:${folder}`)).toBe('sudo dnf install')
})

test.skipIf(process.platform === 'win32').each([
  ['/home/a/app/node_modules/@artoo/cli', '/home/a/app/src', 'npm install @artoo/mcp@1.2.3'],
  ['/usr/lib/node_modules/@artoo/cli', '/home/a/app', 'npm install -g @artoo/mcp@1.2.3'],
  ['/home/a/.npm/_npx/1f/node_modules/@artoo/cli', '/home/a', 'npx -p @artoo/cli@1.2.3 -p @artoo/mcp@1.2.3 artoo'],
  ['/src/artoo/packages/cli', '/home/a', 'npm install @artoo/mcp@1.2.3'],
])('of %s in %s a package is installed by %s', (folder, cwd, line) => {
  expect(installLine('@artoo/mcp', { place: placeOf(folder, cwd), release: '1.2.3' })).toBe(line)
})
