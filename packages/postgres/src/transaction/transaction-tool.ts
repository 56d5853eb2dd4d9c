import { fairSlots } from '@artoo/runtime'
import { ArtooError, type Tool, type ToolContext } from '@artoo/spec'
import { type Database, isLost, keyText } from '../database/database.js'
import type { PostgresClient } from '../database/pool.js'

/** The context of a tool whose effect is in the same database. */
export interface TransactionContext extends ToolContext {
  /**
   * The connection of `pg` with the transaction of the call: for statements, not for `begin` and `commit`. What it does is committed with the record
   * of the call, or not at all.
   */
  readonly transaction: PostgresClient
}

/** Makes a tool out of one, as `ArtooDatabase.transaction` says. */
export type WithTransaction = <Input>(tool: Tool<Input>) => Tool<Input>

/**
 * Tools that have an effect in the database exactly once. The first statement of a call takes its key, on which a second call with the same key
 * waits; the last one writes the output down and asks for the owner of the run, whose row is locked only then: appends to the journal don't wait.
 */
export function transactionTools({ schema, pool, transaction, query, reach }: Database): WithTransaction {
  // The journal of a call that asks a person is written while it has a connection.
  const { max = 10 } = pool.options
  const slots = fairSlots(Math.max(1, max - 1))
  const take = `insert into ${schema}.effects (key, task_id) values ($1, $2) on conflict do nothing returning key`
  const recorded = `select output from ${schema}.effects where key = $1`
  const record = `with owner as (select epoch from ${schema}.runs where task_id = $2 for share)
    update ${schema}.effects set output = $3 where key = $1 and not exists (select from owner where epoch > $4) returning key`

  /** Whether a call with the key was committed: waits for one that is not ended yet. */
  const isTaken = (key: string, taskId: string) =>
    transaction(async (client) => {
      const isFree = (await client.query(take, [key, taskId])).rows.length > 0
      if (isFree) await client.query(`delete from ${schema}.effects where key = $1`, [key])
      return !isFree
    })

  return (tool) => {
    if (max < 2) throw tooFew()
    return {
      ...tool,
      idempotent: true,
      async execute(input, context) {
        const { taskId, idempotencyKey, fence, signal } = context
        keyText('idempotencyKey', idempotencyKey)
        let failure: { readonly error: unknown } | undefined
        const call = () =>
          transaction(async (client) => {
            if ((await client.query(take, [idempotencyKey, taskId])).rows.length === 0) return null
            const output = await tool
              .execute(input, { ...context, transaction: client } as ToolContext)
              .catch((error: unknown) => {
                failure = { error }
                throw error
              })
            signal.throwIfAborted()
            const values = [idempotencyKey, taskId, JSON.stringify(output), fence]
            if ((await client.query(record, values)).rows.length === 0) throw takenOver(taskId, fence)
            return { output }
          }, signal)
        const done = await slots
          .forRun(signal)(call)
          .catch(async (error: unknown) => {
            // An error of the tool stays as it is.
            if (failure) throw failure.error
            if (signal.aborted && !isLost(error)) throw signal.reason
            // The connection may have been lost after the commit.
            if (isLost(error) && (await reach(() => isTaken(idempotencyKey, taskId)))) return null
            throw error
          })
        if (done) return done.output
        const [row] = await reach(() => query<{ readonly output: string | null }>(recorded, [idempotencyKey]))
        return row?.output == null ? undefined : JSON.parse(row.output)
      },
    }
  }
}

function takenOver(taskId: string, fence: number): ArtooError {
  const message = `${taskId} belongs to another process than that of epoch ${fence}: the effect of the call was rolled back`
  return new ArtooError('lease_lost', message)
}

function tooFew(): ArtooError {
  const message = 'a transaction holds a connection while the journal needs another: let the pool have 2 at least'
  return new ArtooError('invalid_option', message, { field: 'pool.max' })
}
