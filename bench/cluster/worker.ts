/** A worker process of the bench. Prints a line when it takes jobs, and at its end its CPU time and statements. */
import { postgres } from '@artoo/postgres'
import { countedPool } from './counted-pool.js'
import { greeter } from './greeter.js'

const [connectionString = '', schema = '', latencyMs = '', concurrency = ''] = process.argv.slice(2)
const { pool, counts } = countedPool(connectionString, 5)
const db = await postgres({ pool, schema })
const artoo = greeter(Number(latencyMs), { journal: db.journal, queue: db.queue })
artoo.worker({ concurrency: Number(concurrency) })
process.once('SIGTERM', async () => {
  await artoo.close()
  await db.close()
  await pool.end()
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, counts }))
})
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ cpuMs: (user + system) / 1_000 }))
