import { attempt, soundPersona } from '../test/personas/measure.js'
import { play, type Way } from '../test/personas/play.js'
import { longLook, lookAtWorld } from '../test/personas/situations/long-look.js'
import { ambiguous, clear, incomplete } from '../test/personas/situations/questions.js'
import type { Situation } from '../test/personas/situations/situation.js'
import { undoThat } from '../test/personas/situations/undo-that.js'
import type { Task } from '../test/personas/task.js'
import { tasks } from '../test/personas/tasks.js'

interface Spent {
  readonly isRight: boolean
  readonly calls: number
  readonly tokens: number
  readonly reason: string
}

interface Kind {
  readonly name: string
  readonly run: (way: Way) => Promise<Spent>
}

const taskOf = (name: string, task: Task, without: readonly string[] = []): Kind => ({
  name,
  async run(way) {
    const { verdict, ...spent } = await attempt({ persona: soundPersona, system: way, task, seed: 1, without })
    return { isRight: verdict === 'right', ...spent }
  },
})

/** With the first of the situation's hosts: the one who answers, where there are questions. */
const situationOf = (name: string, situation: Situation): Kind => ({
  name,
  async run(way) {
    const { code: reason, ...spent } = await play(situation, { host: situation.hosts[0], way })
    return { reason, ...spent }
  },
})

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
  taskOf('needs no tool', greeting),
  taskOf('a question about a file', named('matching lines of a long file')),
  taskOf('an edit, read back', named('sort lines')),
  taskOf('eight files to read, one by one', search, ['shell', 'search_text']),
  taskOf('two subtasks, one after the other', named('copy, then append')),
  situationOf('thirty files of 10 kB, added up; the judge looks', longLook),
  situationOf('an edit that nobody read back; the judge looks at the file', lookAtWorld),
  situationOf('a clear question, where somebody could be asked', clear),
  situationOf('a question that the words leave open, asked once', incomplete),
  situationOf('a question that the work comes upon, asked once', ambiguous),
  situationOf('a follow-up in a session: "undo that"', undoThat),
]
const ways: readonly Way[] = ['bare', 'direct', 'auto', 'lean', 'full']

/**
 * The table of docs/cost.md: model calls and tokens of some kinds of task, in a bare tool loop and in the depths of artoo, with a model that
 * makes no mistakes. Tokens are characters of messages and tools by four.
 */
export async function costTable(): Promise<string> {
  const rows: string[] = []
  for (const { name, run } of kinds) {
    let bare = 0
    for (const way of ways) {
      const { isRight, calls, tokens, reason } = await run(way)
      if (!isRight) throw new Error(`${name}, ${way}: not right, ${reason}`)
      if (way === 'bare') bare = tokens
      rows.push(`| ${name} | ${way} | ${calls} | ${tokens} | ${(tokens / bare).toFixed(1)} |`)
    }
  }
  return ['| task | | calls | tokens | of the bare loop’s |', '|---|---|---:|---:|---:|', ...rows].join('\n')
}
