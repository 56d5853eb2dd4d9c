/** A person at another machine: waits for a question about one of the tasks, says yes, and leaves. `person.ts NAME`, with `DATABASE_URL`. */
import { setTimeout as pause } from 'node:timers/promises'
import { clerk } from './clerk.js'

const { DATABASE_URL: connectionString = '' } = process.env
const [name = 'Ada'] = process.argv.slice(2)
const { artoo, db, close } = await clerk({ connectionString })

/** Resolves to whether there was a question. */
async function look(): Promise<boolean> {
  for await (const { taskId, requests } of db.queue.jobs({ state: 'waiting' })) {
    for (const request of requests) {
      if (request.kind !== 'confirm') continue
      console.log(`${name}: is asked “${request.action}?” by task ${taskId.slice(-4)}, and says yes`)
      await artoo.answer(taskId, { [request.id]: { allow: 'once', by: name } })
      return true
    }
  }
  return false
}

while (!(await look())) await pause(200)
await close()
