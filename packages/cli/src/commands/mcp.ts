import { oneLine } from '@artoo/sdk'

import { errorMessage, onAbort } from '@artoo/spec'

import { openAgent } from '../agent/open-agent.js'
import type { RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { optionalPackage } from '../systems/optional-package.js'
import { consoleTo } from '../systems/output/console-to.js'

const needed = { packages: ['@artoo/mcp', '@modelcontextprotocol/server'], command: 'artoo mcp' } as const

/** `artoo mcp`: the agent as tools of an MCP client, which started this program. */
export const mcp: RunCommand = async ({ flags, env, cwd, signal, stdin, stdout, stderr }) => {
  const [{ serveArtoo }, { StdioServerTransport }] = await optionalPackage(needed, () =>
    Promise.all([import('@artoo/mcp/server'), import('@modelcontextprotocol/server/stdio')]),
  )
  const say = (text: string) => void stderr.write(`artoo: ${oneLine(text)}\n`)
  // A tool or a configuration that prints would break the protocol.
  const restore = consoleTo(stderr)
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
    restore()
  }
}
