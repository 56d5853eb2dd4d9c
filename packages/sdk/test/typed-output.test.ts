import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  type FinalResult,
  type Interrupted,
  isInterrupted,
  isWaiting,
  type OutputSchema,
  readEvents,
  type Waiting,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { answers, ended, freshPlans, planOf, straightThrough, subtask } from './script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-typed-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const book = z.object({ title: z.string().describe('as it is printed'), year: z.number().int() })
const emma = { title: 'Emma', year: 1815 }

const execution = (output: unknown): ScriptedTurn => ({ json: { status: 'completed', output } })
const passed: ScriptedTurn = {
  json: { verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'it is that one' })) },
}
const merged = (output: unknown): ScriptedTurn => ({ json: { ...answers.accept.json, output } })
const script = {
  ...straightThrough,
  typed_plan: answers.plan,
  typed_execution: execution(emma),
  last_verdicts: passed,
  typed_verification: merged(emma),
}

function another(
  own: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>> = {},
  options: Partial<ArtooOptions> = {},
) {
  const model = scriptedModel({ ...script, ...own }, { repeatLast: true })
  const send = defineTool({
    name: 'send',
    description: 'sends',
    input: z.object({}),
    effect: 'irreversible',
    execute: () => 'sent',
  })
  const journal = fileJournal(directory)
  const artoo = createArtoo({ model, journal, tools: [send], dreamer: false, ...options })
  return { model, artoo, journal, asked: () => model.requests.map(({ output }) => output?.name) }
}

