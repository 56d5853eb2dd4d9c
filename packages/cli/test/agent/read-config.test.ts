import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ArtooError as OwnError } from '@artoo/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig, readServers } from '../../src/agent/read-config.js'
import { project } from './projects.js'

let made: ReturnType<typeof project> | undefined
afterEach(() => made?.remove())

/** Reads a file of this name and text. */
function reading(name: string, text: string, more: Readonly<Record<string, string>> = {}) {
  made = project({ ...more, [name]: text })
  return (name === '.mcp.json' ? readServers : readConfig)(join(made.root, name))
}

describe('readConfig', () => {
  test.each([
    ['config.json', '{ "depth": "direct" }'],
    ['config.mjs', 'export default { depth: "direct" }'],
    ['config.js', 'module.exports = { depth: "direct" }'],
    ['config.ts', 'const depth: string = "direct"\nexport default { depth }'],
  ])('reads %s', async (name, text) => {
    expect(await reading(name, text)).toEqual({ depth: 'direct' })
  })

  test('reads TypeScript that imports this program and files beside it, which need not be installed there', async () => {
    const text = `import { defineConfig } from '@artoo/cli'
      import { ArtooError } from '@artoo/sdk'
      import { fileRules } from '@artoo/sdk/node'
      import { words } from './words.js'
      export default defineConfig({ instructions: words, checks: [ArtooError as never, fileRules as never] })`
    const config = await reading('artoo.config.ts', text, { 'words.ts': "export const words: string = 'short'" })
    expect(config.instructions).toBe('short')
    expect(config.checks?.[0]).toBe(OwnError)
  })

  test('reads TypeScript anew, and neither reads nor writes a cache', async () => {
    await reading('artoo.config.ts', 'export default { contextWindow: 1 }', { 'node_modules/.cache/jiti/x': '' })
    const { root, write } = made ?? expect.fail()
    const path = write('artoo.config.ts', 'export default { contextWindow: 2 }')
    expect(await readConfig(path)).toEqual({ contextWindow: 2 })
    const { readdirSync } = await import('node:fs')
    expect(readdirSync(join(root, 'node_modules/.cache/jiti'))).toEqual(['x'])
    expect(existsSync(path)).toBe(true)
  })

  test.each([
    ['that throws', 'a.mjs', 'throw new Error("out \\u001b[2J of order")', /could not be read: out \[2J of order/],
    ['that throws in TypeScript', 'a.ts', 'throw new Error("out of order")', /could not be read: out of order/],
    ['that is no code', 'a.ts', 'export default {{', /could not be read/],
    ['that is no JSON', 'a.json', '{', /could not be read/],
    ['without a default export', 'a.mjs', 'export const depth = 1', /it has no default export/],
  ])('refuses a file %s', async (_, name, text, message) => {
    await expect(reading(name, text)).rejects.toMatchObject({
      code: 'config_failed',
      message: expect.stringMatching(message),
    })
  })

  test.each([
    ['{ "modle": "x" }', 'modle', /did you mean model\?/],
    ['{ "mode": "edits" }', 'mode', /did you mean permissions\.mode\?/],
    ['[]', 'options', /not an array/],
    ['{ "tools": {} }', 'tools', /can’t have/],
    ['{ "contextWindow": 0 }', 'contextWindow', /can’t have/],
    ['{ "sandbox": { "network": ["x"] } }', 'sandbox', /can’t have/],
    ['{ "sandbox": { "netwrok": [] } }', 'sandbox', /can’t have/],
    ['{ "trustServers": ["a"] }', 'trustServers', /names a, which is no server of this file/],
    ['{ "mcpServers": { "a": {} } }', 'mcpServers.a', /needs a command or a url/],
    ['{ "mcpServers": { "a": { "cmd": "x" } } }', 'mcpServers.a.cmd', /has no option cmd/],
    ['{ "mcpServers": { "a": { "command": "x", "args": "y" } } }', 'mcpServers.a.args', /can’t have/],
  ])('refuses %s, naming the field', async (text, field, message) => {
    await expect(reading('a.json', text)).rejects.toMatchObject({
      code: 'invalid_config',
      field,
      message: expect.stringMatching(message),
    })
  })
})

describe('readServers', () => {
  test('takes the servers of a file of other programs, and no other field', async () => {
    const text = '{ "mcpServers": { "a": { "type": "stdio", "command": "x" } }, "permissions": { "allow": ["*"] } }'
    expect(await reading('.mcp.json', text)).toEqual({ mcpServers: { a: { type: 'stdio', command: 'x' } } })
    expect(await reading('.mcp.json', '{}')).toEqual({ mcpServers: {} })
  })
})
