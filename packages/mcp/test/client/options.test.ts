import { type McpToolsOptions, mcpTools } from '@artoo/mcp'
import { defineTool } from '@artoo/tools'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isIncluded, isServerName, toolName } from '../../src/client/tool-name.js'
import { modern, using } from './calling.js'

const program = { command: 'server' }
const box = { confine() {}, report() {} }

test.each<[unknown, string, string]>([
  [{}, 'servers', 'servers must be an object'],
  [{ servers: {}, permissions: {} }, 'permissions', 'no option permissions'],
  [{ servers: { a__b: program } }, 'servers.a__b', 'single _'],
  [{ servers: { a: { command: '' } } }, 'servers.a.command', 'needs the name or path of a program'],
  [{ servers: { a: { command: 'x', url: 'https://a.example' } } }, 'servers.a.url', 'no option url'],
  [{ servers: { a: { url: 'file:///etc/passwd' } } }, 'servers.a.url', 'begins with http'],
  [{ servers: { a: { ...program, network: ['a.example'] } } }, 'servers.a.network', 'give it a sandbox, too'],
  [
    { servers: { a: { ...program, sandbox: box, network: ['https://a.example'] } } },
    'servers.a.network',
    'without scheme',
  ],
  [{ servers: { a: { ...program, sandbox: Promise.resolve(box) } } }, 'servers.a.sandbox', 'await sandbox()'],
  [{ servers: { a: { url: 'https://a.example', sandbox: box } } }, 'servers.a.sandbox', 'no option'],
  [{ servers: { a: program }, trust: ['b'] }, 'trust', 'trust names b'],
  [{ servers: {}, include: 'mcp__a__*' }, 'include', 'list of texts'],
  [{ servers: {}, pins: {} }, 'pins', 'read and write'],
  [{ servers: {}, maxOutputBytes: 1 }, 'maxOutputBytes', 'from 64 to 65536'],
])('%j is refused', async (options, field, words) => {
  const refused = mcpTools(options as McpToolsOptions)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_option', field })
  await expect(refused).rejects.toThrow(words)
})

test('without servers there are no tools', async () => {
  const mcp = await mcpTools({ servers: {} })
  expect([mcp.tools, mcp.failed, mcp.problems, mcp.changed, await mcp.prompts()]).toEqual([[], [], [], [], []])
  await expect(mcp.prompt('none', 'name')).rejects.toMatchObject({ code: 'invalid_option' })
  await mcp.close()
})

test('a name is as it is where it can be, else one of its own', async () => {
  expect(await toolName('files', 'read_file')).toBe('mcp__files__read_file')
  const names = await Promise.all(
    ['a.b', 'a_b', 'a/b', 'x'.repeat(60), `${'x'.repeat(60)}y`].map((name) => toolName('s', name)),
  )
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^mcp__s__[\w-]+$/)
  expect(Math.max(...names.map(({ length }) => length))).toBe(64)
  expect(['a', 'a-b', 'a_b', 'A1'].every(isServerName)).toBe(true)
  expect(['', 'a__b', '_a', 'a_', 'ä', 'a b', 'x'.repeat(33)].some(isServerName)).toBe(false)
  expect(isIncluded('mcp__a__read', ['mcp__a__*'])).toBe(true)
  expect(isIncluded('mcp__ab__read', ['mcp__a__*', 'read'])).toBe(false)
})

test('importing the package loads nothing of the SDK', async () => {
  const { metafile } = await build({
    ...{ entryPoints: ['packages/mcp/src/index.ts'], bundle: true, write: false, metafile: true },
    ...{ platform: 'neutral', conditions: ['@artoo/source'], mainFields: ['module', 'main'] },
    ...{ external: ['@modelcontextprotocol/*'], format: 'esm' },
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const ofSdk = imports.filter(({ path }) => path.startsWith('@modelcontextprotocol/'))
  expect(new Set(ofSdk.map(({ kind }) => kind))).toEqual(new Set(['dynamic-import']))
})

test('of more than thirty tools those of the servers are deferred', async () => {
  await using({ servers: { modern } }, async (mcp) => {
    const own = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        defineTool({
          name: `own_${index}`,
          description: 'own',
          input: z.object({}),
          effect: 'read',
          execute: () => '',
        }),
      )
    expect(mcp.beside()).toEqual(mcp.tools)
    const few = own(30 - mcp.tools.length)
    expect(mcp.beside(few)).toEqual([...few, ...mcp.tools])
    const many = own(31 - mcp.tools.length)
    expect(mcp.beside(many)).toEqual({ always: many, deferred: mcp.tools })
  })
})
