import { publicEvents, traceLine } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type AnswerPiece,
  type ArtooOptions,
  createArtoo,
  fromFunction,
  isWaiting,
  type LanguageModel,
  memoryJournal,
  type PartialOutputOf,
  type RunHandle,
  readEvents,
} from '@artoo/sdk'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { answers, freshPlans, planOf, straightThrough, subtask } from './script.js'

/** A scripted model that writes a few characters at a time. */
function streaming(script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>): LanguageModel {
  const scripted = scriptedModel(script, { repeatLast: true })
  return {
    id: scripted.id,
    streams: true,
    async generate(request, options) {
      const response = await scripted.generate(request, options)
      for (let at = 0; at < response.text.length; at += 8) {
        await new Promise((resolve) => setImmediate(resolve))
        options.signal.throwIfAborted()
        const piece = response.text.slice(at, at + 8)
        options.onProgress?.(piece)
        options.onText?.(piece)
      }
      return response
    },
  }
}

function follow(run: Pick<RunHandle, 'answer'>) {
  const pieces: AnswerPiece[] = []
  const attempts: string[] = ['']
  const done = (async () => {
    for await (const piece of run.answer) {
      pieces.push(piece)
      if (piece.type === 'answer_reset') attempts.push('')
      if (piece.type === 'answer_delta') attempts.push(attempts.pop() + piece.text)
    }
  })()
  return { pieces, attempts, done }
}

/** A task with all that was streamed of it. */
async function run(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
) {
  const journal = memoryJournal()
  const artoo = createArtoo({ model: streaming(script), journal, dreamer: false, ...options })
  const handle = artoo.run('Greet')
  const { pieces, attempts, done } = follow(handle)
  const result = await handle
  await done
  await artoo.close()
  return { result, pieces, attempts, handle, journal }
}

const execution = (output: string): ScriptedTurn => ({ json: { status: 'completed', output } })
const text = 'Good morning to all of you, and to Bob: "hello"!'
const passed: ScriptedTurn = {
  json: { verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'so it is' })) },
}
const failed: ScriptedTurn = {
  json: {
    ...answers.fail.json,
    verdicts: [...answers.fail.json.verdicts, { criterion: 2, verdict: 'pass', evidence: 'x' }],
  },
}

describe('the text that the user reads is streamed', () => {
  test('of the planner, when it answers at once', async () => {
    const { result, pieces, attempts } = await run({ plan: { json: { criteria: [], subtasks: [], answer: text } } })
    expect(attempts).toEqual([result.output])
    expect(pieces.length).toBeGreaterThan(3)
    expectTypeOf(pieces).toEqualTypeOf<AnswerPiece[]>()
  })

  test('of the executor, whose subtask is the whole task, and anew after a correction', async () => {
    const { result, attempts, pieces } = await run({
      ...straightThrough,
      execution: [execution('Hm, good evening perhaps?'), execution(text)],
      last_verdicts: [failed, passed],
    })
    expect(attempts).toEqual(['Hm, good evening perhaps?', text])
    expect(result.output).toBe(text)
    expect(new Set(pieces.map(({ attempt }) => attempt))).toEqual(new Set([1, 2]))
  })

  test('of the last validator, when it merges, and of no executor then', async () => {
    const merged: ScriptedTurn = { json: { ...answers.accept.json, output: text } }
    const two = { ...straightThrough, plan: planOf(subtask('a'), subtask('b')), verification: merged }
    expect((await run(two)).attempts).toEqual([text])
    expect((await run(two, { depth: 'full' })).attempts).toEqual([text])
  })
})

