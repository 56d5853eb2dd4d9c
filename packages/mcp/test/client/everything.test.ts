import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { scriptedModel } from '@artoo/llm/testing'
import { type McpServer, type McpTools, mcpTools } from '@artoo/mcp'
import { createArtoo } from '@artoo/sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Ask, call, everything, using } from './calling.js'

/** `@modelcontextprotocol/server-everything`, a server of the older revision. */
const port = await freePort()
const http = spawn(process.execPath, [everything, 'streamableHttp'], {
  ...{ stdio: 'ignore', env: { ...process.env, PORT: `${port}` } },
})
const address = `http://127.0.0.1:${port}/mcp`

afterAll(() => {
  http.kill('SIGKILL')
})

describe.each<[string, McpServer]>([
  ['stdio', { command: process.execPath, args: [everything, 'stdio'] }],
  ['HTTP', { url: address }],
])('over %s', (_, server) => {
  let mcp: McpTools

  beforeAll(async () => {
    const options = { servers: { every: server }, trust: ['every'], include: ['mcp__every__*'] }
    mcp = await mcpTools(options)
    while (mcp.failed.length > 0) await mcp.reconnect()
  })

  afterAll(() => mcp.close())

  test('tools are called, with data and notes about what is no text', async () => {
    expect(await call(mcp, 'mcp__every__echo', { message: 'hello' })).toMatchObject({ output: 'Echo: hello' })
    const weather = await call(mcp, 'mcp__every__get-structured-content', { location: 'New York' })
    expect(JSON.parse(weather.output)).toEqual({ temperature: 33, conditions: 'Cloudy', humidity: 82 })
    expect((await call(mcp, 'mcp__every__get-tiny-image')).output).toContain(
      '[image: image/png, 4,035 bytes, not shown]',
    )
  })

  test('progress is told, and an abort ends the call', async () => {
    const abort = new AbortController()
    const onProgress = vi.fn(() => abort.abort())
    const long = { duration: 10, steps: 100 }
    const outcome = await call(mcp, 'mcp__every__trigger-long-running-operation', long, {
      ...{ onProgress, signal: abort.signal },
    })
    expect(outcome).toMatchObject({ status: 'error', code: 'aborted' })
    expect(onProgress).toHaveBeenCalledWith({ done: 1, total: 100 })
  })

  test('resources are listed and read, prompts are listed and filled in', async () => {
    const { resources } = JSON.parse((await call(mcp, 'mcp__every__list_resources')).output)
    expect(resources[0]).toMatchObject({ uri: expect.any(String), name: expect.any(String) })
    const { uri } = resources[0]
    const outcome = await call(mcp, 'mcp__every__read_resource', { uri })
    expect(outcome).toMatchObject({ status: 'ok', target: uri, effect: 'outbound' })
    expect(outcome.output).toContain(`[resource ${uri}]`)
    expect((await mcp.prompts()).map(({ name }) => name)).toContain('simple-prompt')
    expect(await mcp.prompt('every', 'args-prompt', { city: 'Oslo' })).toMatchObject([
      { role: 'user', text: expect.stringContaining('Oslo') },
    ])
  })

  test('its questions come to people, choices and numbers included', async () => {
    const ask = vi.fn<Ask>(async (questions) =>
      questions.map(({ question, choices }) => {
        if (question.includes('— String: ')) return 'Ada'
        if (question.includes('— Integer')) return '42'
        if (question.includes('— Untitled Multiple')) return 'guitar, piano'
        return choices?.at(1) ?? null
      }),
    )
    const { output } = await call(mcp, 'mcp__every__trigger-elicitation-request', {}, { ask })
    const raw = JSON.parse(output.slice(output.indexOf('Raw result: ') + 'Raw result: '.length))
    expect(raw).toMatchObject({ action: 'accept', content: { name: 'Ada', check: false, integer: 42 } })
    expect(ask.mock.lastCall?.[0][0]?.question).toMatch(/^MCP server every asks: /)
  })

  test('a call that needs pages opened is made again when a person has opened them', async () => {
    const input = { url: 'https://example.org/pay', errorPath: true }
    const ask = vi.fn<Ask>(async () => ['yes'])
    const outcome = await call(mcp, 'mcp__every__trigger-url-elicitation', input, { ask })
    expect(outcome.status).toBe('ok')
    const asked = ask.mock.calls.map(([[question]]) => question?.question ?? '')
    expect(asked).toEqual([
      expect.stringContaining('a page of https://modelcontextprotocol.io:'),
      expect.stringContaining('a page of https://example.org: https://example.org/pay'),
    ])
    const no = await call(mcp, 'mcp__every__trigger-url-elicitation', input, { ask: async () => ['no'] })
    expect(no).toMatchObject({ status: 'error', code: 'tool_failed' })
  })

  test('a question that comes while two tasks are at work is put before nobody', async () => {
    const abort = new AbortController()
    const long = call(
      mcp,
      'mcp__every__trigger-long-running-operation',
      { duration: 10, steps: 1 },
      {
        ...{ taskId: 'another', signal: abort.signal },
      },
    )
    const ask = vi.fn<Ask>(async () => ['yes'])
    const { output } = await call(mcp, 'mcp__every__trigger-elicitation-request', {}, { ask })
    expect([output.includes('cancel'), ask.mock.calls.length]).toEqual([true, 0])
    abort.abort()
    await long
  })
})

