import { attempt, type System, soundPersona } from '../test/personas/measure.js'
import type { Task } from '../test/personas/task.js'
import { tasks } from '../test/personas/tasks.js'

interface Kind {
  readonly name: string
  readonly task: Task
  readonly without?: readonly string[]
}

const named = (wanted: string): Task => {
  const task = tasks.find(({ name }) => name === wanted)
  if (!task) throw new Error(`there is no task ${wanted}`)
  return task
}

const notes = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [
    `notes/${index}.txt`,
    `note ${index}\n${index % 3 === 0 ? 'deadline\n' : ''}`,
  ]),
)
const search: Task = {
  name: 'a word in eight files',
  words: 'Which files in "notes" contain "deadline"?',
  files: notes,
  isRight: (answer) => ['0', '3', '6'].every((name) => answer.includes(`notes/${name}.txt`)),
}
const greeting: Task = {
  name: 'a greeting',
  words: 'Say "Good morning"',
  files: { 'a.txt': '' },
  isRight: (answer) => answer === 'Good morning',
}

const kinds: readonly Kind[] = [
  { name: 'needs no tool', task: greeting },
  { name: 'a question about a file', task: named('matching lines of a long file') },
  { name: 'an edit, read back', task: named('sort lines') },
  { name: 'eight files to read, one by one', task: search, without: ['shell', 'search_text'] },
  { name: 'two subtasks, one after the other', task: named('copy, then append') },
]
const systems: readonly System[] = ['bare', 'lean', 'full']

/**
 * The table of docs/cost.md: model calls and tokens of five kinds of task, in a bare tool loop and in both depths of artoo, with a model that
 * makes no mistakes. Tokens are characters of messages and tools by four.
 */
export async function costTable(): Promise<string> {
  const rows: string[] = []
  for (const { name, task, without } of kinds) {
    let bare = 0
    for (const system of systems) {
      const trial = { persona: soundPersona, system, task, seed: 1, ...(without && { without }) }
      const { verdict, calls, tokens, reason } = await attempt(trial)
      if (verdict !== 'right') throw new Error(`${name}, ${system}: ${verdict}, ${reason}`)
      if (system === 'bare') bare = tokens
      rows.push(`| ${name} | ${system} | ${calls} | ${tokens} | ${(tokens / bare).toFixed(1)} |`)
    }
  }
  return ['| task | | calls | tokens | of the bare loop’s |', '|---|---|---:|---:|---:|', ...rows].join('\n')
}
