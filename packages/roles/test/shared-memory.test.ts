import { createBus, type Notice } from '@artoo/bus'
import { createMemory, type Memory, type NewMegram } from '@artoo/mkct'
import { ArtooError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, it } from 'vitest'
import { bindSharedMemory } from '../src/memory/shared-memory.js'
import { type ArtooEvent, contracts } from '../src/messages/contracts.js'

const scope = { taskId: 'task' }
const query = { pairs: [{ space: 'tool:glob', entity: 'path:src' }], spaces: [] }
const megram: NewMegram = { space: 'tool:glob', entity: 'path:src', content: 'no such folder', state: 'change_path' }

function bound(memory: Memory) {
  const log: (ArtooEvent | Notice)[] = []
  const clock = manualClock(1_000)
  const bus = createBus({ contracts, clock, ids: sequentialIds(), log: (entry) => void log.push(entry) })
  const port = bus.port('R5', scope)
  const ending = new AbortController()
  bindSharedMemory(port, { memory, clock, signal: ending.signal })
  return {
    log,
    bus,
    clock,
    ending,
    read: () => bus.port('R2', scope).publish({ type: 'MemoryQuery', to: 'R5', payload: query }),
    write: () => bus.port('R7', scope).publish({ type: 'Megram', to: 'R5', payload: megram }),
    async settled() {
      await new Promise((resolve) => setImmediate(resolve))
      await port.idle()
    },
  }
}

/** A memory of which only what is given works. */
const fake = (given: Partial<Memory>) => given as Memory
const diskIsGone = () => new ArtooError('store_failed', 'disk is gone')

it('answers the planner with what the controller has written', async () => {
  const memory = createMemory({ clock: manualClock(1_000), ids: sequentialIds('m') })
  const { write, read, settled, log } = bound(memory)
  write()
  await settled()
  const { id } = read()
  await settled()
  const reading = log.at(-1)
  expect(reading).toMatchObject({ type: 'MemoryReading', to: 'R2', causationId: id, payload: { error: null } })
  const readings = reading?.type === 'MemoryReading' ? reading.payload.consultation.readings : []
  expect(readings.find(({ entity }) => entity === 'path:src')?.lesson).toBe('no such folder')
  await memory.close()
})

it.each([
  ['rejects', () => Promise.reject(diskIsGone())],
  [
    'throws',
    () => {
      throw diskIsGone()
    },
  ],
])('answers without experience when the memory %s', async (_, consult) => {
  const { read, settled, log } = bound(fake({ consult }))
  read()
  await settled()
  expect(log.at(-1)).toMatchObject({
    type: 'MemoryReading',
    payload: { consultation: { readings: [], rules: [] }, error: 'disk is gone' },
  })
})

it.each([
  ['later', () => ({ settled: Promise.reject(diskIsGone()) })],
  [
    'at once',
    () => {
      throw diskIsGone()
    },
  ],
])('logs a write that fails %s', async (_, write) => {
  const { write: send, settled, log } = bound(fake({ write: write as unknown as Memory['write'] }))
  send()
  await settled()
  expect(log.at(-1)).toMatchObject({
    type: 'MemoryFailure',
    to: 'log',
    payload: { code: 'store_failed', message: 'disk is gone' },
  })
})

it('says nothing when a write goes well', async () => {
  const written: NewMegram[] = []
  const write = (given: NewMegram) => {
    written.push(given)
    return { settled: Promise.resolve() }
  }
  const { write: send, settled, log } = bound(fake({ write: write as unknown as Memory['write'] }))
  send()
  await settled()
  expect(log.map(({ type }) => type)).toEqual(['Megram'])
  expect(written).toEqual([{ ...megram, origin: 'R7/task', key: log[0]?.id }])
})

it('hands the task’s end on to the memory, and is silent afterwards', async () => {
  const consult: Memory['consult'] = (_, options) =>
    new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(diskIsGone()), { once: true }))
  const { read, settled, ending, log } = bound(fake({ consult }))
  read()
  await new Promise((resolve) => setImmediate(resolve))
  ending.abort()
  await settled()
  expect(log.map(({ type }) => type)).toEqual(['MemoryQuery'])
})

it('finds what was learnt of an intent in other words, too', async () => {
  const memory = createMemory({ clock: manualClock(1_000), ids: sequentialIds('m') })
  const { log, bus, settled } = bound(memory)
  const entity = 'env:local'
  const lesson = { space: 'intent:convert-all-invoices', entity, content: 'no rates', state: 'abandon' } as const
  bus.port('R7', scope).publish({ type: 'Megram', to: 'R5', payload: lesson })
  await settled()
  const pairs = [{ space: 'intent:convert-the-invoices', entity }]
  bus.port('R2', scope).publish({ type: 'MemoryQuery', to: 'R5', payload: { pairs, spaces: [] } })
  await settled()
  const reading = log.at(-1)
  expect(reading).toMatchObject({
    type: 'MemoryReading',
    payload: {
      error: null,
      consultation: {
        readings: [
          { space: 'intent:convert-the-invoices', action: 'ignore' },
          {
            space: 'intent:convert-all-invoices',
            action: 'avoid',
            lesson: 'of a similar task: no rates',
            origin: 'R7/task',
          },
        ],
      },
    },
  })
  expect(log.map(({ type }) => type)).toEqual(['Megram', 'MemoryQuery', 'MemoryReading'])
  await memory.close()
})
