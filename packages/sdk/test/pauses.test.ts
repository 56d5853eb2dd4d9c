import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, isInterrupted, type Journal, memoryJournal, type RunEvent } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { ArtooError } from '@artoo/spec'
import { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const startMs = 1_000
const pauseMs = 5_000

const plan = planOf(subtask('ask the service', ['ask']))
const judged = { criterion: 1, verdict: 'fail', cause: 'outage', evidence: 'no answer came', records: [] }
const outage = { json: { verdicts: [judged, { ...judged, criterion: 2 }] } }

/** A process of its own, whose service answers or does not. */
function another(journal: Journal, clock: ManualClock, isUp: boolean) {
  const ask = defineTool({
    ...{ name: 'ask', description: 'asks the service', input: z.object({}), effect: 'read' },
    target: () => 'service',
    execute() {
      if (!isUp) throw new ArtooError('tool_timeout', 'no answer')
      return 'hello'
    },
  })
  const model = scriptedModel(
    {
      ...straightThrough,
      plan,
      execution: ({ messages }: { readonly messages: readonly { readonly role: string }[] }) =>
        messages.at(-1)?.role === 'tool' ? answers.execution : { toolCalls: [{ name: 'ask', input: {} }] },
      last_verdicts: isUp ? answers.passAll : outage,
    },
    { repeatLast: true },
  )
  const ids = sequentialIds()
  const artoo = createArtoo({
    ...{ model, tools: [ask], journal, clock, dreamer: false },
    ids: () => `${isUp ? 'later' : 'first'}-${ids()}`,
  })
  return { artoo, plans: () => model.requests.filter(({ output }) => output?.name === 'plan').length }
}

const turns = async (count = 30) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Goes on until the controller has ordered a pause. */
async function untilPause(events: AsyncIterable<RunEvent>): Promise<void> {
  for await (const { type, payload } of events) if (type === 'TimerRequest' && 'delayMs' in payload) return
}

test('after an outage the same is planned again, once a pause is over', async () => {
  const clock = manualClock(startMs)
  const { artoo, plans } = another(memoryJournal(), clock, false)
  const run = artoo.run('Ask the service')
  await untilPause(run)
  clock.advance(pauseMs - 1)
  await turns()
  expect(plans()).toBe(1)
  clock.advance(1)
  await turns()
  expect(plans()).toBe(2)
  const { payload } = run.events.findLast(({ type }) => type === 'PlanDirective') ?? {}
  expect(payload).toMatchObject({ directive: 'wait', mayPass: true })
  await artoo.close()
})

test('a task that is resumed in the middle of a pause waits for what is left of it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-pauses-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const journal = fileJournal(directory)
  const clock = manualClock(startMs)
  const first = another(journal, clock, false)
  const run = first.artoo.run('Ask the service')
  await untilPause(run)
  clock.advance(2_000)
  await turns()
  await first.artoo.close()
  expect(isInterrupted(await run)).toBe(true)

  const later = manualClock(clock.now() + 1_000)
  const second = another(fileJournal(directory), later, true)
  const before = later.pending
  const resumed = second.artoo.resume(run.taskId)
  await vi.waitFor(() => expect(later.pending).toBeGreaterThan(before))
  later.advance(pauseMs - 3_001)
  await turns()
  expect(second.plans()).toBe(0)
  await vi.waitFor(() => {
    later.advance(1)
    expect(second.plans()).toBe(1)
  })
  expect(later.now()).toBeLessThan(startMs + 2 * pauseMs)
  expect(await resumed).toMatchObject({ status: 'complete', replans: 1 })
  await second.artoo.close()
})
