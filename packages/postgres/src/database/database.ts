import { ArtooError, errorCode, monotonicTime, onAbort, systemClock } from '@artoo/spec'
import { databaseError } from './database-error.js'
import type { PooledClient, PostgresPool } from './pool.js'

/** Milliseconds after which a statement counts as lost: a connection may be cut without a word. */
const statementMs = 30_000

/** Milliseconds for which a lost connection is waited for: a server that is started again takes some seconds. */
const patienceMs = 60_000
const [firstWaitMs, longestWaitMs] = [50, 1_000]

/** Milliseconds since the Unix epoch by the clock of the server. */
export const serverTime = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Settings by which the server finds out within a minute that the machine at the other end of a connection is gone. */
export const keepAlive = (set: 'set' | 'set local') =>
  ['idle = 30', 'interval = 10', 'count = 3'].map((of) => `${set} tcp_keepalives_${of}`).join('; ')

export interface Database {
  /** The name of the schema, without quotes. */
  readonly name: string
  /** The schema as statements name it. */
  readonly schema: string
  readonly pool: PostgresPool
  /** Runs one statement, which takes effect as a whole or not at all. With a name, a connection plans it once. */
  query<Row = never>(text: string, values?: readonly unknown[], name?: string): Promise<readonly Row[]>
  /**
   * Runs a work, and again as long as the connection is lost in the middle of it. With `again` an earlier attempt may have taken effect, or may
   * still: its statement must be one that takes effect only once.
   *
   * @throws {ArtooError} the last error, `database_unreachable`, when patience is over.
   */
  reach<Result>(work: (again: boolean) => Promise<Result>): Promise<Result>
  /**
   * Runs a work on one connection, in a transaction that is committed when it succeeds. When the signal aborts before that, it is rolled back
   * and its connection closed: the work may go on to use it, or hang.
   */
  transaction<Result>(work: (client: PooledClient) => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

export function database(pool: PostgresPool, name: string): Database {
  const clock = systemClock()
  hear(pool)

  async function onClient<Result>(
    work: (client: PooledClient) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    let client: PooledClient | undefined
    try {
      client = await pool.connect()
      const result = await work(client)
      client.release()
      return result
    } catch (cause) {
      const error = databaseError(cause, name)
      client?.release(isLost(error) || signal?.aborted)
      throw error
    }
  }

  return {
    name,
    schema: `"${name}"`,
    pool,
    query: (text, values = [], of) =>
      onClient(async (client) => (await ask(client, text, values, of && `${name}_${of}`)) as never),
    async reach(work) {
      const began = monotonicTime(clock)
      for (let attempt = 0; ; attempt++) {
        try {
          return await work(attempt > 0)
        } catch (error) {
          if (!isLost(error) || monotonicTime(clock) - began > patienceMs) throw error
          await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** attempt))
        }
      }
    },
    transaction: (work, signal) =>
      onClient(async (client) => {
        await ask(client, begin)
        try {
          const result = await (signal ? untilAborted(work(client), signal) : work(client))
          await ask(client, 'commit')
          return result
        } catch (error) {
          if (!signal?.aborted) await ask(client, 'rollback').catch(() => {})
          throw error
        }
      }, signal),
  }
}

const heard = new WeakSet<PostgresPool>()

/** A connection that is lost fails its statement, and the pool replaces it: its event would end a process in which it is not heard. */
function hear(pool: PostgresPool): void {
  if (heard.has(pool)) return
  heard.add(pool)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Locks of a transaction whose machine is gone would last until its connection is given up, by default for hours. */
const begin = `begin; ${keepAlive('set local')}`

/** Rejects with the signal's reason when it aborts first. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => reject(signal.reason))
    void work.then(resolve, reject).finally(ignore)
  })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export const isLost = (error: unknown): boolean => errorCode(error) === 'database_unreachable'

async function ask(
  client: PooledClient,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<readonly unknown[]> {
  const statement = { text, values, name, query_timeout: statementMs } as unknown as string
  return (await client.query(statement)).rows
}

/**
 * A text by which rows are found. PostgreSQL has no U+0000 in a text, no text of a lone surrogate, and no long text in an index.
 *
 * @throws {ArtooError} `invalid_value`
 */
export function keyText(name: string, text: string, code = 'invalid_value'): string {
  if (text.isWellFormed() && !text.includes('\0') && text.length <= longestKey) return text
  const message = `${name} can't be a key in PostgreSQL: give at most ${longestKey} characters, without U+0000 and lone surrogates`
  throw new ArtooError(code, message, { field: name })
}

/** Characters, so that three bytes each fit into a page of an index. */
const longestKey = 800
