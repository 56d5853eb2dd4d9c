/**
 * A process with a queue in files: `claims` jobs until there are no more, once it is told to; or does something and is killed in the middle of
 * it: before the nth time that a file is moved, or, with 0, in the middle of a line of the list of changes.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileQueue } from '../src/node.js'

const [directory = '', deed = '', moves = '1'] = process.argv.slice(2)
const queue = fileQueue(directory)
const wish = { worker: `${process.pid}`, kinds: ['task'], tags: [], suspects: 9, leaseMs: 60_000 }
const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

function killedIn(move: number): void {
  const { rename, appendFile } = fs.promises
  let left = move
  fs.promises.rename = (from, to) => (--left === 0 ? die() : rename(from, to))
  if (move === 0) fs.promises.appendFile = (path, text) => appendFile(path, `${text}`.slice(0, -1)).then(die)
  syncBuiltinESMExports()
}

const job = { taskId: 'new', kind: 'task', version: '1', input: 1, tags: [], priority: 0, delayMs: 0 }
const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
  submit: () => queue.submit(job),
  claim: () => queue.claim({ ...wish, count: 3 }),
  settle: () => queue.settle({ taskId: 'job-0', claims: 1 }, { kind: 'done', result: 'result' }),
}

if (deed === 'claims') {
  await queue.counts()
  console.log('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  for (;;) {
    const jobs = await queue.claim({ ...wish, count: 2 })
    for (const { taskId } of jobs) console.log(taskId)
    if (jobs.length === 0) break
  }
  process.exit()
}
killedIn(Number(moves))
await deeds[deed]?.()
