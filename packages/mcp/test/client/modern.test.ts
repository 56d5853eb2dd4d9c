import { type McpPinned, type McpTools, mcpTools } from '@artoo/mcp'
import type { Confirm } from '@artoo/tools'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Ask, call, modern } from './calling.js'

/** One server for all tests, of the revision 2026-07-28. */
let mcp: McpTools
let pinned: McpPinned | null = null

beforeAll(async () => {
  mcp = await mcpTools({
    servers: { own: modern, gone: { command: 'no-such-program-here' } },
    ...{ trust: ['own'], traceparent: () => '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    pins: {
      read: () => pinned,
      write: (pins) => {
        pinned = pins
      },
    },
  })
})

afterAll(() => mcp.close())

test('its tools are offered in the order of their names; a server that does not start is reported', async () => {
  expect(mcp.tools.map(({ name }) => name)).toEqual(
    ['add', 'cancelled', 'change', 'deploy', 'die', 'fail', 'login', 'slow', 'trace'].map(
      (name) => `mcp__own__${name}`,
    ),
  )
  expect(mcp.failed).toMatchObject([{ server: 'gone', error: { code: 'mcp_connect_failed' } }])
  expect(mcp.failed[0]?.error.message).toContain('ENOENT')
})

test('a call gives the data of its result, and a trusted annotation its effect', async () => {
  const add = mcp.tools.find(({ name }) => name === 'mcp__own__add')
  expect(add).toMatchObject({ idempotent: true, description: 'Adds two numbers' })
  const outcome = await call(mcp, 'mcp__own__add', { a: 1, b: 2 }, { confirm: undefined })
  expect(outcome).toMatchObject({ status: 'ok', output: '{"sum":3}', effect: 'read' })
  expect(await call(mcp, 'mcp__own__add', { a: 1 })).toMatchObject({ status: 'error', code: 'invalid_input' })
})

test('a tool without annotations asks, and an error of the server fails the call', async () => {
  expect(await call(mcp, 'mcp__own__fail', {}, { confirm: undefined })).toMatchObject({ code: 'law1_refused' })
  const outcome = await call(mcp, 'mcp__own__fail')
  expect(outcome).toMatchObject({ status: 'error', code: 'tool_failed', output: 'the disk is full', confirmed: true })
})

test('traceparent goes out with the call', async () => {
  expect((await call(mcp, 'mcp__own__trace')).output).toContain('4bf92f3577b34da6a3ce929d0e0e4736')
})

test('progress is told, and an abort cancels the call at the server', async () => {
  const abort = new AbortController()
  const onProgress = vi.fn(() => abort.abort())
  const outcome = await call(mcp, 'mcp__own__slow', {}, { signal: abort.signal, onProgress })
  expect(onProgress).toHaveBeenCalledWith({ done: 1, total: 2, message: 'half [31mway' })
  expect(outcome).toMatchObject({ status: 'error', code: 'aborted' })
  await expect.poll(async () => (await call(mcp, 'mcp__own__cancelled')).output).toBe('1')
})

test('a question of the server is put before people by field, and their answers are read', async () => {
  const ask = vi.fn<Ask>(async () => ['Prod', 'yes'])
  expect((await call(mcp, 'mcp__own__deploy', {}, { ask })).output).toBe('deployed prod by force')
  expect(ask).toHaveBeenCalledWith([
    { question: 'MCP server own asks: Where to? — target', choices: ['prod', 'test'] },
    { question: 'MCP server own asks: Where to? — force (may be left out)', choices: ['yes', 'no'] },
  ])
})

test.each<[string, Ask | undefined, string]>([
  ['nobody can be asked', undefined, 'cancel'],
  ['nobody answers', async (questions) => questions.map(() => null), 'cancel'],
  ['asking fails', () => Promise.reject(new Error('no line')), 'cancel'],
  ['the answer fits none of the choices, twice', async () => ['moon', null], 'decline'],
])('a question is not answered when %s', async (_, ask, action) => {
  expect((await call(mcp, 'mcp__own__deploy', {}, ask && { ask })).output).toBe(`not deployed: ${action}`)
})

test('an answer that does not fit is asked for once more', async () => {
  const ask = vi.fn<Ask>().mockResolvedValueOnce(['moon', null]).mockResolvedValueOnce(['test'])
  expect((await call(mcp, 'mcp__own__deploy', {}, { ask })).output).toBe('deployed test')
  expect(ask.mock.lastCall?.[0]).toMatchObject([{ question: expect.stringContaining('did not fit') }])
})

test('a page that the server wants opened is named with its origin', async () => {
  const ask = vi.fn<Ask>(async () => ['no'])
  expect((await call(mcp, 'mcp__own__login', {}, { ask })).output).toBe('login: decline')
  expect(ask.mock.lastCall?.[0][0]?.question).toContain('a page of https://login.example:')
})

test('a server that dies in a call is no fault of the call, and the next call starts it anew', async () => {
  const outcome = await call(mcp, 'mcp__own__die')
  expect(outcome).toMatchObject({ status: 'error', code: 'tool_unavailable' })
  expect(await call(mcp, 'mcp__own__add', { a: 2, b: 2 })).toMatchObject({ status: 'ok', output: '{"sum":4}' })
  await mcp.reconnect()
  expect(mcp.failed).toMatchObject([{ server: 'gone' }])
})

test('a changed definition asks again, until it is accepted', async () => {
  const before = pinned?.mcp__own__add
  expect(before?.description).toMatch(/^[0-9a-f]{64}$/)
  await call(mcp, 'mcp__own__change')
  await expect.poll(() => mcp.changed).toEqual(['mcp__own__add'])
  const confirm = vi.fn<Confirm>(async () => false)
  const outcome = await call(mcp, 'mcp__own__add', { a: 1, b: 1 }, { confirm })
  expect(outcome).toMatchObject({ status: 'refused', effect: 'irreversible' })
  expect(confirm.mock.lastCall?.[0]).toMatchObject({
    action: 'call add of MCP server own',
    reason: 'the server has changed its definition since it was first seen: description',
  })
  expect(await call(mcp, 'mcp__own__add', { a: 1, b: 1 })).toMatchObject({ status: 'ok', confirmed: true })
  await mcp.accept()
  expect(mcp.changed).toEqual([])
  expect(pinned?.mcp__own__add?.description).not.toBe(before?.description)
  expect(await call(mcp, 'mcp__own__add', { a: 1, b: 1 }, { confirm })).toMatchObject({ status: 'ok', effect: 'read' })
})
