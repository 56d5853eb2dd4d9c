/**
 * The server scenarios of `@modelcontextprotocol/conformance` against our handler: `conformance.ts NODE REFEREE [its options]`. The referee
 * calls diagnostic tools of its own names; those that a tool of ours does the same as are given its name on the way in.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { artooHandler } from '../../src/server.js'
import { artooIn } from './artoo.js'

const ours: Readonly<Record<string, { readonly name: string; readonly arguments: object }>> = {
  test_error_handling: { name: 'task_status', arguments: { taskId: 'unknown' } },
  test_tool_with_progress: { name: 'run_task', arguments: { task: 'Please pay' } },
  test_input_required_result_elicitation: { name: 'run_task', arguments: { task: 'Please ask' } },
  test_input_required_result_request_state: { name: 'run_task', arguments: { task: 'Please pay' } },
  test_input_required_result_tampered_state: { name: 'run_task', arguments: { task: 'Please pay' } },
  test_input_required_result_multi_round: { name: 'run_task', arguments: { task: 'Please ask and pay' } },
}

async function renamed(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  const text = await request.text()
  const headers = new Headers(request.headers)
  const { url, signal } = request
  const message = JSON.parse(text)
  const call = message.method === 'tools/call' ? ours[message.params?.name] : undefined
  if (!call) return new Request(url, { method: 'POST', headers, signal, body: text })
  if (headers.has('mcp-name')) headers.set('mcp-name', call.name)
  const body = JSON.stringify({ ...message, params: { ...message.params, ...call } })
  headers.delete('content-length')
  return new Request(url, { method: 'POST', headers, signal, body })
}

const [node = '', referee = '', ...options] = process.argv.slice(2)
const directory = await mkdtemp(join(tmpdir(), 'artoo-conformance-'))
const artoo = artooIn(directory)
const handler = artooHandler({ artoo, secret: 'a secret of thirty-two bytes or more' })
const serve = toNodeHandler({ fetch: async (request) => handler.fetch(await renamed(request)) })
const server = createServer(serve as RequestListener)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
const run = spawn(node, [referee, 'server', '--url', url, ...options], { stdio: 'inherit' })
await once(run, 'exit')
server.close()
server.closeAllConnections()
await handler.close()
await artoo.close()
await rm(directory, { recursive: true })
