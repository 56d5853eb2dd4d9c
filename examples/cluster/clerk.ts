import { type ArtooDatabase, postgres, type TransactionContext } from '@artoo/postgres'
import { type Artoo, createArtoo, defineTool, type LanguageModel, type Tool } from '@artoo/sdk'
import pg from 'pg'
import { z } from 'zod'

/** An agent that pays invoices, in any of the processes. */
export interface Clerk {
  readonly artoo: Artoo
  readonly db: ArtooDatabase
  /** Payments by invoice: the truth of this example. */
  payments(invoices: readonly string[]): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

export interface ClerkOptions {
  readonly connectionString: string
  /** Milliseconds that a call to the model takes. @defaultValue 400 */
  readonly latencyMs?: number | undefined
  /** @defaultValue nothing is called */
  readonly onPayment?: ((invoice: string) => void) | undefined
}

export async function clerk({ connectionString, latencyMs = 400, onPayment }: ClerkOptions): Promise<Clerk> {
  const pool = new pg.Pool({ connectionString, max: 5 })
  const db = await postgres({ pool, schema })
  await pool.query(makeTable)
  const artoo = createArtoo({
    ...{ model: paying(latencyMs), tools: [db.transaction(payTool(onPayment))], depth: 'direct', dreamer: false },
    ...{ journal: db.journal, queue: db.queue },
    permissions: { allow: ['pay: small-*'] },
  })
  return {
    artoo,
    db,
    async payments(invoices) {
      const text = `select invoice, count(*)::int as times from ${schema}.payments where invoice = any($1) group by invoice`
      const { rows } = await pool.query<{ readonly invoice: string; readonly times: number }>(text, [invoices])
      return new Map(rows.map(({ invoice, times }) => [invoice, times]))
    },
    async close() {
      await artoo.close()
      await db.close()
      await pool.end()
    },
  }
}

const schema = 'artoo_example'

/** The lock lets one process after the other look whether the table is there. */
const makeTable = `begin; select pg_advisory_xact_lock(4711);
create table if not exists ${schema}.payments (invoice text not null, at timestamptz not null default now()); commit`

/** Small invoices are paid by the rule above, large ones need a yes. Payment and record of the call are one commit, so that it is made once. */
const payTool = (onPayment: ((invoice: string) => void) | undefined) =>
  defineTool({
    name: 'pay',
    description: 'Pays an invoice.',
    input: z.object({ invoice: z.string() }),
    effect: ({ invoice }) => ({ kind: 'irreversible', action: `pay ${invoice}`, reason: 'the money is gone' }),
    target: ({ invoice }) => invoice,
    async execute({ invoice }, context) {
      const { transaction } = context as TransactionContext
      await transaction.query(`insert into ${schema}.payments (invoice) values ($1)`, [invoice])
      onPayment?.(invoice)
      return 'paid'
    },
  }) as Tool

/** Calls the tool for the invoice that its task names, and then says so: no key and no network. */
function paying(latencyMs: number): LanguageModel {
  return {
    id: 'paying',
    async generate({ messages }, { signal }) {
      await new Promise((resolve, reject) => {
        setTimeout(resolve, latencyMs)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      const [invoice = 'unknown'] = /(small|large)-[\w-]+/.exec(JSON.stringify(messages)) ?? []
      const usage = { inputTokens: 10, outputTokens: 10 }
      if (messages.some(({ role }) => role === 'tool')) {
        return { text: `${invoice} is paid`, toolCalls: [], finishReason: 'stop', usage }
      }
      const toolCalls = [{ id: `pay-${invoice}`, name: 'pay', input: { invoice } }]
      return { text: '', toolCalls, finishReason: 'tool_calls', usage }
    },
  }
}
