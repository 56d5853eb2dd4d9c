/** A process that does its part in any number of rounds, each a task of its own: told by messages, as is the world that it pays in. */
import type { Journal } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { errorCode, systemClock } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import { z } from 'zod'
import { boss, errands, type Outcome } from '../../../packages/runtime/test/errand.js'
import type { Command, FromHost, Request, ToHost } from './protocol.js'

const waiting = new Map<number, (value: boolean) => void>()
let requests = 0

const send = (message: FromHost) => process.send?.(message)

function ask(round: number, request: Request): Promise<boolean> {
  const id = ++requests
  send({ kind: 'request', round, id, request })
  return new Promise((resolve) => waiting.set(id, resolve))
}

function stoppingAfterYes(journal: Journal): Journal {
  return {
    ...journal,
    async append(taskId, lines) {
      await journal.append(taskId, lines)
      const isYes = lines.some((line) => line.kind === 'event' && line.event.type === 'ConfirmationAnswer')
      if (isYes) process.kill(process.pid, 'SIGSTOP')
    },
  }
}

async function play({ round, directory, steps, takeOver, stopsAt }: Command): Promise<string> {
  const kept = fileJournal(directory)
  const epoch = (takeOver?.epoch ?? 0) + 1
  const pay = defineTool({
    name: 'pay',
    description: 'pays',
    input: z.object({ n: z.number() }),
    effect: 'irreversible',
    async execute({ n }, { fence }) {
      if (stopsAt === 'deed') process.kill(process.pid, 'SIGSTOP')
      if (await ask(round, { kind: 'pay', n, fence })) return `paid ${n}`
      throw new Error('refused: the fence is higher')
    },
  })
  const { run, runtime } = errands({
    journal: stopsAt === 'yes' ? stoppingAfterYes(kept) : kept,
    tools: [pay],
    clock: systemClock(),
    ids: () => crypto.randomUUID(),
  })
  const confirm = async ({ input, reason }: { readonly input: unknown; readonly reason: string }) => {
    const { n } = input as { readonly n: number }
    const unsure = reason.includes('may have been carried out')
    const isPaid = await ask(round, { kind: 'look', n, unsure, fence: epoch })
    return isPaid ? ({ allow: false, done: true, note: `paid ${n}` } as const) : true
  }
  const handle = takeOver
    ? runtime.resume(takeOver.taskId, { deciders: () => [boss], takeOver: takeOver.epoch, confirm })
    : run(steps, { confirm })
  if (!takeOver) {
    for await (const _ of handle) break
    send({ kind: 'begun', round, taskId: handle.taskId })
  }
  return ((await handle) as Outcome).reason
}

process.on('message', (message: ToHost) => {
  if (message.kind === 'answer') {
    waiting.get(message.id)?.(message.value)
    waiting.delete(message.id)
    return
  }
  const { round } = message.command
  play(message.command)
    .catch((error: unknown) => errorCode(error) ?? String(error))
    .then((outcome) => send({ kind: 'ended', round, outcome }))
})
