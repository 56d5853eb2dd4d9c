import { ArtooError, systemClock, type ToolContext, within } from '@artoo/spec'
import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { implementation } from '../implementation.js'
import { connectFailure, told } from './failure.js'
import { type Listing, listedTools } from './listing.js'
import type { McpServer } from './options.js'
import { type Line, lineTo, secretsIn } from './transport.js'

/** An open connection to a server. */
export interface Session {
  readonly server: string
  readonly client: Client
  readonly secrets: readonly string[]
  /** The contexts of the calls that are under way, the most recent one last. */
  readonly calls: Set<ToolContext>
  /** The last trouble on the line, for the message when it breaks. */
  trouble: string
  /** The refusals of its program's sandbox, in words, once the program has ended. */
  refused: Promise<string>
  isOpen: boolean
}

export interface ConnectionOptions {
  readonly timeoutMs: number
  /** Answers a question that a server of the older revision asks outside of any call. */
  answer(session: Session, params: unknown): Promise<unknown>
  /** Is given the tools whenever they are listed. */
  listed(server: string, listing: Listing): Promise<void>
}

/** The way to one server, which is opened again when it is needed and has broken. */
export interface Connection {
  readonly server: string
  /** The open session, or a new one. Calls that need one at the same time share it. */
  session(): Promise<Session>
  /** The open session; null when there is none. */
  open(): Session | null
  /** Gives a session up, so that the next call makes another. */
  drop(session: Session): void
  /** Ends a session that was given up, once its last call has ended. */
  release(session: Session): void
  /** Finishes a login at the authorisation server. The next call connects anew. */
  authorize(callback: URLSearchParams): Promise<void>
  close(): Promise<void>
}

export function connectionTo(server: string, given: McpServer, options: ConnectionOptions): Connection {
  let current: Session | null = null
  let opening: Promise<Session> | null = null
  let prior: PriorDiscovery | undefined
  let isClosed = false
  /** The way of the last session or attempt, which knows where its user was sent to. */
  let last: Line | null = null
  const ends = new Map<Session, () => Promise<void>>()

  const open = async () => {
    const secrets = secretsIn(given)
    const limit = { clock: systemClock(), timeoutMs: options.timeoutMs, code: 'mcp_connect_timeout' }
    const line = await within(never, limit, ({ signal }) => lineTo(given, signal)).catch((error) => {
      throw connectFailure(server, error, secrets)
    })
    last = line
    try {
      const session = await within(never, limit, ({ signal }) => opened(line, secrets, signal))
      if (isClosed) throw closed(server)
      return session
    } catch (error) {
      // Ending a program takes seconds, which nobody should wait for but to learn what a sandbox refused.
      const closed = line.transport.close().catch(() => {})
      const refused = 'sandbox' in given && given.sandbox ? await closed.then(() => line.ended()) : ''
      prior = undefined
      if (error instanceof ArtooError && error.code === 'mcp_closed') throw error
      throw connectFailure(server, error, secrets, { wrote: line.lastWords(), refused })
    }
  }

  const opened = async (line: Line, secrets: readonly string[], signal: AbortSignal) => {
    const { Client } = await import('@modelcontextprotocol/client')
    const { timeoutMs } = options
    const client = new Client(implementation, {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.ceil(timeoutMs / 2) } },
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { autoRefresh: false, debounceMs: 50, onChanged: () => void relisted() } },
    })
    const refused = Promise.resolve('')
    const session: Session = { server, client, secrets, calls: new Set(), trouble: '', refused, isOpen: true }
    const relisted = async () => {
      try {
        await options.listed(server, await listedTools(client, never))
      } catch (error) {
        session.trouble = told(error, secrets)
      }
    }
    client.onclose = () => {
      session.isOpen = false
      session.refused = line.ended()
      ends.delete(session)
    }
    client.onerror = (error) => {
      session.trouble = told(error, secrets)
    }
    client.setRequestHandler('elicitation/create', (request) => options.answer(session, request.params) as never)
    await client.connect(line.transport, { signal, timeout: timeoutMs, ...(prior && { prior }) })
    const discover = client.getDiscoverResult()
    // An era that is known already brings no subscription of the SDK's own.
    const misses = prior?.kind === 'modern' && client.getServerCapabilities()?.tools?.listChanged
    const subscription = misses
      ? await client.listen({ toolsListChanged: true }, { signal, timeout: timeoutMs })
      : client.autoOpenedSubscription
    void subscription?.closed.then(() => retire(session))
    prior = discover ? { kind: 'modern', discover } : { kind: 'legacy' }
    await options.listed(server, await listedTools(client, signal))
    ends.set(session, async () => {
      ends.delete(session)
      await line.end().catch(() => {})
      await client.close().catch(() => {})
      await line.ended()
    })
    return session
  }

  /** Gives up a session that hears of no changes any more: the next call connects anew. */
  const retire = (session: Session) => {
    if (current === session) current = null
    release(session)
  }
  const release = (session: Session) => {
    if (session !== current && session.calls.size === 0) void ends.get(session)?.()
  }

  return {
    server,
    async session() {
      if (isClosed) throw closed(server)
      if (current?.isOpen) return current
      opening ??= open().finally(() => {
        opening = null
      })
      current = await opening
      return current
    },
    open: () => (current?.isOpen ? current : null),
    release,
    drop(session) {
      session.isOpen = false
      void ends.get(session)?.()
    },
    async authorize(callback) {
      try {
        await last?.authorize(callback)
      } catch (error) {
        throw connectFailure(server, error, secretsIn(given))
      }
      if (current) retire(current)
    },
    async close() {
      isClosed = true
      await opening?.catch(() => {})
      await Promise.all([...ends.values()].map((end) => end()))
    },
  }
}

/** Connecting belongs to no run: several calls may wait for one connection. */
const never = new AbortController().signal

const closed = (server: string) =>
  new ArtooError('mcp_closed', `the tools of MCP server ${server} are closed: mcp.close() was called`)
