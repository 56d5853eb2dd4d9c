import { Console } from 'node:console'
import { oneLine } from '@artoo/sdk'
import { errorMessage, onAbort } from '@artoo/spec'
import { openAgent } from '../agent/open-agent.js'
import { optionalPackage } from '../agent/optional-package.js'
import type { RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'

const needed = { packages: ['@artoo/mcp', '@modelcontextprotocol/server'], command: 'artoo mcp' } as const

/** `artoo mcp`: the agent as tools of an MCP client, which started this program. */
export const mcp: RunCommand = async ({ flags, env, cwd, signal, stdin, stdout, stderr }) => {
  const [{ serveArtoo }, { StdioServerTransport }] = await optionalPackage(needed, () =>
    Promise.all([import('@artoo/mcp/server'), import('@modelcontextprotocol/server/stdio')]),
  )
  const say = (text: string) => void stderr.write(`artoo: ${oneLine(text)}\n`)
  // A tool or a configuration that prints would break the protocol.
  const before = globalThis.console
  globalThis.console = new Console(stderr)
  try {
    const { agent } = await openAgent({ flags, env, cwd, askTrust: null, signal })
    const transport = new StdioServerTransport(stdin, stdout)
    const forget = onAbort(signal, () => void transport.close())
    try {
      agent.notes.forEach(say)
      signal.throwIfAborted()
      await serveArtoo({ artoo: agent.artoo, transport, onError: (error) => say(errorMessage(error)) })
      return exitCodes.complete[0]
    } finally {
      forget()
      await agent.close()
    }
  } finally {
    globalThis.console = before
  }
}
