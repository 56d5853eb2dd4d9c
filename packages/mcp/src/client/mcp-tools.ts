import type { GivenTools } from '@artoo/sdk'
import { ArtooError, errorMessage, type Tool } from '@artoo/spec'
import type { Tool as Definition } from '@modelcontextprotocol/client'
import { answerOutside } from './call.js'
import { type Connection, connectionTo } from './connection.js'
import { line } from './foreign-text.js'
import type { Listing } from './listing.js'
import { type KnownMcpOptions, knownOptions, type McpToolsOptions } from './options.js'
import { type Definitions, definitionsOf } from './pins.js'
import { filledPrompt, type McpPrompt, type McpPromptMessage, promptsOf } from './prompts.js'
import { resourceTools } from './resource-tools.js'
import { serverTool } from './server-tool.js'
import { isIncluded, toolName } from './tool-name.js'

/** Tools whose schemas each call carries: more of them cost more than they help. */
const mostAtOnce = 30

/** A server that could not be connected to. */
export interface McpFailure {
  readonly server: string
  readonly error: ArtooError
}

/** A tool or list of a server that is not offered as the server gave it. */
export interface McpProblem {
  readonly server: string
  readonly problem: string
}

export interface McpTools {
  /** The tools of the servers that are connected, in the order of their names. */
  readonly tools: readonly Tool[]
  /**
   * The tools for `createArtoo`: yours and those of the servers. When they are more than thirty in all, those of the servers are deferred: a model sees
   * their names, and loads those that it needs.
   *
   * @example createArtoo({ model, tools: mcp.beside(standardTools({ root })) })
   */
  beside(own?: readonly Tool[]): GivenTools
  readonly failed: readonly McpFailure[]
  readonly problems: readonly McpProblem[]
  /** Names of tools whose definition differs from the pinned one: each of their calls is asked about. */
  readonly changed: readonly string[]
  /** Takes the definitions as they are now. @defaultValue those of all changed tools */
  accept(tools?: readonly string[]): Promise<void>
  /** Connects to the servers that failed or broke, and lists their tools anew: `tools`, `failed` and `problems` are then others. */
  reconnect(): Promise<void>
  /**
   * Finishes a login with `authProvider` and connects to that server.
   *
   * @param callback the query of the URL to which the authorisation server sent the user back; compare its `state` before.
   */
  authorize(server: string, callback: URLSearchParams): Promise<void>
  /** The prompts that the connected servers offer, for a host that lets people pick one. */
  prompts(): Promise<readonly McpPrompt[]>
  /** The messages of a prompt, filled in by its server. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly McpPromptMessage[]>
  /** Ends the programs and sessions. Calls that are under way fail. */
  close(): Promise<void>
}

/**
 * Connects to MCP servers, of the revision 2026-07-28 or older, and offers their tools as artoo's. A server that can't be connected to is left
 * out and stands in `failed`. The MCP SDK is loaded by the first call.
 *
 * @example
 * const mcp = await mcpTools({ servers: { files: { command: 'npx', args: ['-y', 'server'] } } })
 * const artoo = createArtoo({ model, tools: mcp.tools })
 *
 * @throws {ArtooError} `invalid_option` for options that can't be right; whatever `pins.read` throws.
 */
export async function mcpTools(options: McpToolsOptions): Promise<McpTools> {
  const known = knownOptions(options)
  const definitions = await definitionsOf(known.pins)
  const offered = new Map<string, Offer>()
  const connections = Object.entries(known.servers).map(([server, given]) =>
    connectionTo(server, given, {
      timeoutMs: known.connectTimeoutMs,
      answer: answerOutside,
      async listed(name, listing) {
        const offer = named(name, listing, known)
        await definitions.note(offer.tools)
        offered.set(name, offer)
      },
    }),
  )
  let state: State = { tools: [], failed: [], problems: [] }
  const connect = async () => {
    const failed = await Promise.all(connections.map(connected))
    state = stateOf(connections, offered, { definitions, options: known }, failed.flat())
  }
  const connectionOf = (server: string) => {
    const found = connections.find((connection) => connection.server === server)
    if (found) return found
    throw new ArtooError('invalid_option', `there is no MCP server ${line(server, 64)}`, { field: 'server' })
  }
  await connect()
  return {
    get tools() {
      return state.tools
    },
    beside(own = []) {
      const all = [...own, ...state.tools]
      return all.length > mostAtOnce ? { always: own, deferred: state.tools } : all
    },
    get failed() {
      return state.failed
    },
    get problems() {
      return state.problems
    },
    get changed() {
      return definitions.changed()
    },
    accept: (tools = definitions.changed()) => definitions.accept(tools),
    reconnect: connect,
    async authorize(server, callback) {
      await connectionOf(server).authorize(callback)
      await connect()
    },
    async prompts() {
      const lists = connections.map(async (connection) => {
        const session = connection.open()
        return session ? promptsOf(session).catch(() => []) : []
      })
      return (await Promise.all(lists)).flat()
    },
    prompt: async (server, name, given = {}) => filledPrompt(connectionOf(server), name, given),
    async close() {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

interface State {
  readonly tools: readonly Tool[]
  readonly failed: readonly McpFailure[]
  readonly problems: readonly McpProblem[]
}

async function connected(connection: Connection): Promise<readonly McpFailure[]> {
  try {
    await connection.session()
    return []
  } catch (error) {
    const { server } = connection
    return [
      {
        server,
        error: error instanceof ArtooError ? error : new ArtooError('mcp_connect_failed', errorMessage(error)),
      },
    ]
  }
}

/** The tools that a server has listed, by the names under which it is offered. */
interface Offer {
  readonly tools: ReadonlyMap<string, Definition>
  readonly problems: readonly string[]
}

function named(server: string, { tools, problems }: Listing, { include }: KnownMcpOptions): Offer {
  const byName = new Map<string, Definition>()
  for (const tool of tools) {
    const name = toolName(server, tool.name)
    if (isIncluded(name, include)) byName.set(name, tool)
  }
  return { tools: byName, problems }
}

interface Circumstances {
  readonly definitions: Definitions
  readonly options: KnownMcpOptions
}

function stateOf(
  connections: readonly Connection[],
  offered: ReadonlyMap<string, Offer>,
  circumstances: Circumstances,
  failed: readonly McpFailure[],
): State {
  const parts = connections.map((connection) => {
    const offer = offered.get(connection.server)
    return offer && connection.open() ? toolsOf(connection, offer, circumstances) : { tools: [], problems: [] }
  })
  const tools = parts.flatMap((part) => part.tools).sort((a, b) => (a.name < b.name ? -1 : 1))
  return { tools, failed, problems: parts.flatMap((part) => part.problems) }
}

function toolsOf(
  connection: Connection,
  offer: Offer,
  { definitions, options }: Circumstances,
): Pick<State, 'tools' | 'problems'> {
  const { server } = connection
  const tools = new Map<string, Tool>()
  const problems = [...offer.problems]
  for (const [name, definition] of offer.tools) {
    try {
      tools.set(name, serverTool({ name, definition, connection, definitions, options }))
    } catch (error) {
      problems.push(line(`${name} is left out: ${errorMessage(error)}`, 500))
    }
  }
  const hasResources = connection.open()?.client.getServerCapabilities()?.resources !== undefined
  for (const tool of hasResources ? resourceTools(connection, options) : []) {
    if (tools.has(tool.name)) problems.push(`${tool.name} is a tool of the server's own`)
    else if (isIncluded(tool.name, options.include)) tools.set(tool.name, tool)
  }
  return { tools: [...tools.values()], problems: problems.map((problem) => ({ server, problem })) }
}
