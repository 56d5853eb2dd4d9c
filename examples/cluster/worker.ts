/** A worker, on any machine: carries out tasks until it gets SIGTERM. `worker.ts NAME`, with `DATABASE_URL`. */
import { hostname } from 'node:os'
import { clerk } from './clerk.js'

const { DATABASE_URL: connectionString = '', LEASE_MS: leaseMs = '3000' } = process.env
const [name = hostname()] = process.argv.slice(2)
const say = (words: string) => console.log(`${name}: ${words}`)

const { artoo, close } = await clerk({ connectionString, onPayment: (invoice) => say(`pays ${invoice}`) })
artoo.worker({
  // Two workers with one name would be one to the queue, so it gives each a name of its own.
  ...{ concurrency: 4, leaseMs: Number(leaseMs), pollMs: 300 },
  onEvent(event) {
    if (event.type !== 'claimed') return
    const from = event.lost > 0 ? ', whose worker is gone' : ''
    say(`takes task ${event.taskId.slice(-4)}${from}`)
  },
})
say('is ready')
process.once('SIGTERM', () => void close())
