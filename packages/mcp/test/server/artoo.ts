import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type LanguageModel } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const pay = { name: 'pay', input: { invoice: 'A\u202e17' } }
const ask = { name: 'ask_user', input: { question: 'Which list?', choices: ['old', 'new'] } }
const wait = { name: 'wait', input: {} }

const callsIn = (task: string) => {
  if (task.includes('Please ask and pay')) return [ask, pay]
  if (task.includes('Please ask')) return [ask]
  return task.includes('Please pay') ? [pay] : task.includes('Please wait') ? [wait] : []
}

/** Does what the task asks for, and repeats what it was told last. */
function model(): LanguageModel {
  return scriptedModel(
    {
      text: ({ messages }) => {
        const task = JSON.stringify(messages)
        const made = messages.filter(({ role }) => role === 'tool').length
        const call = callsIn(task)[made]
        return call ? { toolCalls: [call] } : { text: `done: ${JSON.stringify(messages.at(-1)?.content)}` }
      },
    },
    { repeatLast: true },
  )
}

/** An instance whose journal and payments lie in a folder. A file `die` in it ends the process in the next payment. */
export function artooIn(directory: string) {
  const paying = defineTool({
    ...{
      name: 'pay',
      description: 'pays an invoice',
      input: z.object({ invoice: z.string() }),
      effect: 'irreversible',
    },
    target: ({ invoice }) => invoice,
    execute({ invoice }, { context }) {
      if (existsSync(join(directory, 'die'))) {
        rmSync(join(directory, 'die'))
        process.kill(process.pid, 'SIGKILL')
      }
      const { user } = Object(context) as { readonly user?: string }
      appendFileSync(join(directory, 'paid.txt'), `${invoice} for ${user}\n`)
      return 'paid'
    },
  })
  const waiting = defineTool({
    ...{ name: 'wait', description: 'waits', input: z.object({}), effect: 'read' },
    async execute(_, { signal, onProgress }) {
      onProgress({ message: 'waiting', done: 1, total: 2 })
      await delay(60_000, undefined, { signal })
      return 'waited'
    },
  })
  return createArtoo({
    ...{ model: model(), tools: [paying, waiting], depth: 'direct', dreamer: false },
    journal: fileJournal(join(directory, 'journal')),
  })
}
