import { ArtooError, oneByOne } from '@artoo/spec'
import type { Database } from '../database/database.js'
import { keptConnection } from '../database/own-connection.js'
import { storeStatements } from './store-statements.js'

/** The one writer of a store. */
export interface StoreWriter {
  /** Runs a statement whose first two values are epoch and number of the batch. */
  write(text: string, values: readonly unknown[]): Promise<void>
  close(): Promise<void>
}

/**
 * Claims the store: an advisory lock keeps a second writer out as long as the connection of the first one lives. Each batch names its writer and
 * its number, so that one whose answer was lost is not written twice or after a later one, and a writer that was cut off and succeeded writes no
 * more.
 *
 * @throws {ArtooError} `store_locked`
 */
export async function storeWriter({ name, schema, pool, query, reach }: Database): Promise<StoreWriter> {
  const sql = storeStatements(schema)
  const inTurn = oneByOne()
  let isOpen = false
  const release = await reach(() =>
    keptConnection(pool, async (connection) => {
      const lock = 'select pg_try_advisory_lock(hashtextextended($1, 1)) as mine'
      const { rows } = await connection.query(lock, [`artoo ${name}`])
      // A writer that lost the lock with its connection finds out with the next batch.
      if (!isOpen && !(rows[0] as { readonly mine: boolean }).mine) throw locked(name)
      isOpen = true
    }),
  )
  const [claim] = await reach(() => query<{ readonly epoch: number }>(sql.claim)).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const epoch = claim?.epoch
  let batch = 0

  async function isDone(): Promise<boolean> {
    const [row] = await query<{ readonly batch: number }>(sql.batchOf, [epoch])
    return row?.batch === batch + 1
  }

  return {
    write: (text, values) =>
      inTurn(async () => {
        const done = await reach(
          async (again) => (await query(text, [epoch, batch, ...values])).length > 0 || (again && (await isDone())),
        )
        if (!done) throw succeeded(name)
        batch++
      }),
    close: release,
  }
}

function locked(name: string): ArtooError {
  const message = `another process has the store of the schema ${name} open: close it there, or give another schema`
  return new ArtooError('store_locked', message, { field: 'store' })
}

function succeeded(name: string): ArtooError {
  const message = `another process has opened the store of the schema ${name} since: close this memory, and let one write at a time`
  return new ArtooError('store_changed', message, { field: 'store' })
}
