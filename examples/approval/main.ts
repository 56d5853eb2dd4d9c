/**
 * A task that waits for a person: asked in one process, answered in another, today or next week.
 *
 *     main.ts ask "Announce the party on Friday"   runs until somebody has to decide, and ends
 *     main.ts list                                 what waits for whom
 *     main.ts answer TASK yes|no|done|TEXT [--by NAME] [--note TEXT]
 *                                                  goes on with it; done: it was carried out by hand
 *
 * `--dir` is where the journal and the notice board are, by default the state folder of the user; `--store level` keeps the journal in LevelDB.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type ConfirmAnswer,
  createArtoo,
  isInterrupted,
  isWaiting,
  type Journal,
  levelJournal,
  type PersonAnswer,
  type PersonRequest,
  type Question,
  someLines,
  type WaitingRunHandle,
} from '@artoo/sdk'
import { fileJournal, hasModelsInEnvironment, modelsFromEnvironment, stateFolder } from '@artoo/sdk/node'
import { ClassicLevel } from 'classic-level'
import { postTool } from './post-tool.js'
import { standIn } from './stand-in.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string' },
    store: { type: 'string', default: 'files' },
    by: { type: 'string' },
    note: { type: 'string' },
  },
})
const { dir = join(stateFolder(), 'approval'), store, by, note } = values
mkdirSync(dir, { recursive: true })
const level = store === 'level' ? new ClassicLevel(join(dir, 'level')) : null
const journal: Journal = level ? levelJournal(level) : fileJournal(join(dir, 'journal'))
const artoo = createArtoo({
  model: hasModelsInEnvironment(process.env) ? await modelsFromEnvironment(process.env) : standIn,
  tools: [postTool(join(dir, 'board.txt'))],
  journal,
})

async function tell(run: WaitingRunHandle): Promise<void> {
  const outcome = await run
  if (isInterrupted(outcome)) return console.log([outcome.summary, ...outcome.nextMoves].join('\n  '))
  if (!isWaiting(outcome)) {
    console.log(someLines(`${outcome.status}: ${outcome.output ?? outcome.summary}`))
    for (const { what, tool } of [...outcome.changes, ...outcome.refused]) console.log(`  ${tool}: ${what}`)
    return
  }
  for (const request of outcome.requests) {
    const question = request.kind === 'confirm' ? `${request.action}? (${request.reason})` : questionOf(request)
    console.log(`waiting ${outcome.taskId}: ${question}`)
  }
}

/** The question, with its choices, and the name under which an access is granted. */
function questionOf({ kind, question, choices = [] }: Question): string {
  if (kind === 'access') return `access to ${question}? (yes or no; a secret comes from the variable ACCESS)`
  return choices.length > 0 ? `${question} (${choices.join(', ')})` : question
}

function answerTo({ kind }: PersonRequest, text: string): PersonAnswer {
  if (kind === 'confirm') return decision(text)
  if (kind === 'question') return { answer: text, by }
  const { ACCESS: access } = process.env
  return text === 'yes' ? { granted: true, by, ...(access && { context: { access } }) } : { granted: false, by, note }
}

function decision(text: string): ConfirmAnswer {
  if (text === 'done') return { allow: false, done: true, by, note }
  return { allow: text === 'yes' ? 'once' : false, by, note }
}

/** Goes on with what the person said, whatever the task has asked. */
async function answer(taskId: string, text: string): Promise<void> {
  for await (const task of artoo.tasks({ state: 'waiting' })) {
    if (task.taskId !== taskId) continue
    const answers = task.requests.map((request) => [request.id, answerTo(request, text)] as const)
    return tell(artoo.resume(taskId, { answers: Object.fromEntries(answers) }))
  }
  console.error(`no task ${taskId} waits`)
  process.exitCode = 1
}

const [command, first = '', second = ''] = positionals
switch (command) {
  case 'ask':
    await tell(artoo.run(first, { onUnanswered: 'wait' }))
    break
  case 'list':
    for await (const { taskId, requests } of artoo.tasks({ state: 'waiting' })) {
      for (const { askedAt, kind } of requests)
        console.log(`${taskId} ${kind} since ${new Date(askedAt).toISOString()}`)
    }
    break
  case 'answer':
    await answer(first, second)
    break
  default:
    console.error(
      'Usage: main.ts ask TEXT | list | answer TASK yes|no|done [--by NAME] [--note TEXT] [--dir DIR] [--store files|level]',
    )
    process.exitCode = 2
}
await artoo.close()
await level?.close()
