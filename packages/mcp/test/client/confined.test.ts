import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type McpProgram, type McpTools, mcpTools } from '@artoo/mcp'
import { sandbox } from '@artoo/sandbox'
import type { Sandbox } from '@artoo/spec'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { call, everything, using } from './calling.js'

/** The folder of the programs of the servers, which may lie in a place that is hidden from confined ones. */
const checkout = fileURLToPath(new URL('../../../..', import.meta.url))

const box = await sandbox({ read: [checkout] })
afterAll(() => box.close())
const { available, problems } = box.report()
const skipped = available ? '' : ` (skipped: ${problems.join('; ')})`

const shell = fileURLToPath(new URL('./servers/shell.mjs', import.meta.url))

/** A folder with a key beside the one in which a server works. */
function folders() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-mcp-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const cwd = join(top, 'notes')
  mkdirSync(cwd)
  writeFileSync(join(top, 'key.txt'), 'key-of-the-home')
  writeFileSync(join(cwd, '.env'), 'API_KEY=sk-live-4f9a8b7c6d5e4f3a')
  writeFileSync(join(cwd, 'package.json'), '{}')
  return { top, cwd }
}

async function listening(): Promise<{ readonly port: number; readonly reached: string[] }> {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('hello')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, reached }
}

const runIn = async (mcp: McpTools, line: string) => (await call(mcp, 'mcp__own__run', { line })).output

describe.skipIf(!available)(`a server in a sandbox${skipped}`, () => {
  const program = (more: Partial<McpProgram> = {}): McpProgram => ({
    ...{ command: process.execPath, args: [shell], sandbox: box },
    ...more,
  })

  test.each([
    ['writes in its folder, and reaches nothing else', true],
    ['reaches all of it without the sandbox', false],
  ])('%s', async (_, isConfined) => {
    const { top, cwd } = folders()
    const { port, reached } = await listening()
    const own = program({ cwd, ...(!isConfined && { sandbox: undefined }) })
    await using({ servers: { own } }, async (mcp) => {
      const said = await runIn(
        mcp,
        'echo a > a.txt; echo x > ../left.txt; echo changed > package.json; cat .env ../key.txt',
      )
      expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a\n')
      expect(existsSync(join(top, 'left.txt'))).toBe(!isConfined)
      expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(isConfined ? '{}' : 'changed\n')
      expect([said.includes('sk-live'), said.includes('key-of-the-home')]).toEqual([!isConfined, !isConfined])
      await runIn(mcp, `curl -sS --noproxy "*" http://127.0.0.1:${port}/`)
      expect(reached).toEqual(isConfined ? [] : ['/'])
    })
  })

  test('reaches the hosts that the host names with it', async () => {
    const { port, reached } = await listening()
    const { cwd } = folders()
    const named = program({ cwd, network: [`localhost:${port}`] })
    await using({ servers: { own: named } }, async (mcp) => {
      expect(await runIn(mcp, `curl -sS --noproxy "" http://localhost:${port}/named`)).toBe('hello')
    })
    expect(reached).toEqual(['/named'])
  })

  test('writes nowhere when no folder was named', async () => {
    const place = join(process.cwd(), 'left-by-a-server.txt')
    onTestFinished(() => rmSync(place, { force: true }))
    await using({ servers: { own: program() } }, async (mcp) => {
      expect(await runIn(mcp, `echo x > ${place}; echo ran`)).toMatch(/^ran\n.*Read-only/s)
    })
    expect(existsSync(place)).toBe(false)
  })

  test('speaks the older revision as well', async () => {
    const every = program({ args: [everything, 'stdio'] })
    await using({ servers: { every } }, async (mcp) => {
      expect(await call(mcp, 'mcp__every__echo', { message: 'hello' })).toMatchObject({ output: 'Echo: hello' })
    })
  })

  test('takes its children along when it is closed, whatever session they have', async () => {
    const { cwd } = folders()
    await using({ servers: { own: program({ cwd }) } }, async (mcp) => {
      await runIn(mcp, 'setsid sh -c "while :; do date +%s%N >> beat; sleep 0.05; done" > /dev/null 2>&1 &')
      await expect.poll(() => existsSync(join(cwd, 'beat'))).toBe(true)
    })
    const beats = () => readFileSync(join(cwd, 'beat'), 'utf8')
    const before = beats()
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(beats()).toBe(before)
  })

  test('says what it was refused when it does not start and when it dies, and is let go of once', async () => {
    const { port } = await listening()
    const { cwd } = folders()
    const line = `curl -sS --noproxy "" http://127.0.0.1:${port}/`
    const refused = `its sandbox refused the network to 127.0.0.1:${port}; a host is allowed in the network of the server`
    const { counted, counts } = counting(box)
    const own = program({ cwd, sandbox: counted })
    const failing = program({ cwd, sandbox: counted, args: [shell, `${line} -f; exit 1`] })
    const gone = program({ cwd, sandbox: counted, command: 'no-such-program-here' })
    const mcp = await mcpTools({ servers: { own, failing, gone } })
    expect(mcp.failed).toMatchObject([
      { server: 'failing', error: { code: 'mcp_connect_failed', message: expect.stringContaining(refused) } },
      { server: 'gone', error: { code: 'mcp_connect_failed', message: expect.stringMatching(/not found/) } },
    ])
    const outcome = await call(mcp, 'mcp__own__die', { line })
    expect(outcome).toMatchObject({ code: 'tool_unavailable', output: expect.stringContaining(refused) })
    expect(await runIn(mcp, 'echo on')).toBe('on\n')
    expect(counts()).toEqual([1, 1, 1, 0])
    await mcp.close()
    expect(counts()).toEqual([1, 1, 1, 1])
  })
})

/** The sandbox, and how often each of its programs was let go of. */
function counting(box: Sandbox) {
  const programs: { ended: number }[] = []
  const counted: Sandbox = {
    ...box,
    async confine(argv, options) {
      const program = await box.confine(argv, options)
      const count = { ended: 0 }
      programs.push(count)
      return {
        ...program,
        ended() {
          count.ended++
          return program.ended()
        },
      }
    },
  }
  return { counted, counts: () => programs.map(({ ended }) => ended) }
}

test('a server is not started where nothing can be confined', async () => {
  const { top, cwd } = folders()
  const own = { command: '/bin/sh', args: ['-c', 'echo x > ../started.txt'], cwd, sandbox: await unavailable() }
  await using({ servers: { own } }, async (mcp) => {
    expect(mcp.failed).toMatchObject([
      {
        server: 'own',
        error: {
          code: 'sandbox_unavailable',
          message: expect.stringMatching(/^MCP server own was not started: .*missing/),
        },
      },
    ])
    expect(existsSync(join(top, 'started.txt'))).toBe(false)
  })
})

/** A sandbox of a machine without its programs. */
async function unavailable(): Promise<Sandbox> {
  const path = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    return await sandbox()
  } finally {
    process.env.PATH = path
  }
}
