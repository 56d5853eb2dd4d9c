import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { postgres } from '@artoo/postgres'
import { createArtoo } from '@artoo/sdk'

/** Bytes of the heap that a task takes while its model is asked. */
export async function heldBytes(connectionString: string, tasks: number): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const db = await postgres({ connectionString, schema: 'held' })
  let asked = 0
  const model = { id: 'silent', generate: () => new Promise<never>(() => void asked++) }
  const { journal, queue } = db
  const limits = { concurrency: tasks }
  const artoo = createArtoo({ model, depth: 'direct', dreamer: false, limits, journal, queue })
  for (let number = 0; number < tasks; number++) await artoo.submit('Wait.').submitted
  const before = heap()
  const worker = artoo.worker({ concurrency: tasks })
  while (asked < tasks) await new Promise((resolve) => setTimeout(resolve, 50))
  const bytes = (heap() - before) / worker.running.length
  // It waits 5 s for so many, which is not the matter here.
  await artoo.close().catch(() => {})
  await db.close()
  return bytes
}
