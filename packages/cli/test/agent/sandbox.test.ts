import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '@artoo/sdk/node'
import { afterEach, expect, test } from 'vitest'
import { findSandbox } from '../../src/agent/sandbox.js'
import { project } from './projects.js'

let made: ReturnType<typeof project> | undefined
afterEach(() => made?.remove())

function inProject(files: Readonly<Record<string, string>> = {}) {
  made = project(files)
  return made
}

test('a sandbox that works is remembered, and tried out where it is remembered of another machine', async (context) => {
  const { root } = inProject()
  const memo = join(stateFolder({ root }), 'sandbox.json')
  writeFileSync(memo, JSON.stringify({ machine: 'other', mechanism: 'remembered' }))
  const { sandbox, notes } = await findSandbox({ write: ['dist'] }, root)
  if (sandbox === undefined) {
    expect(notes).toEqual([expect.stringMatching(/^Commands are not confined/)])
    return context.skip(notes.join())
  }
  expect(sandbox.report()).toMatchObject({ available: true, mechanism: expect.not.stringMatching('remembered') })
  expect(sandbox.write).toEqual(['dist'])
  await sandbox.close()
  writeFileSync(memo, readFileSync(memo, 'utf8').replace(/"mechanism":"[^"]*"/, '"mechanism":"remembered"'))
  expect((await findSandbox(true, root)).sandbox?.report().mechanism).toBe('remembered')
})

test('a sandbox that is not wanted is not looked for', async () => {
  const { root } = inProject()
  expect(await findSandbox(false, root)).toEqual({ sandbox: undefined, notes: [] })
  expect(existsSync(join(stateFolder({ root }), 'sandbox.json'))).toBe(false)
})