test('a redirect is refused, and no secret of an address stands in an error', async () => {
  const server = createServer((_, response) => {
    response.writeHead(307, { location: address }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: at } = server.address() as AddressInfo
  const secrets = ['hunter2-hunter2', 'token-4711', 'key-0815']
  const [password, token, key] = secrets
  const servers = {
    away: { url: `http://ada:${password}@127.0.0.1:${at}/mcp?token=${token}`, headers: { 'x-api-key': `${key}` } },
    nobody: { url: `http://ada:${password}@127.0.0.1:${await freePort()}/mcp?token=${token}` },
  }
  await using({ servers }, async (mcp) => {
    expect(mcp.failed.map(({ server: name }) => name)).toEqual(['away', 'nobody'])
    for (const { error } of mcp.failed) {
      expect(error.code).toBe('mcp_connect_failed')
      for (const secret of secrets) expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(secret)
    }
  })
  server.close()
})

test('a server that says nothing is given up in time', async () => {
  const silent = {
    command: process.execPath,
    args: ['-e', 'console.error("I am thinking"); setInterval(() => {}, 1000)'],
  }
  await using({ servers: { silent }, connectTimeoutMs: 600 }, async (mcp) => {
    expect(mcp.failed).toMatchObject([{ server: 'silent', error: { code: 'mcp_connect_timeout' } }])
    expect(mcp.failed[0]?.error.message).toContain('I am thinking')
  })
})

async function freePort(): Promise<number> {
  const listener = createListener()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port: free } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return free
}

test('a question of a server reaches the people of a task by `clarify`', async () => {
  const asked: string[] = []
  await using({ servers: { every: { command: process.execPath, args: [everything, 'stdio'] } } }, async (mcp) => {
    const artoo = createArtoo({
      model: scriptedModel({
        text: [{ toolCalls: [{ name: 'mcp__every__trigger-elicitation-request', input: {} }] }, { text: 'done' }],
      }),
      tools: mcp.tools,
      ...{ depth: 'direct', dreamer: false, confirm: async () => true },
      clarify(requests) {
        asked.push(...requests.map(({ from, question }) => `${from}: ${question}`))
        return Object.fromEntries(
          requests.map(({ id, question }) => [id, question.includes('— String: ') ? 'Ann' : '']),
        )
      },
    })
    const run = artoo.run('Ask me')
    expect((await run).output).toBe('done')
    const [result] = run.events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload.output] : []))
    expect(result).toContain('Ann')
    await artoo.close()
  })
  expect(asked[0]).toMatch(/^mcp__every__trigger-elicitation-request: MCP server every asks: /)
})
