import { keepAlive } from './database.js'
import type { PostgresClient, PostgresPool } from './pool.js'

/** A connection beside the pool, for what belongs to a connection: notifications, and a lock that ends with it. */
export interface OwnConnection extends PostgresClient {
  connect(): Promise<void>
  end(): Promise<void>
  on(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): void
  on(event: 'error' | 'end', listener: () => void): void
}

/** Milliseconds until a lost connection is opened again. */
const againMs = 1_000

/**
 * Keeps a connection open until it is closed: one that is lost is opened again. Rejects when the first can't be opened, or `begin` rejects.
 */
export async function keptConnection(pool: PostgresPool, begin: (connection: OwnConnection) => Promise<unknown>) {
  let current: OwnConnection | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let closed = false

  async function open(): Promise<void> {
    const fresh = connectionLike(pool)
    const lost = () => {
      if (current !== fresh) return
      current = undefined
      void fresh.end().catch(() => {})
      retry()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    try {
      await fresh.connect()
      await fresh.query(keepAlive('set'))
      await begin(fresh)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    if (closed) await fresh.end()
    else current = fresh
  }

  function retry(): void {
    if (closed) return
    again = setTimeout(() => void open().catch(retry), againMs)
    again.unref?.()
  }

  await open()
  return async () => {
    closed = true
    clearTimeout(again)
    const last = current
    current = undefined
    await last?.end().catch(() => {})
  }
}

/** A connection with the settings of the pool. */
function connectionLike(pool: PostgresPool): OwnConnection {
  const { Client, options } = pool as unknown as {
    readonly Client: new (of: object) => OwnConnection
    readonly options: object
  }
  return new Client(options)
}
