import { contract } from '@artoo/bus'
import { createRuntime, type Decider, memoryJournal, runContracts, userWordsContract } from '@artoo/runtime'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import * as z from 'zod'

const contracts = {
  ...runContracts('boss'),
  ...userWordsContract('boss'),
  Noted: contract(z.object({ text: z.string() }), [['boss', 'log']]),
  Errand: contract(z.object({}), [['host', 'boss']]),
  Outcome: contract(z.object({ heard: z.array(z.string()) }), [['boss', 'host']]),
}
type Contracts = typeof contracts

/** Ends when it is told to, with what it was told before; then it is silent. */
const boss: Decider<Contracts, 'boss', readonly string[] | null> = {
  actor: 'boss',
  initial: [],
  decide(heard, message) {
    if (heard === null) return [null, []]
    const text = message.type === 'UserWords' ? message.payload.text : null
    if (message.type === 'Interrupt' || text === 'end')
      return [null, [{ type: 'Outcome', to: 'host', payload: { heard: [...heard] } }]]
    return text === null || text === 'deaf'
      ? [heard, []]
      : [[...heard, text], [{ type: 'Noted', to: 'log', payload: { text } }]]
  },
}

const system = { contracts, controller: 'boss', result: 'Outcome' } as const
const errand = { begin: { type: 'Errand', to: 'boss', payload: {} }, deciders: [boss] } as const

function another() {
  const journal = { ...memoryJournal(), durable: true }
  const own = { clock: manualClock(), ids: sequentialIds() }
  return { journal, runtime: createRuntime({ system, effects: [], journal, ...own }) }
}

test('words reach the controller in their order, and stand in the log with what it made of them', async () => {
  const { runtime } = another()
  const run = runtime.run(errand)
  await Promise.all(['one', 'two', 'three'].map((text) => run.send(text)))
  await run.send('end').catch(() => {})
  expect(await run).toEqual({ heard: ['one', 'two', 'three'] })
  expect(run.events.map(({ type }) => type)).toEqual([
    ...['TaskStarted', 'Errand', 'UserWords', 'UserWords', 'UserWords', 'Noted', 'Noted', 'Noted'],
    ...['UserWords', 'Outcome'],
  ])
})

test('words that the controller ends without are refused', async () => {
  const { runtime } = another()
  const run = runtime.run(errand)
  const late = [run.send('end'), run.send('wait!')]
  expect(await Promise.allSettled(late)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'task_ended', message: expect.stringContaining('another task') } },
  ])
  expect(await run).toEqual({ heard: [] })
})

test('words that a controller does not take wait for its end', async () => {
  const { runtime } = another()
  const run = runtime.run(errand)
  const ignored = run.send('deaf')
  await runtime.close()
  await expect(ignored).rejects.toMatchObject({ code: 'task_ended' })
})

test('a run that goes on takes words before its journal is read, and one that has ended takes none', async () => {
  const { journal, runtime } = another()
  const first = runtime.run(errand)
  await first.send('one')
  first.interrupt()
  await first
  const next = createRuntime({ system, effects: [], journal, clock: manualClock() })
  const run = next.resume(first.taskId, { deciders: () => [boss] })
  await Promise.all([run.send('two'), run.send('end')])
  expect(await run).toEqual({ heard: ['one', 'two'] })
  const again = next.resume(first.taskId, { deciders: () => [boss] })
  await expect(again.send('three')).rejects.toMatchObject({ code: 'task_ended' })
  const unknown = next.resume('nobody', { deciders: () => [boss] })
  await expect(unknown.send('three')).rejects.toMatchObject({ code: 'task_ended' })
  await expect(unknown).rejects.toMatchObject({ code: 'unknown_task' })
})

test('a system without the message refuses them', async () => {
  const { UserWords: _, ...others } = contracts
  const deaf = createRuntime({ system: { ...system, contracts: others } as never, effects: [], clock: manualClock() })
  const run = deaf.run(errand as never)
  await expect(run.send('one')).rejects.toMatchObject({ code: 'words_not_taken' })
  await deaf.close()
})
