import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { bundledProgram } from '../../../../test/terminal/bundled-program.js'
import { project } from './project.js'
import { jsonIn, started } from './terminal.js'

const answering =
  'console.log("printed by code"); return { text: "It is 4 °C.", toolCalls: [], usage, finishReason: "stop" }'

test('a client runs a task of the agent in a process of its own', async () => {
  const { cwd, config } = project(answering)
  const args = [await bundledProgram(), 'mcp', '--config', config, '--dir', cwd]
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, '--depth', 'direct'],
    env: { ...process.env, HOME: cwd } as Record<string, string>,
    stderr: 'pipe',
  })
  let told = ''
  transport.stderr?.on('data', (data) => (told += data))
  await client.connect(transport)
  const result = await client.callTool({ name: 'run_task', arguments: { task: 'How cold is it?' } })
  expect(result.structuredContent).toMatchObject({ status: 'complete', output: 'It is 4 °C.' })
  expect(told).toContain('printed by code')
})

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test.each(['the client goes', 'a signal comes'])(
  'it ends when %s, and only the protocol was on its output',
  async (end) => {
    const { cwd, config } = project(answering)
    const before = globalThis.console
    const server = started(['mcp', '--config', config, '--depth', 'direct', '--allow', 'shell: ls'], { cwd })
    server.type(JSON.stringify(hello))
    await server.shows('serverInfo')
    console.log('printed by code')
    if (end === 'the client goes') server.end()
    else server.interrupt()
    expect(await server.code).toBe(0)
    expect(jsonIn(server.texts.out).map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0'])
    expect(server.texts.err).toContain('printed by code')
    expect(globalThis.console).toBe(before)
  },
)

test('a model that is missing is said on stderr', async () => {
  const { cwd } = project()
  const server = started(['mcp'], { cwd })
  expect([await server.code, server.texts]).toEqual([2, { out: '', err: expect.stringContaining('missing_model') }])
})
