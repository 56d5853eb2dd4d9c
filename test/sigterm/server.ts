/**
 * A server as the guide writes it, without its HTTP: `server.ts FOLDER [COUNT]`. It goes on with what an earlier process left, starts COUNT
 * tasks, and on SIGTERM closes. Each line that it prints is JSON.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Artoo, createArtoo, defineTool, isInterrupted, isWaiting, type LanguageModel } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { z } from 'zod'

const [folder = '', count = '0'] = process.argv.slice(2)
const ledger = join(folder, 'ledger.txt')
const started = performance.now()
const print = (line: object) => console.log(JSON.stringify(line))

/** The invoices of a task, each paid by a call of its own. */
const payments = 3
const paid = () => readFileSync(ledger, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)

const pay = defineTool({
  name: 'pay',
  description: 'pays an invoice',
  input: z.object({ invoice: z.string() }),
  target: ({ invoice }) => invoice,
  effect: 'irreversible',
  async execute({ invoice }, { signal }) {
    await sleep(Math.random() * 20, undefined, { signal })
    appendFileSync(ledger, `${invoice}\n`)
    await sleep(Math.random() * 20, undefined, { signal })
    return `${invoice} is paid`
  },
})

const model: LanguageModel = {
  id: 'payer',
  async generate({ messages }, { signal }) {
    await sleep(Math.random() * 30, undefined, { signal })
    const [name = ''] = /batch-\d+/.exec(JSON.stringify(messages)) ?? []
    const answered = messages.filter(({ role }) => role === 'tool').length
    const usage = { inputTokens: 1, outputTokens: 1 }
    if (answered === payments) return { text: `${name} is paid`, toolCalls: [], finishReason: 'stop', usage }
    const input = { invoice: `${name}/${answered + 1}` }
    return { text: '', toolCalls: [{ id: 'pay', name: 'pay', input }], finishReason: 'tool_calls', usage }
  },
}

const artoo = createArtoo({
  ...{ model, tools: [pay], depth: 'direct', dreamer: false, journal: fileJournal(join(folder, 'journal')) },
  // The clerk who is asked looks into the ledger.
  confirm: async ({ target }) =>
    paid().includes(`${target}`) ? { allow: false, done: true, note: 'it is in the ledger', by: 'clerk' } : true,
})

async function follow(run: ReturnType<Artoo['resume']>): Promise<void> {
  const outcome = await run
  if (isInterrupted(outcome)) return print({ interrupted: run.taskId })
  print({ ended: run.taskId, ...(isWaiting(outcome) ? { status: 'waiting' } : outcome) })
}

const work: Promise<unknown>[] = []
const resuming = artoo.resumeAll({
  concurrency: 100,
  onRun(run) {
    print({ resumed: run.taskId, ms: Math.round(performance.now() - started) })
    work.push(follow(run))
  },
})
const idle = setInterval(() => {}, 1_000)
const close = async () => {
  await artoo.close()
  await Promise.all(work)
  clearInterval(idle)
}
process.once('SIGTERM', close)
print({ listening: true })
for (let number = 1; number <= Number(count); number++) work.push(follow(artoo.run(`Pay batch-${number}`)))
if (Number(count) === 0) {
  await resuming
  await close()
}
