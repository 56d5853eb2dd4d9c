import type { Database } from '../database/database.js'
import type { PostgresClient, PostgresPool } from '../database/pool.js'

/** Milliseconds until a lost connection is opened again. */
const againMs = 1_000

/** A connection of `pg` of one's own, which receives notifications. */
interface Listening extends PostgresClient {
  connect(): Promise<void>
  end(): Promise<void>
  on(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): void
  on(event: 'error' | 'end', listener: () => void): void
}

export interface JobChanges {
  /** Tells listeners of this process at once, and those of others soon. */
  tell(taskId: string): void
  on(listener: (taskId: string) => void): () => void
  close(): Promise<void>
}

/**
 * Changes of jobs over LISTEN and NOTIFY. A NOTIFY takes a lock of the whole database when its transaction is committed, so that changes would wait
 * for each other: they are sent apart from the statements that make them, many at once, and one that is lost with its process is found by the
 * listeners, who look by themselves, too.
 */
export function jobChanges({ name, pool, query }: Database): JobChanges {
  const channel = `${name}_jobs`
  const listeners = new Set<(taskId: string) => void>()
  const own = crypto.randomUUID()
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined
  let connection: Listening | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const hear = (taskId: string) => {
    for (const listener of listeners) listener(taskId)
  }

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const payloads = [...waiting].map((taskId) => `${own} ${taskId}`)
      waiting.clear()
      await query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads]).catch(
        () => {},
      )
    }
    sending = undefined
  }

  function listen(): void {
    if (connection || closed || listeners.size === 0) return
    const fresh = clientOf(pool)
    connection = fresh
    const lost = () => {
      if (connection !== fresh) return
      connection = undefined
      void fresh.end().catch(() => {})
      again = setTimeout(listen, againMs)
      again.unref?.()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ payload = '' }) => {
      const [from = '', taskId = ''] = [payload.slice(0, own.length), payload.slice(own.length + 1)]
      if (from !== own) hear(taskId)
    })
    fresh
      .connect()
      .then(() => fresh.query(`listen "${channel}"`))
      .catch(lost)
  }

  async function stop(): Promise<void> {
    const last = connection
    connection = undefined
    clearTimeout(again)
    await last?.end().catch(() => {})
  }

  return {
    tell(taskId) {
      hear(taskId)
      waiting.add(taskId)
      sending ??= Promise.resolve().then(send)
    },
    on(listener) {
      const one = (taskId: string) => listener(taskId)
      listeners.add(one)
      listen()
      return () => {
        listeners.delete(one)
        if (listeners.size === 0) void stop()
      }
    },
    async close() {
      closed = true
      listeners.clear()
      await Promise.all([stop(), sending])
    },
  }
}

function clientOf(pool: PostgresPool): Listening {
  const { Client, options } = pool as unknown as {
    readonly Client: new (options: object) => Listening
    readonly options: object
  }
  return new Client(options)
}
