import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateFolder } from '@artoo/sdk/node'
import { expect, onTestFinished, test } from 'vitest'
import { isProblem } from '../../src/doctor/problem.js'
import { readSettings } from '../../src/doctor/read-settings.js'
import { initWith } from '../../src/init/init.js'
import { fakeCall } from './call.js'

/** A home with a project in it. */
function place() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-settings-')))
  const root = join(home, 'project')
  mkdirSync(join(root, '.git'), { recursive: true })
  const state = stateFolder({ root })
  onTestFinished(() => {
    for (const folder of [home, state]) rmSync(folder, { recursive: true, force: true })
  })
  return { home, root }
}

const read = (root: string, env: Record<string, string>, flags: Parameters<typeof fakeCall>[0] = {}) =>
  readSettings(fakeCall({ cwd: root, env, ...flags }).call)

test('a project as init makes it is trusted, and names model and rules', async () => {
  const { home, root } = place()
  const env = { HOME: home, OPENAI_API_KEY: 'k' }
  const install = async () => {
    symlinkSync(join(import.meta.dirname, '../../../../node_modules'), join(root, 'node_modules'))
    return null
  }
  expect(await initWith(install)(fakeCall({ cwd: root, env }).call)).toBe(0)
  const settings = await read(root, env)
  const path = join(root, 'artoo.config.ts')
  expect(settings).toMatchObject({ root, files: [path], ignored: [] })
  expect(settings.models).toMatchObject([{ from: path, key: 'OPENAI_API_KEY' }])
  expect(settings.permissions).toEqual({
    ...{ allow: ['shell: npm test'], ask: [], deny: ['shell: git push'] },
    mode: undefined,
  })
})

test('files that came with a repository are named with the way out, and flags count', async () => {
  const { home, root } = place()
  writeFileSync(join(root, 'artoo.config.json'), '{"permissions":{"mode":"edits"}}')
  const flags = { model: 'anthropic/claude-sonnet-4-5', mode: 'plan', allow: ['shell: make'] }
  const settings = await read(root, { HOME: home, ANTHROPIC_API_KEY: 'k' }, { flags })
  expect(settings.files).toEqual([])
  expect(settings.ignored).toEqual([expect.stringMatching(/artoo\.config\.json is ignored.*artoo trust/)])
  expect(settings.models).toMatchObject([{ from: '--model', key: 'ANTHROPIC_API_KEY' }])
  expect(settings.permissions).toMatchObject({ mode: 'plan', allow: ['shell: make'] })
})

test('a model of the environment is named by its variable', async () => {
  const { home, root } = place()
  const env = { HOME: home, ARTOO_MODEL: 'qwen3', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }
  expect((await read(root, env)).models).toMatchObject([{ from: 'ARTOO_MODEL', key: null }])
})

test('a model that is missing is a problem of its own', async () => {
  const { home, root } = place()
  const { models } = await read(root, { HOME: home })
  expect(isProblem(models)).toBe(true)
})
