import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createMemory, type Memory } from '@artoo/mkct'
import { type ArtooOptions, createArtoo, type SlowLoopEvent, usageByRole } from '@artoo/sdk'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'
import { answers, straightThrough } from './script.js'

const fiveMinutes = 300_000

async function dreaming(given: Partial<ArtooOptions> & { readonly rule?: ScriptedTurn } = {}) {
  const { rule = { json: { rule: 'Greet by name.' } }, ...options } = given
  const clock = manualClock(1_000_000)
  const memory = createMemory({ clock })
  const events: SlowLoopEvent[] = []
  const brain = scriptedModel({ ...straightThrough, rule }, { repeatLast: true, id: 'brain' })
  const tool = scriptedModel(straightThrough, { repeatLast: true, id: 'tool' })
  const dreamer = { onEvent: (event: SlowLoopEvent) => events.push(event) }
  const artoo = createArtoo({ model: { brain, tool }, memory, clock, dreamer, ...options })
  onTestFinished(() => memory.close())
  return {
    ...{ artoo, brain, memory, events, clock },
    asked: () => brain.requests.filter(({ output }) => output?.name === 'rule').length,
    async cycle() {
      clock.advance(fiveMinutes)
      for (const _ of Array(200)) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

async function acceptedOften(memory: Memory) {
  for (const index of Array(7).keys()) {
    const lesson = { space: 'intent:say-hello', entity: 'env:local', state: 'accept', content: `${index}` } as const
    await memory.write(lesson).settled
  }
}

describe('the slow loop', () => {
  test('runs by itself: what went well often becomes a rule of the brain’s, which the next plan is told', async () => {
    const { artoo, memory, cycle, brain, events } = await dreaming({ depth: 'full' })
    await acceptedOften(memory)
    await cycle()
    // What is loaded at the first dream takes its time on a busy machine.
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['ModelCall', 'Promotion'])
    expect(events[1]?.payload).toMatchObject({ space: 'intent:say-hello', text: 'Greet by name.' })
    expect(usageByRole(events)).toMatchObject({ dreamer: { modelCalls: 1 } })
    await artoo.run('Say hello')
    const plan = brain.requests.find(({ output }) => output?.name === 'plan')
    expect(JSON.stringify(plan)).toContain('Greet by name.')
    await artoo.close()
  })

  test('is there when nobody asks for it, and needs no listener', async () => {
    const { artoo, memory, cycle, asked } = await dreaming({ dreamer: undefined })
    await acceptedOften(memory)
    await cycle()
    expect(asked()).toBe(1)
    await artoo.close()
  })

  test.each([
    ['left out', { dreamer: false }],
    ['without a budget', { limits: { background: { modelCalls: 0 } } }],
  ])('asks no model when it is %s', async (_, options) => {
    const { artoo, memory, cycle, asked } = await dreaming(options)
    await acceptedOften(memory)
    await cycle()
    expect(asked()).toBe(0)
    await artoo.close()
  })

  test('comes as often as it is told', async () => {
    const { artoo, memory, clock, asked } = await dreaming({ dreamer: { intervalMs: 10 } })
    await acceptedOften(memory)
    clock.advance(10)
    await expect.poll(asked).toBe(1)
    await artoo.close()
  })

  test('ends with close, which aborts it and waits', async () => {
    const { artoo, memory, cycle, clock, asked } = await dreaming({ rule: 'hang' })
    await acceptedOften(memory)
    await cycle()
    expect(asked()).toBe(1)
    await artoo.close()
    expect(clock.pending).toBe(0)
    await cycle()
    expect(asked()).toBe(1)
  })

  test('keeps no process alive', async () => {
    const host = await bundled(new URL('dreaming-host.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [host])
    expect(stdout.trim()).toBe('asked')
  })

  test('belongs to no single run', async () => {
    const { artoo } = await dreaming()
    expect(() => artoo.run('Say hello', { limits: { background: {} } as never })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'limits.background' }),
    )
    await artoo.close()
  })
})

test('what became of a task is told to the next one that has most of its words', async () => {
  const memory = createMemory()
  onTestFinished(() => memory.close())
  async function run(text: string, script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>) {
    const model = scriptedModel({ ...straightThrough, ...script }, { repeatLast: true })
    const artoo = createArtoo({ model, memory, limits: { replans: 0, retries: 0 } })
    await artoo.run(text)
    await artoo.close()
    const plan = model.requests.find(({ output }) => output?.name === 'plan')
    return JSON.parse(plan?.messages[1]?.content ?? '').constraints?.caution ?? []
  }
  await run('Convert the invoices of March to euros', { execution: answers.infeasible })
  expect(await run('Please convert all March invoices into euros', {})).toEqual([
    expect.stringMatching(
      /^this was tried before and abandoned: of a similar task: "Convert the invoices of March to euros" was given up at /,
    ),
  ])
  expect(await run('Paint the fence', {})).toEqual([])
})
