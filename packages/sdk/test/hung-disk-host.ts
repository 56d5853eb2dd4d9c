/**
 * A host whose journal's disk hangs in the middle of a task: `hung-disk-host.ts FOLDER`. The file becomes a pipe that nobody empties, so a read or
 * write of it blocks its thread for ever. Prints how late the host's timers were meanwhile, and whether its other work went on. Ends by a kill.
 */
import { execFileSync } from 'node:child_process'
import { constants, openSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createArtoo, type LanguageModel } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'

const [folder = ''] = process.argv.slice(2)
const journal = fileJournal(folder)

/** A pipe that is full: the next write to it waits for a reader. */
function becomePipe(path: string): void {
  rmSync(path)
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(pipe, Buffer.alloc(65_536, 'x'))
  } catch {
    // It is full. The descriptor stays open: without it the pipe would break.
  }
}

let hung = ''
const model: LanguageModel = {
  id: 'model',
  async generate() {
    if (hung) becomePipe(hung)
    hung = ''
    return { text: 'done', toolCalls: [], finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
  },
}
const base = { depth: 'direct', dreamer: false, model } as const
const artoo = createArtoo({ ...base, journal })
const run = artoo.run('Say it')
hung = journal.pathOf(run.taskId)
const outcome = run.then(({ status }) => status)

let lateMs = 0
let last = performance.now()
const timer = setInterval(() => {
  lateMs = Math.max(lateMs, performance.now() - last - 10)
  last = performance.now()
}, 10)
await sleep(300)
const { status } = await createArtoo(base).run('Say it')
const { length } = await readFile(process.execPath, { flag: 'r' }).then((bytes) => bytes.subarray(0, 4))
await sleep(200)
clearInterval(timer)
console.log(
  JSON.stringify({
    lateMs: Math.round(lateMs),
    other: status,
    read: length,
    hung: await Promise.race([outcome, 'yes']),
  }),
)
setInterval(() => {}, 1_000)
