import { oneLine } from '@artoo/llm'
import type { Megram, Memory, Selector } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'

/** The entries to erase: those of a task, or all that match every field. */
export type Selection = { readonly task: string } | { readonly selector: Selector }

const fields = ['space', 'entity', 'id', 'subject'] as const

/**
 * Reads `task:…`, or one or more of `space:…`, `entity:…`, `id:…` and `subject:…`.
 *
 * @throws {ArtooError} `invalid_selector`
 */
export function selectionFrom(words: readonly string[]): Selection {
  const pairs = words.map((word): readonly [string, string] => {
    const colon = word.indexOf(':')
    return [word.slice(0, Math.max(0, colon)), word.slice(colon + 1)]
  })
  const [first] = pairs
  if (!first) throw wrong('it is missing')
  for (const [name, value] of pairs) {
    if (name !== 'task' && !fields.some((field) => field === name)) throw wrong(`there is no '${oneLine(name, 60)}:'`)
    if (value === '') throw wrong(`${name}: has no value`)
  }
  const names = pairs.map(([name]) => name)
  if (new Set(names).size < names.length) throw wrong('a field is given twice')
  if (!names.includes('task')) return { selector: Object.fromEntries(pairs) }
  if (pairs.length > 1) throw wrong('task: stands alone')
  return { task: first[1] }
}

function wrong(why: string): ArtooError {
  const message = `what to forget: ${why}; give task:ID, or one or more of space:…, entity:…, id:…, subject:…`
  return new ArtooError('invalid_selector', message, { field: 'selector' })
}

const fewest = 4

/** The entries that a selection names itself. Rules that were made from them go with them. */
export async function selected(memory: Memory, selection: Selection, signal: AbortSignal): Promise<readonly Megram[]> {
  const found: Megram[] = []
  const { space, entity, id, subject } = 'selector' in selection ? selection.selector : {}
  for await (const megram of memory.megrams({ ...(space && { space }), ...(entity && { entity }) }, { signal })) {
    const subjects = [megram.subject, ...(megram.subjects ?? [])]
    const isWanted =
      'task' in selection
        ? isOf(megram, selection.task)
        : (id === undefined || id === megram.id) && (subject === undefined || subjects.includes(subject))
    if (isWanted) found.push(megram)
  }
  if ('task' in selection) assertOneTask(found, selection.task)
  return found
}

/** The controller writes lessons under the name of its task. */
const author = /^R7\//

function isOf({ origin = '' }: Megram, task: string): boolean {
  if (!author.test(origin)) return false
  const taskId = origin.replace(author, '')
  return taskId === task || (task.length >= fewest && taskId.startsWith(task))
}

function assertOneTask(found: readonly Megram[], task: string): void {
  const origins = [...new Set(found.map(({ origin = '' }) => origin.replace(author, '')))]
  if (origins.length < 2 || origins.includes(task)) return
  const message = `lessons of ${origins.length} tasks begin with ${task}, ${origins.slice(0, 5).join(', ')}: give more of the id`
  throw new ArtooError('ambiguous_task', message, { field: 'selector' })
}
