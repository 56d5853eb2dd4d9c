import { createArtoo } from '@artoo/sdk'
import { confirm, fixed, model, request, tools } from './shop.js'
import { picture, text } from './svg.js'
import { rowHeight, rowsOf, timeline } from './timeline.js'

/** A task from its request to its result, as it ran. */
export async function runPicture(): Promise<string> {
  const artoo = createArtoo({ ...fixed(), model: model(), tools: tools(), confirm })
  const run = artoo.run(request)
  await run
  await artoo.close()
  const rows = rowsOf(run.events)
  const height = 56 + rows.length * rowHeight
  const heading = text('One task, event by event', [20, 28], 'strong')
  return picture(
    'The events of one task, from the request to the result',
    [680, height],
    [heading, ...timeline(rows, 58)],
  )
}
