/** A worker process: carries out tasks whose model takes a while, and whose only tool pays. Prints a line when it takes jobs. */
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { postgres } from '@artoo/postgres'
import { createArtoo, defineTool } from '@artoo/sdk'
import { isErrno } from '@artoo/spec/node'
import * as z from 'zod'
import { payingModel } from './paying-model.js'

const [connectionString, schema, ledger = '', latencyMs = '200', concurrency = '10', leaseMs = '1000'] =
  process.argv.slice(2)

/** Pays once for each key, whoever asks: a file is made for it, which only one can do. */
const pay = defineTool({
  name: 'pay',
  description: 'pays an invoice',
  input: z.object({ invoice: z.string() }),
  effect: 'irreversible',
  target: ({ invoice }) => invoice,
  execute({ invoice }, { idempotencyKey, fence }) {
    appendFileSync(join(ledger, 'calls.txt'), `${invoice} ${fence}\n`)
    try {
      closeSync(openSync(join(ledger, `${idempotencyKey}.paid`), 'wx'))
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
      return 'was paid before'
    }
    appendFileSync(join(ledger, 'paid.txt'), `${invoice}\n`)
    return 'paid'
  },
})

/** Ends the process that calls it. */
const crash = defineTool({
  ...{ name: 'crash', description: 'crashes', input: z.object({}), effect: 'read' },
  execute: () => process.kill(process.pid, 'SIGKILL'),
})

const db = await postgres({ connectionString, schema, pool: { max: 4 } })
const artoo = createArtoo({
  ...{ depth: 'direct', dreamer: false, journal: db.journal, queue: db.queue, tools: [pay, crash] },
  model: payingModel(Number(latencyMs), (call) => appendFileSync(join(ledger, 'model.txt'), `${call}\n`)),
  permissions: { allow: ['pay: invoice-*'] },
  limits: { concurrency: 100 },
})
const worker = artoo.worker({ concurrency: Number(concurrency), leaseMs: Number(leaseMs), pollMs: 500 })
process.once('SIGTERM', async () => {
  await artoo.close()
  await db.close()
})
console.log(`${worker.name} takes jobs`)
