import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type LanguageModel } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const calls: Readonly<Record<string, object>> = {
  pay: { name: 'pay', input: { invoice: 'A\u202e17' } },
  ask: { name: 'ask_user', input: { question: 'Which list?', choices: ['old', 'new'] } },
  wait: { name: 'wait', input: {} },
}

/** Does what the first word of the task says, once, and repeats the result of the call. */
function model(): LanguageModel {
  return scriptedModel(
    {
      text: ({ messages }) => {
        const isCalled = messages.some(({ role }) => role === 'tool')
        if (isCalled) return { text: `done: ${JSON.stringify(messages.at(-1)?.content)}` }
        const task = JSON.stringify(messages)
        const [, call] = Object.entries(calls).find(([word]) => task.includes(`Please ${word}`)) ?? []
        return call ? { toolCalls: [call as { name: string; input: object }] } : { text: 'Good day.' }
      },
    },
    { repeatLast: true },
  )
}

/** An instance whose journal and payments lie in a folder. */
export function artooIn(directory: string) {
  const pay = defineTool({
    ...{
      name: 'pay',
      description: 'pays an invoice',
      input: z.object({ invoice: z.string() }),
      effect: 'irreversible',
    },
    target: ({ invoice }) => invoice,
    execute({ invoice }) {
      appendFileSync(join(directory, 'paid.txt'), `${invoice}\n`)
      return 'paid'
    },
  })
  const wait = defineTool({
    ...{ name: 'wait', description: 'waits', input: z.object({}), effect: 'read' },
    async execute(_, { signal, onProgress }) {
      onProgress({ message: 'waiting', done: 1, total: 2 })
      await delay(60_000, undefined, { signal })
      return 'waited'
    },
  })
  return createArtoo({
    ...{ model: model(), tools: [pay, wait], depth: 'direct', dreamer: false },
    journal: fileJournal(join(directory, 'journal')),
  })
}
