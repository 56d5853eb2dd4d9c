/** A tool of an MCP server, which is started as a program and trusted. */
import { fileURLToPath } from 'node:url'
import { scriptedModel } from '@artoo/llm/testing'
import { mcpTools } from '@artoo/mcp'
import { createArtoo } from '@artoo/sdk'

const program = '../../packages/mcp/test/client/servers/modern.mjs'
const args = [fileURLToPath(new URL(program, import.meta.url))]
const mcp = await mcpTools({ servers: { own: { command: process.execPath, args } }, trust: ['own'] })

const call = { toolCalls: [{ name: 'mcp__own__add', input: { a: 2, b: 5 } }] }
const model = scriptedModel({ text: [call, { text: 'It is 7.' }] })
const artoo = createArtoo({ model, tools: mcp.tools, depth: 'direct' })
console.log((await artoo.run('How much is 2 and 5?')).output)
console.log(model.requests.at(-1)?.messages.at(-1)?.content)
await artoo.close()
await mcp.close()
