import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { mcpServer } from './mcp-server.js'
import { assertServed, type ServedArtoo } from './options.js'
import { sealedStates } from './sealed-state.js'
import { plainNames } from './task-names.js'
import { openTasks } from './tasks.js'

export interface ServeArtooOptions extends ServedArtoo {
  /** The name under which answers stand in the log. @defaultValue 'stdio' */
  readonly principal?: string | undefined
  /** @defaultValue standard input and output of the process */
  readonly transport?: StdioServerTransport | undefined
}

/**
 * Serves the tools of an instance on standard input and output, to the program that started this one. Resolves when it
 * has gone and its tasks have left the process.
 *
 * @throws {ArtooError} `invalid_option` with the option as `field`.
 * @example
 * await serveArtoo({ artoo })
 * await artoo.close()
 */
export async function serveArtoo(options: ServeArtooOptions): Promise<void> {
  assertServed(options, 'serveArtoo', ['principal', 'transport'])
  const { answersByCall, onError, answerSeconds: seconds = 86_400, principal = 'stdio' } = options
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const tasks = openTasks(options)
  // The one who starts the process has its journal, too: the seal keeps nobody out, it only has the same shape.
  const states = sealedStates({ secret: 'artoo serves the one who started it', principal, seconds })
  const transport = options.transport ?? new StdioServerTransport()
  serveStdio(() => mcpServer({ tasks, names: plainNames, states, principal, answersByCall, onError }), {
    transport,
    ...(onError && { onerror: onError }),
  })
  await new Promise<void>((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  await tasks.close()
}
