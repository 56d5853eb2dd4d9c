import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '@artoo/sdk/node'
import { afterEach, describe, expect, test } from 'vitest'
import { mergedConfig } from '../../src/agent/merged-config.js'
import { connectServers, type PlacedServer } from '../../src/agent/servers.js'
import { project } from './projects.js'

let made: ReturnType<typeof project> | undefined
afterEach(() => made?.remove())

function inProject(files: Readonly<Record<string, string>> = {}) {
  made = project(files)
  return made
}

/** A server with one tool, whose description is its folder and one of its variables. */
const server = `import { createInterface } from 'node:readline'
const description = process.cwd() + ' ' + process.env.GIVEN
const tools = [{ name: 'look', description, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true, openWorldHint: false } }]
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const serverInfo = { name: 'own', version: '1' }
  const initialize = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo }
  const result = { initialize, 'tools/list': { tools } }[method]
  if (id === undefined) return
  const answer = result ? { result } : { error: { code: -32601, message: 'no such method' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})
`

function placed(folder: string, own: Partial<PlacedServer['server']> = {}, isTrusted = false): PlacedServer {
  return { server: { command: process.execPath, args: ['server.mjs'], ...own }, folder, isTrusted }
}

describe('connectServers', () => {
  test('starts servers in the folder of their file with their variables, believes and pins them, and notes those that fail', async () => {
    const { root } = inProject({ 'tools/server.mjs': server })
    const folder = join(root, 'tools')
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of a configuration.
    const env = { GIVEN: '${ONE} ${TWO:-two}' }
    const servers = {
      other: placed(folder),
      own: placed(folder, { env }, true),
      bad: placed(folder, { args: ['${MISSING}\u001b'] }),
      gone: placed(folder, { command: './none' }),
    }
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of a configuration.
    const connected = await connectServers(servers, { root, env: { ONE: 'one' } })
    try {
      const [other, own] = connected.tools
      expect(connected.tools).toMatchObject([
        { name: 'mcp__other__look' },
        { name: 'mcp__own__look', description: expect.stringContaining(`${folder} one two`) },
      ])
      const facts = { signal: new AbortController().signal, taskId: 'one', context: undefined }
      const effects = [await other?.effect({}, facts), await own?.effect({}, facts)]
      expect(effects).toMatchObject([{ kind: 'irreversible' }, { kind: 'read' }])
      expect(connected.notes).toEqual([
        'Server bad is left out: set MISSING',
        expect.stringMatching(/^Server gone is left out: /),
      ])
      expect(Object.keys(JSON.parse(readFileSync(join(stateFolder({ root }), 'mcp-pins.json'), 'utf8')))).toEqual([
        'mcp__other__look',
        'mcp__own__look',
      ])
    } finally {
      await connected.close()
    }
  })

  test('loads and writes nothing without servers', async () => {
    const { root } = inProject()
    expect(await connectServers({}, { root, env: {} })).toMatchObject({ tools: [], notes: [] })
    expect(existsSync(join(stateFolder({ root }), 'mcp-pins.json'))).toBe(false)
  })
})

describe('mergedConfig', () => {
  test('trusts a server by the word of its own file alone', () => {
    const mcpServers = { notes: { command: 'x' } }
    const user = { path: '/home/config.json', config: { mcpServers, trustServers: ['notes'] } }
    const ofProject = { path: '/project/.mcp.json', config: { mcpServers } }
    expect(mergedConfig([user]).servers.notes).toMatchObject({ folder: '/home', isTrusted: true })
    expect(mergedConfig([user, ofProject]).servers.notes).toMatchObject({ folder: '/project', isTrusted: false })
  })

  test('joins lists, rules, limits and prices, and takes the rest from the strongest source', () => {
    const one = {
      instructions: 'short',
      limits: { timeMs: 1, cost: 2 },
      depth: 'lean',
      permissions: { deny: ['a'], mode: 'plan' },
    } as const
    const other = {
      instructions: 'plain',
      limits: { cost: 3 },
      depth: undefined,
      permissions: { deny: ['b'] },
    } as const
    const merged = mergedConfig([
      { path: '/1', config: one },
      { path: '/2', config: other },
    ])
    expect(merged).toMatchObject({
      instructions: ['short', 'plain'],
      limits: { timeMs: 1, cost: 3 },
      depth: 'lean',
      mode: 'plan',
      rules: {
        deny: [
          { rule: 'a', path: '/1' },
          { rule: 'b', path: '/2' },
        ],
      },
    })
  })
})
