import { fileURLToPath } from 'node:url'
import { type McpServer, type McpTools, type McpToolsOptions, mcpTools } from '@artoo/mcp'
import { systemClock, type ToolContext } from '@artoo/spec'
import { runToolCall, type ToolCallOptions } from '@artoo/tools'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const program = (...args: readonly string[]): McpServer => ({ command: process.execPath, args })

export const modern = program(file('./servers/modern.mjs'))
export const hostile = (harm: string) => program(file('./servers/hostile.mjs'), harm)

export const everything = file('../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')

export type Ask = ToolContext['ask']

/** Calls a tool as a run would, with people who say yes. */
export function call(mcp: McpTools, name: string, input: unknown = {}, options: Partial<ToolCallOptions> = {}) {
  const tool = mcp.tools.find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name} among ${mcp.tools.map((one) => one.name).join(', ')}`)
  return runToolCall(tool, input, {
    ...{ signal: new AbortController().signal, taskId: 'task', callId: 'call-1', context: {} },
    ...{ timeoutMs: 20_000, clock: systemClock(), confirm: async () => true },
    ...options,
  })
}

/** Servers for the time of a test. */
export async function using(options: McpToolsOptions, work: (mcp: McpTools) => Promise<void>): Promise<void> {
  const mcp = await mcpTools(options)
  try {
    await work(mcp)
  } finally {
    await mcp.close()
  }
}
