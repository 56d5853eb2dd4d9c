import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArtoo, isInterrupted, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { confirm, fixed, model, request, tools } from './shop.js'
import { picture, text } from './svg.js'
import { rowHeight, rowsOf, timeline } from './timeline.js'

/** A task that leaves its process in the middle of a call, and goes on in another: the events of its journal. */
export async function resumePicture(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-diagram-'))
  try {
    const journal = fileJournal(join(directory, 'journal'))
    const script = model()
    let isCalled = () => {}
    const called = new Promise<void>((resolve) => {
      isCalled = resolve
    })
    const hanging = tools(() => {
      isCalled()
      return new Promise(() => {})
    })
    const first = createArtoo({ ...fixed(), model: script, tools: hanging, confirm, journal })
    const run = first.run(request)
    await called
    run.interrupt()
    if (!isInterrupted(await run)) throw new Error('the task was not interrupted')
    const before = await readEvents(journal, run.taskId)
    await first.close()

    const second = createArtoo({ ...fixed(), model: script, tools: tools(), confirm, journal })
    await second.resume(run.taskId)
    await second.close()
    const after = (await readEvents(journal, run.taskId)).slice(before.length)
    return drawn(rowsOf(before), rowsOf(after), script.requests.length)
  } finally {
    await rm(directory, { recursive: true })
  }
}

type Rows = ReturnType<typeof rowsOf>

function drawn(before: Rows, after: Rows, calls: number): string {
  const cut = 58 + before.length * rowHeight
  const height = cut + 76 + after.length * rowHeight
  return picture(
    'The events of a task that goes on in a second process',
    [680, height],
    [
      text('Process 1 writes each event into the journal', [20, 28], 'strong'),
      ...timeline(before, 58),
      `<path class="line" stroke-dasharray="6 4" d="M20 ${cut} H660"/>`,
      text('process 1 ends in the middle of the call', [156, cut - 6], 'stop small'),
      text('Process 2 reads them, decides nothing anew, and makes the open call again', [20, cut + 28], 'strong'),
      ...timeline(after, cut + 56),
      text(`${calls} model calls in both: none is made twice`, [660, height - 14], 'quiet small', 'end'),
    ],
  )
}
