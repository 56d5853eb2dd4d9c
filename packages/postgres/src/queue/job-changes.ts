import { jobListeners } from '@artoo/runtime'
import type { Database } from '../database/database.js'
import { keptConnection } from '../database/own-connection.js'

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
export function jobChanges({ name, pool, query, reach }: Database): JobChanges {
  const channel = `${name}_jobs`
  const own = crypto.randomUUID()
  const listeners = jobListeners()
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined
  let listening: Promise<() => Promise<void>> | undefined

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

  const listen = () =>
    reach(async () => {
      if (listeners.size === 0) return async () => {}
      return keptConnection(pool, (connection) => {
        connection.on('notification', ({ payload = '' }) => {
          if (!payload.startsWith(own)) listeners.tell(payload.slice(own.length + 1))
        })
        return connection.query(`listen "${channel}"`)
      })
    })

  async function stop(): Promise<void> {
    const last = listening
    listening = undefined
    await last?.then((end) => end()).catch(() => {})
  }

  return {
    tell(taskId) {
      listeners.tell(taskId)
      waiting.add(taskId)
      sending ??= Promise.resolve().then(send)
    },
    on(listener) {
      const remove = listeners.add(listener)
      listening ??= listen()
      const now = listening
      now.catch(() => {
        if (listening === now) listening = undefined
      })
      return () => {
        remove()
        if (listeners.size === 0) void stop()
      }
    },
    async close() {
      listeners.clear()
      await Promise.all([stop(), sending])
    },
  }
}