describe('an output that has to fit a schema', () => {
  test('is written as data by whoever writes the answer, and judged as that very data', async () => {
    const { artoo, model, asked } = another()
    const result = await artoo.run('Which book?', { output: book })
    expect(result).toMatchObject({ directive: 'accept', value: emma, output: JSON.stringify(emma) })
    expect(asked()).toEqual(['typed_plan', 'typed_execution', 'last_verdicts'])
    const [plan, written, judged] = model.requests
    expect(plan?.messages.at(-1)?.content).toMatch(/"outputSchema": \{\s+"type": "object"[\s\S]*as it is printed/)
    expect(written?.output?.schema).toMatchObject({
      properties: { output: { anyOf: [{ type: 'object', required: ['title', 'year'] }, { type: 'null' }] } },
    })
    expect(judged?.messages.at(-1)?.content).toContain(JSON.stringify(JSON.stringify(emma)))
    expect(judged?.messages[0]?.content).toContain('data for a program')
    await artoo.close()
  })

  test('may need no work: the planner answers at once', async () => {
    const { artoo, asked } = another({ typed_plan: { json: { criteria: [], subtasks: [], answer: emma } } })
    expect(await artoo.run('Emma, 1815. Which book?', { output: book })).toMatchObject({
      reason: 'answered',
      value: emma,
    })
    expect(asked()).toEqual(['typed_plan'])
    await artoo.close()
  })

  test('is what the outputs of several subtasks are merged into', async () => {
    for (const [plan, depth] of [
      [planOf(subtask('look'), subtask('ask')), 'lean'],
      [answers.plan, 'full'],
    ] as const) {
      const { artoo, asked, model } = another({ typed_plan: plan, plan }, { depth })
      expect(await artoo.run('Which book?', { output: book })).toMatchObject({ reason: 'accepted', value: emma })
      expect(asked()).toContain('execution')
      expect(asked()).not.toContain('typed_execution')
      const merging = model.requests.findLast((request) => request.output?.name === 'typed_verification')
      expect(merging?.output?.schema).toMatchObject({
        properties: { output: { type: 'object', required: ['title', 'year'] } },
      })
      await artoo.close()
    }
  })

  test('is mended once when it doesn’t fit, by whoever wrote it', async () => {
    const { artoo, asked, model } = another({ typed_execution: [execution({ ...emma, year: 'old' }), execution(emma)] })
    expect(await artoo.run('Which book?', { output: book })).toMatchObject({ value: emma, replans: 0 })
    expect(asked()).toEqual(['typed_plan', 'typed_execution', 'typed_execution', 'last_verdicts'])
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('output.year: ')
    await artoo.close()
  })

  test('that can’t be mended is none: the task ends with the reason, and nothing is passed off as a value', async () => {
    const none = execution({ title: 'Emma' })
    const alone = another({ typed_execution: none, typed_plan: freshPlans(), plan: freshPlans() })
    const result = ended(await alone.artoo.run('Which book?', { output: book, limits: { replans: 1 } }))
    expect(result).toMatchObject({ directive: 'abandon', value: null })
    expect(JSON.stringify(result.missing)).toContain('wrong at output.year')
    await alone.artoo.close()
    const both = another({ typed_plan: planOf(subtask('a'), subtask('b')), typed_verification: merged('Emma') })
    expect(await both.artoo.run('Which book?', { output: book })).toMatchObject({ directive: 'abandon', value: null })
    await both.artoo.close()
  })

  test('may be reported as not to be had', async () => {
    const failed: ScriptedTurn = { json: { status: 'failed', output: null, reason: 'no year is printed in it' } }
    const { artoo } = another({ typed_execution: failed, typed_plan: freshPlans(), plan: freshPlans() })
    const result = await artoo.run('Which book?', { output: book, limits: { replans: 0 } })
    expect(result).toMatchObject({ directive: 'abandon', value: null })
    expect(JSON.stringify(result)).toContain('no year is printed in it')
    await artoo.close()
    const told: ScriptedTurn = {
      json: { status: 'failed', output: 'The title is Emma.', reason: 'no year is printed in it' },
    }
    const other = another({ typed_execution: told, typed_plan: freshPlans(), plan: freshPlans() })
    const partly = await other.artoo.run('Which book?', { output: book, limits: { replans: 0 } })
    expect(partly).toMatchObject({ value: null, output: expect.stringContaining('The title is Emma.') })
    await other.artoo.close()
  })

  test('is not delivered as close enough when nobody came to write it', async () => {
    const failed: ScriptedTurn = { json: { status: 'failed', output: '', reason: 'no ink' } }
    const plan = planOf(subtask('a'), subtask('b'))
    const own = () => ({ plan, typed_plan: plan, execution: [failed, answers.execution] })
    const options = { hyperparameters: { delta: 0.99 }, profile: 'paper' } as const
    const text = another(own(), options)
    expect(await text.artoo.run('Which book?')).toMatchObject({ reason: 'converged', output: 'hello' })
    await text.artoo.close()
    const typed = another(own(), options)
    const result = await typed.artoo.run('Which book?', { output: book })
    expect(result).toMatchObject({ directive: 'abandon', value: null, output: 'hello' })
    expect(result.summary).toContain('in the form that was asked for')
    await typed.artoo.close()
  })
})

describe('the value', () => {
  test('is what the schema makes of the output, typed as such', async () => {
    const { artoo, journal } = another()
    const dated = book.transform(({ year, ...rest }) => ({ ...rest, printed: new Date(Date.UTC(year, 0)) }))
    const run = artoo.run('Which book?', { output: dated })
    const result = ended(await run)
    if (result.directive === 'abandon' || result.directive === 'deliver') {
      expectTypeOf(result.value).toEqualTypeOf<null>()
      return expect.fail(result.summary)
    }
    expectTypeOf(result.value).toEqualTypeOf<{ printed: Date; title: string }>()
    expect(result.value).toEqual({ title: 'Emma', printed: new Date('1815-01-01T00:00:00Z') })
    expect(run.taskId).not.toBe('')
    expect(run.events.at(-1)?.type).toBe('FinalResult')
    expect(JSON.stringify(await readEvents(journal, run.taskId))).not.toContain('printed"')
    await artoo.close()
  })

  test('is not there without a schema', async () => {
    const { artoo } = another({ typed_plan: [] })
    const result = await artoo.run('Greet')
    expectTypeOf(result).toEqualTypeOf<FinalResult | Interrupted>()
    expect(result).not.toHaveProperty('value')
    // @ts-expect-error it has none
    expect(result.value).toBeUndefined()
    await artoo.close()
  })

  test('is typed where a task may wait, and in a session', async () => {
    const { artoo } = another()
    const waits = artoo.run('Which book?', { output: book, onUnanswered: 'wait' })
    const outcome = await waits
    expectTypeOf(isWaiting(outcome)).toEqualTypeOf<boolean>()
    expectTypeOf<Extract<typeof outcome, Waiting>>().toEqualTypeOf<Waiting>()
    if (isWaiting(outcome) || isInterrupted(outcome) || outcome.value === null) return expect.fail('it has a value')
    expectTypeOf(outcome.value).toEqualTypeOf<{ title: string; year: number }>()
    const turn = await artoo.session({ id: 'ann' }).run('Which book?', { output: book })
    expectTypeOf(turn.value).toEqualTypeOf<{ title: string; year: number } | null>()
    expect([outcome.value, turn.value]).toEqual([emma, emma])
    await artoo.close()
  })

  test('comes with the schema after a crash or a wait, and without it the output is the text', async () => {
    const waiting = {
      typed_plan: planOf(subtask('write', ['send'])),
      last_verdicts: answers.passAll,
      typed_execution: { toolCalls: [{ name: 'send', input: {} }] },
    }
    const first = another(waiting)
    const outcome = await first.artoo.run('Which book?', { output: book, onUnanswered: 'wait' })
    const { taskId } = isWaiting(outcome) ? outcome : expect.fail('it does not wait')
    await first.artoo.close()

    const misfit = execution({ title: 'Emma', year: 1815.5 })
    const second = another({ typed_execution: [misfit, execution(emma)], last_verdicts: answers.passAll })
    const resumed = await second.artoo.resume(taskId, { answers: { call_1_1: true }, output: book })
    expectTypeOf(resumed).toExtend<Waiting | { readonly value: { title: string; year: number } | null }>()
    expect(resumed).toMatchObject({ reason: 'accepted', value: emma })
    expect(second.asked()).toEqual(['typed_execution', 'typed_execution', 'last_verdicts'])
    expect(await second.artoo.resume(taskId, { output: book })).toMatchObject({ value: emma })
    const plain = await second.artoo.resume(taskId)
    expect(plain).toMatchObject({ output: JSON.stringify(emma) })
    expect(plain).not.toHaveProperty('value')
    expect((await replay(second.journal, taskId)).parting).toBeNull()

    const at = (await readEvents(second.journal, taskId)).find(({ type }) => type === 'ToolResult')?.id ?? ''
    const third = another({ typed_execution: [misfit, execution(emma)], last_verdicts: answers.passAll })
    const fork = third.artoo.fork(taskId, { at })
    expect(await fork).toMatchObject({ reason: 'accepted', output: JSON.stringify(emma) })
    expect(third.asked()).toEqual(['typed_execution', 'typed_execution', 'last_verdicts'])
    await third.artoo.run('Greet', { output: book })
    const text = third.artoo.run('Greet')
    await text
    await expect(third.artoo.resume(text.taskId, { output: book }).result).rejects.toThrow(/begun without output/)
    await Promise.all([second.artoo.close(), third.artoo.close()])
  })

  test('is none when the schema refuses what it had taken', async () => {
    const { artoo } = another()
    let calls = 0
    const moody = book.refine(() => calls++ === 0, 'not in the mood')
    const result = ended(await artoo.run('Which book?', { output: moody }))
    expect(result).toMatchObject({ directive: 'abandon', reason: 'host_failed', value: null })
    expect(result.missing[0]?.needs).toContain('not in the mood')
    expect(result.nextMoves).toHaveLength(2)
    await artoo.close()
  })
})

/** Numbers from a certain one on, by a library that is nothing but Standard Schema. */
const atLeast = (least: number) => ({
  '~standard': {
    version: 1 as const,
    vendor: 'mine',
    types: undefined as { input: unknown; output: bigint } | undefined,
    async validate(value: unknown) {
      if (typeof value === 'number' && value >= least) return { value: BigInt(value) }
      return { issues: [{ message: `is less than ${least}` }] }
    },
  },
})

describe('a schema', () => {
  test('of any library will do, with its JSON Schema beside it', async () => {
    const { artoo } = another({ typed_execution: [execution(2), execution(3)] })
    const output = { schema: atLeast(3), jsonSchema: { type: 'number' } }
    const result = await artoo.run('How many?', { output })
    expectTypeOf(result.value).toEqualTypeOf<bigint | null>()
    expect(result.value).toBe(3n)
    // @ts-expect-error it can't describe itself
    expect(() => artoo.run('How many?', { output: atLeast(3) })).toThrow(
      expect.objectContaining({
        code: 'invalid_schema',
        field: 'output',
        message: expect.stringMatching(/\{ schema, jsonSchema \}/),
      }),
    )
    await artoo.close()
  })

  test('may refer to itself', async () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node)
      },
    })
    const tree = { name: 'a', children: [{ name: 'b', children: [] }] }
    const { artoo, model } = another({ typed_execution: execution(tree) })
    expect(await artoo.run('Which tree?', { output: node })).toMatchObject({ value: tree })
    expect(JSON.stringify(model.requests[1]?.output?.schema)).toContain('"$ref":"#/properties/output/anyOf/0"')
    await artoo.close()
  })

  test.each([
    ['nothing to go by', {}],
    ['null', null],
    ['a type of its own', z.date()],
    ['a JSON Schema that can’t be read', { schema: atLeast(1), jsonSchema: { $ref: '#/nowhere' } }],
  ])('is refused that is %s', (_, output) => {
    const { artoo } = another()
    expect(() => artoo.run('x', { output: output as unknown as OutputSchema })).toThrow(
      expect.objectContaining({ code: 'invalid_schema', field: 'output' }),
    )
  })
})
