/** A process that waits for `go`, acquires the state, and writes one revision after the other until it is killed. */
import { readSync, writeSync } from 'node:fs'
import { stateFileStore } from '../../src/node.js'
import { emptyState } from './empty-state.js'

const tell = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)

const [path = '', work = 'write'] = process.argv.slice(2)
const store = stateFileStore(path)
tell('ready')
readSync(0, Buffer.alloc(1))
try {
  await store.acquire(`run-${process.pid}`)
  tell('acquired')
} catch (error) {
  tell((error as { code: string }).code)
  process.exit()
}
const pause = new Int32Array(new SharedArrayBuffer(4))
if (work === 'hold') Atomics.wait(pause, 0, 0)
let revision = (await store.read())?.revision ?? 0
for (;;) {
  revision++
  await store.write({ ...emptyState, revision, residual_effects: Array(200).fill(`${revision}`.padStart(100)) })
  tell(revision)
}