describe('what is streamed', () => {
  test('is in no journal, in no event and in no order with those', async () => {
    const { handle, journal } = await run({ ...straightThrough, execution: execution(text), last_verdicts: passed })
    const kept = await readEvents(journal, handle.taskId)
    expect(kept).toEqual(handle.events)
    expect(JSON.stringify(kept)).not.toContain('answer_delta')
    const shown: string[] = []
    for await (const { name } of publicEvents(handle)) shown.push(name)
    expect(shown).not.toContain('answer_delta')
    expect(handle.events.map(traceLine).join()).not.toContain('answer_delta')
  })

  test('comes to nothing when the task does', async () => {
    const { result, attempts } = await run(
      { ...straightThrough, plan: freshPlans(), execution: execution(text), last_verdicts: failed },
      { limits: { retries: 0, replans: 1 } },
    )
    expect(result).toMatchObject({ directive: 'abandon', status: 'partial' })
    expect(attempts).toEqual([text, text, ''])
  })

  test('is the whole text at last, where the model doesn’t stream, writes data or answered before a crash', async () => {
    const script = { ...straightThrough, execution: execution(text), last_verdicts: passed }
    const whole = scriptedModel(script, { repeatLast: true })
    const { pieces, handle, journal } = await run(script, { model: whole })
    expect(pieces).toEqual([{ type: 'answer_delta', attempt: 1, text }])
    const artoo = createArtoo({ model: whole, journal, dreamer: false })
    const again = follow(artoo.resume(handle.taskId))
    await again.done
    expect(again.attempts).toEqual([text])
    await artoo.close()
    const typed = createArtoo({
      model: streaming({ plan: [], typed_plan: { json: { criteria: [], subtasks: [], answer: [1, 2] } } }),
    })
    const data = follow(typed.run('Count', { output: z.array(z.number()) }))
    await data.done
    expect(data.attempts).toEqual(['[1,2]'])
    await typed.close()
  })

  test('is read again after a repair, without what was repaired', async () => {
    const { attempts } = await run({
      ...straightThrough,
      execution: [
        { text: `{"output": "${'half '.repeat(20)}` },
        { text: `Sorry! {"status": "completed", "output": "hello"}` },
      ],
      last_verdicts: passed,
    })
    expect(attempts).toEqual(['half '.repeat(20), 'hello'])
  })

  test('ends with a task that waits', async () => {
    const asks: ScriptedTurn = { json: { criteria: [], subtasks: [], needs: [{ question: 'Whom?' }] } }
    const journal = { ...memoryJournal(), durable: true }
    const artoo = createArtoo({ model: streaming({ ...straightThrough, plan: asks }), journal, dreamer: false })
    const waits = artoo.run('Greet', { onUnanswered: 'wait' })
    const { done, pieces } = follow(waits)
    await done
    expect([isWaiting(await waits), pieces]).toEqual([true, []])
    await artoo.close()
  })

  test('may be read by nobody, or be left', async () => {
    const artoo = createArtoo({
      model: streaming({ ...straightThrough, execution: execution(text), last_verdicts: passed }),
    })
    const run = artoo.run('Greet')
    for await (const piece of run.answer) {
      expect(piece.type).toBe('answer_delta')
      break
    }
    expect((await run).output).toBe(text)
    await artoo.close()
  })
})

describe('a function that yields', () => {
  test('streams', async () => {
    const model = fromFunction(async function* () {
      for (const piece of ['{"criteria":[],"subtasks":[],', '"answer":"Good ', 'morn', 'ing!"}']) {
        await new Promise((resolve) => setImmediate(resolve))
        yield piece
      }
    })
    const { pieces, result } = await run({}, { model })
    expect(result.output).toBe('Good morning!')
    expect(pieces.map((piece) => 'text' in piece && piece.text)).toEqual(['Good ', 'morn', 'ing!'])
  })

  test('and breaks off is asked again, from the start', async () => {
    let calls = 0
    const model = fromFunction(async function* () {
      yield '{"criteria":[],"subtasks":[],"answer":"Good '
      await new Promise((resolve) => setImmediate(resolve))
      if (calls++ === 0) throw new TypeError('fetch failed')
      yield 'evening!"}'
    })
    const { attempts, result } = await run({}, { model })
    expect(result.output).toBe('Good evening!')
    expect(attempts).toEqual(['Good ', 'Good evening!'])
  })
})

describe('a task whose output is data', () => {
  const book = z.object({ title: z.string(), year: z.number() })
  const emma = { title: 'Emma, a novel', year: 1815 }

  test('shows the data while it is written, and at last as it is', async () => {
    const model = streaming({
      ...straightThrough,
      typed_plan: answers.plan,
      typed_execution: { json: { status: 'completed', output: emma } },
    })
    const artoo = createArtoo({ model, dreamer: false })
    const task = artoo.run('Which book?', { output: book })
    const values: unknown[] = []
    for await (const piece of task.answer) {
      if (piece.type !== 'answer_value') continue
      expectTypeOf(piece.value.title).toEqualTypeOf<string | undefined>()
      values.push(piece.value)
    }
    expect(await task).toMatchObject({ value: emma })
    expect(values.length).toBeGreaterThan(3)
    expect(values).toContainEqual({ title: expect.stringMatching(/^Emma,? ?a?/) })
    expect(values.at(-1)).toEqual(emma)
    await artoo.close()
  })
})

test('the type of data that is being written lacks what may not be there yet', () => {
  const order = z.object({
    size: z.enum(['small', 'large']),
    parts: z.array(z.object({ sku: z.string() })),
    at: z.iso.date(),
  })
  expectTypeOf<PartialOutputOf<typeof order>>().toEqualTypeOf<{
    readonly size?: string
    readonly parts?: readonly { readonly sku?: string }[]
    readonly at?: string
  }>()
})

test('reasoning of a model that shows it comes before its answer, and is no part of it', async () => {
  const model: LanguageModel = {
    id: 'thinking',
    streams: true,
    async generate(_, { onReasoning, onText }) {
      onReasoning?.('They want ')
      onReasoning?.('a greeting.')
      onText?.('Good morning.')
      return { text: 'Good morning.', toolCalls: [], finishReason: 'stop' }
    },
  }
  const artoo = createArtoo({ model, depth: 'direct', dreamer: false })
  const task = artoo.run('Greet me.')
  const pieces: AnswerPiece[] = []
  for await (const piece of task.answer) pieces.push(piece)
  expect(pieces).toEqual([
    { type: 'reasoning_delta', attempt: 1, text: 'They want a greeting.' },
    { type: 'answer_delta', attempt: 1, text: 'Good morning.' },
  ])
  expect(JSON.stringify(task.events)).not.toContain('They want')
  await artoo.close()
})
