import type { JobQueue, Journal } from '@artoo/runtime'
import { ArtooError, assertOptions, countOption, type Store } from '@artoo/spec'
import pg from 'pg'
import { database } from './database/database.js'
import { migrate } from './database/migrate.js'
import type { PostgresPool } from './database/pool.js'
import { postgresJournal } from './journal/postgres-journal.js'
import { postgresQueue } from './queue/postgres-queue.js'
import { PostgresLevel } from './store/postgres-level.js'
import { transactionTools, type WithTransaction } from './transaction/transaction-tool.js'

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`. @defaultValue the variables `PGHOST`, `PGUSER` … of libpq */
  readonly connectionString?: string | undefined
  /** The schema of the tables: one for each set of tasks that are not to meet. @defaultValue `artoo` */
  readonly schema?: string | undefined
  /** Number of ready jobs from which `submit` rejects, about. @defaultValue 100_000 */
  readonly maxReady?: number | undefined
  /** A `pg.Pool` of one's own, which stays open, or options for the one that is made: `max`, `ssl` … @defaultValue `{ max: 10 }` */
  readonly pool?: PostgresPool | Readonly<Record<string, unknown>> | undefined
}

/** A PostgreSQL as the place that processes share. */
export interface ArtooDatabase {
  readonly journal: Journal
  readonly queue: JobQueue
  /** A store for `createMemory({ store })`, which one process at a time has open; it is opened when it is first used. */
  readonly store: Store
  /**
   * Gives a tool a `transaction` in the context of its calls. Effect and output of a call are committed together under its `idempotencyKey`, so that a
   * second call with that key returns the first one's output; a process that has lost the run commits nothing (`lease_lost`).
   */
  readonly transaction: WithTransaction
  /** Closes the connections; the pool only if it was made here. */
  close(): Promise<void>
}

/**
 * Connects, and makes the tables if they are missing or of an earlier version.
 *
 * @throws {ArtooError} `invalid_option`; `database_unreachable`, `database_login`, `database_rights`, `database_busy`, `database_full`,
 * `database_failed`; `unsupported_database`, `unsupported_store`.
 */
export async function postgres(options: PostgresOptions = {}): Promise<ArtooDatabase> {
  assertOptions(options, ['connectionString', 'schema', 'maxReady', 'pool'], { of: 'postgres' })
  const { connectionString, schema = 'artoo', maxReady = 100_000, pool: given = {} } = options
  assertSchema(schema)
  countOption('maxReady', maxReady, 1)
  const isOwn = !isPool(given)
  const pool = isPool(given) ? given : poolOf(connectionString, given)
  const shared = database(pool, schema)
  const queue = postgresQueue(shared, maxReady)
  let level: PostgresLevel | undefined
  async function close(): Promise<void> {
    await Promise.all([queue.close(), level?.close()])
    if (isOwn) await pool.end()
  }
  try {
    await migrate(shared)
  } catch (error) {
    await close()
    throw error
  }
  return {
    journal: postgresJournal(shared),
    queue,
    get store() {
      level ??= new PostgresLevel(shared)
      return level
    },
    transaction: transactionTools(shared),
    close,
  }
}

const isPool = (value: object): value is PostgresPool => 'connect' in value && typeof value.connect === 'function'

function poolOf(connectionString: string | undefined, options: object): PostgresPool {
  return new pg.Pool({
    ...{ connectionTimeoutMillis: 10_000, keepAlive: true, application_name: 'artoo' },
    ...options,
    ...(connectionString !== undefined && { connectionString }),
  }) as PostgresPool
}

function assertSchema(schema: string): void {
  if (typeof schema === 'string' && /^(?!pg_)[a-z_][a-z0-9_]{0,50}$/.test(schema)) return
  const message = `schema ${JSON.stringify(schema)} is no plain name: give lower-case letters, digits and _, at most 51, such as artoo_eu`
  throw new ArtooError('invalid_option', message, { field: 'schema' })
}
