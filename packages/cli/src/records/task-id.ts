import { oneLine } from '@artoo/llm'
import type { Journal, JournalledRun } from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import { allOf } from './items.js'

/** Characters of an id that are enough, when one task alone begins or ends with them. Ids of the same minute begin alike. */
const fewest = 4
const mostNamed = 5

/**
 * The id of the task that a person means by a whole id, its beginning or its end.
 *
 * @throws {ArtooError} `ambiguous_task` naming the tasks that it fits, `unknown_task` naming the nearest ones.
 */
export async function taskIdFrom(journal: Journal, text: string): Promise<string> {
  if (await isTask(journal, text)) return text
  const runs = await allOf(journal.list())
  const fits = ({ taskId }: JournalledRun) => taskId.startsWith(text) || taskId.endsWith(text)
  const found = text.length < fewest ? [] : runs.filter(fits)
  const [first, ...others] = found
  if (!first) throw unknown(text, runs)
  if (others.length > 0) throw ambiguous(text, found)
  return first.taskId
}

async function isTask(journal: Journal, text: string): Promise<boolean> {
  if (!/^[\w.-]{1,200}$/.test(text)) return false
  try {
    for await (const _ of journal.read(text)) return true
    return false
  } catch (error) {
    if (ArtooError.isInstance(error) && error.code === 'damaged_journal') return true
    throw error
  }
}

const newestFirst = (one: JournalledRun, other: JournalledRun) => other.startedAt - one.startedAt

function named(runs: readonly JournalledRun[]): string {
  const more = runs.length - mostNamed
  const ids = runs.slice(0, mostNamed).map(({ taskId }) => taskId)
  return `${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function ambiguous(text: string, found: readonly JournalledRun[]): ArtooError {
  const message = `${found.length} tasks have an id with ${text}, ${named(found.toSorted(newestFirst))}: give more of it, or its last characters`
  return new ArtooError('ambiguous_task', message, { field: 'id' })
}

function unknown(text: string, runs: readonly JournalledRun[]): ArtooError {
  const shown = oneLine(text, 60)
  if (runs.length === 0) {
    const message = `this folder has no task ${shown}, nor any other: name the right folder by --dir`
    return new ArtooError('unknown_task', message, { field: 'id' })
  }
  const nearest = runs.toSorted(
    (one, other) => shared(other.taskId, text) - shared(one.taskId, text) || newestFirst(one, other),
  )
  const message = `this folder has no task ${shown}: give at least ${fewest} characters of an id from \`artoo tasks\`, such as ${nearest[0]?.taskId}`
  return new ArtooError('unknown_task', message, { field: 'id' })
}

/** Number of characters at the beginning that two texts share. */
export function shared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}
