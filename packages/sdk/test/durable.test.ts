import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrate, replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  type FinalResult,
  type Interrupted,
  isWaiting,
  type Journal,
  memoryJournal,
  type RunEvent,
  readEvents,
  type Waiting,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { answers, freshPlans, planOf, straightThrough, subtask } from './script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-durable-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A process of its own, as far as artoo can tell. */
function another(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
) {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'sends a mail',
    input: z.object({ to: z.string() }),
    effect: 'irreversible',
    target: ({ to }) => to,
    execute({ to }) {
      sent.push(to)
      return `sent to ${to}`
    },
  })
  const model = scriptedModel(script, { repeatLast: true })
  const journal = fileJournal(directory)
  const artoo = createArtoo({ model, tools: [send], journal, depth: 'full', dreamer: false, ...options })
  return { artoo, model, sent, journal }
}

/** The journal, each of whose answers takes some turns of the event loop. */
function slow(journal: Journal): Journal {
  const late = async <Value>(value: Value | Promise<Value>) => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    return value
  }
  return {
    ...journal,
    append: (...given) => late(journal.append(...given)),
    count: (taskId) => late(journal.count?.(taskId) ?? 0),
  }
}

const callsTo = (...people: string[]) => ({ toolCalls: people.map((to) => ({ name: 'send', input: { to } })) })

function waiting(outcome: FinalResult | Waiting | Interrupted): Waiting {
  if (isWaiting(outcome)) return outcome
  throw new Error(`it does not wait: ${outcome.summary}`)
}

const all = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type)

describe('a task that waits', () => {
  test('has done all else before, and does none of it again', async () => {
    const script = {
      ...straightThrough,
      plan: planOf(subtask('write to Bob', ['send']), subtask('greet everybody')),
      execution: (request: { readonly messages: readonly unknown[] }) => {
        const all = JSON.stringify(request.messages)
        return all.includes('write to Bob') && !all.includes('sent to') ? callsTo('bob') : answers.execution
      },
      verdicts: answers.passAll,
    }
    const first = another(script)
    const run = first.artoo.run('Write to Bob and greet', { onUnanswered: 'wait' })
    const { requests, taskId } = waiting(await run)
    expect(requests).toMatchObject([{ kind: 'confirm', tool: 'send', target: 'bob' }])
    expect(all(run.events, 'SubTaskOutcome')).toHaveLength(1)
    await first.artoo.close()

    const second = another(script)
    const resumed = second.artoo.resume(taskId, { answers: { [requests[0]?.id ?? '']: { allow: 'once', by: 'Ann' } } })
    expect(await resumed).toMatchObject({ directive: 'accept' })
    expect(second.sent).toEqual(['bob'])
    expect(all(resumed.events, 'ModelCall')).toHaveLength(first.model.requests.length + second.model.requests.length)
    expect(second.model.requests.map(({ output }) => output?.name)).toEqual(['execution', 'verdicts', 'verification'])
    await second.artoo.close()
  })

  test.each([
    ['', (journal: Journal) => journal],
    [', with a journal that takes its time', slow],
  ])(
    'names all calls of a turn, which may be answered one after the other, each in a process of its own%s',
    async (_, kept) => {
      const script = {
        ...straightThrough,
        plan: planOf(subtask('write', ['send'])),
        execution: [callsTo('ann', 'bob'), answers.execution],
      }
      const journal = kept(fileJournal(directory))
      const first = another(script, { journal })
      const { taskId, requests } = waiting(await first.artoo.run('Write to both', { onUnanswered: 'wait' }))
      expect(requests).toMatchObject([
        { id: 'call_1_1', target: 'ann' },
        { id: 'call_1_2', target: 'bob' },
      ])
      await first.artoo.close()
      const second = another(script, { journal })
      const next = waiting((await second.artoo.resume(taskId, { answers: { call_1_1: true } })) as Waiting)
      expect(next.requests).toMatchObject([{ id: 'call_1_2', target: 'bob' }])
      expect(second.sent).toEqual(['ann'])
      await second.artoo.close()
      const third = another({ ...script, execution: answers.execution })
      const result = await third.artoo.resume(taskId, { answers: { call_1_2: false } })
      expect(result).toMatchObject({
        directive: 'accept',
        changes: [{ what: 'confirmed' }],
        refused: [{ what: 'refused' }],
      })
      expect(third.sent).toEqual([])
      await third.artoo.close()
    },
  )

  test('for the answer to a question goes on with it', async () => {
    const asking = { ...straightThrough, task_spec: { json: { intent: 'greet', questions: ['Whom?', 'How?'] } } }
    const first = another(asking)
    const { taskId, requests } = waiting(await first.artoo.run('Greet', { onUnanswered: 'wait' }))
    expect(requests).toMatchObject([
      { kind: 'question', question: 'Whom?' },
      { kind: 'question', question: 'How?' },
    ])
    const tasks = []
    for await (const task of first.artoo.tasks({ state: 'waiting' })) tasks.push(task)
    expect(tasks).toMatchObject([{ taskId, requests }])
    await first.artoo.close()
    const second = another(straightThrough)
    const run = second.artoo.resume(taskId, {
      answers: { [requests[0]?.id ?? '']: 'Bob', [requests[1]?.id ?? '']: 'loudly' },
    })
    expect(await run).toMatchObject({ directive: 'accept' })
    expect(all(run.events, 'TaskSpec')[0]?.payload).toMatchObject({
      clarifications: [
        { questions: ['Whom?'], answer: 'Bob' },
        { questions: ['How?'], answer: 'loudly' },
      ],
    })
    await second.artoo.close()
  })

  test('is typed as one, and a task that can’t wait is not', () => {
    const { artoo } = another(straightThrough)
    type Awaited_<T> = T extends PromiseLike<infer V> ? V : never
    const typed = () => ({ plain: artoo.run('x'), durable: artoo.run('x', { onUnanswered: 'wait' }) })
    expectTypeOf<Awaited_<ReturnType<typeof typed>['plain']>>().toEqualTypeOf<FinalResult | Interrupted>()
    expectTypeOf<Awaited_<ReturnType<typeof typed>['durable']>>().toEqualTypeOf<FinalResult | Waiting | Interrupted>()
    expect(() =>
      another(straightThrough, { journal: memoryJournal() }).artoo.run('x', { onUnanswered: 'wait' }),
    ).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'onUnanswered' }))
  })
})

describe('what was begun with one setting', () => {
  test('is gone on with by it, whatever the next process is set to', async () => {
    const script = { ...straightThrough, plan: planOf(subtask('write to Bob', ['send'])), execution: [callsTo('bob')] }
    const first = another(script, { instructions: 'Be kind.', environment: 'north', hyperparameters: { delta: 0.1 } })
    const { taskId } = waiting(await first.artoo.run('Write', { onUnanswered: 'wait', limits: { retries: 0 } }))
    await first.artoo.close()
    const second = another(straightThrough, { instructions: 'Be rude.', environment: 'south', tools: [] })
    const run = second.artoo.resume(taskId, { answers: { call_1_1: true }, accept: ['tools.send'] })
    expect(await run).toMatchObject({ directive: 'accept' })
    expect(all(run.events, 'ToolResult')[0]?.payload).toMatchObject({ code: 'unknown_tool' })
    expect(JSON.stringify(second.model.requests)).toContain('Be kind.')
    expect(JSON.stringify(second.model.requests)).not.toContain('Be rude.')
    await second.artoo.close()
  })
})

test('what a task goes on with that is another is listed, and less safe tools are refused until they are accepted', async () => {
  const script = { ...straightThrough, execution: callsTo('bob') }
  const waits = another({ ...script, plan: planOf(subtask('write to Bob', ['send'])) })
  const { taskId, requests } = waiting(await waits.artoo.run('Write to Bob', { onUnanswered: 'wait' }))
  await waits.artoo.close()
  const send = defineTool({
    name: 'send',
    description: 'sends a mail',
    input: z.object({ to: z.string() }),
    effect: 'read',
    target: ({ to }) => to,
    execute: ({ to }) => `sent to ${to}`,
  })
  const model = { ...scriptedModel(straightThrough, { repeatLast: true }), id: 'another model' }
  const { artoo } = another(straightThrough, { tools: [send], model, depth: 'lean' })
  const own = { answers: { [requests[0]?.id ?? '']: false } }
  await expect(artoo.resume(taskId, own).result).rejects.toMatchObject({
    code: 'resume_mismatch',
    field: 'tools.send.effect',
  })
  const resumed = artoo.resume(taskId, { ...own, accept: ['tools.send.effect'] })
  await resumed
  expect(all(resumed.events, 'CircumstancesDiffer').map(({ payload }) => payload)).toEqual([
    {
      differences: [
        { what: 'depth', was: 'full', is: 'lean', accepted: false },
        { what: 'models.brain', was: 'scripted', is: 'another model', accepted: false },
        { what: 'models.tool', was: 'scripted', is: 'another model', accepted: false },
        { what: 'tools.send.effect', was: 'irreversible', is: 'read', accepted: true },
      ],
    },
  ])
  await artoo.close()
})

describe('a replay', () => {
  /** Three rounds that fail alike. */
  async function failing() {
    const { artoo, journal } = another(
      { ...straightThrough, plan: freshPlans(), verification: answers.reject },
      { hyperparameters: { delta: 0.1 }, limits: { replans: 2 } },
    )
    const run = artoo.run('Greet')
    const result = await run
    await artoo.close()
    return { journal, taskId: run.taskId, result, events: await readEvents<RunEvent>(journal, run.taskId) }
  }

  test('decides every round as the task did', async () => {
    const { journal, taskId, events } = await failing()
    const { parting, decisions } = await replay(journal, taskId)
    expect(parting).toBeNull()
    const decided = decisions.flatMap(({ sent }) => sent.filter(({ type }) => type === 'ControlDecision'))
    expect(decided.map(({ payload }) => payload)).toEqual(all(events, 'ControlDecision').map(({ payload }) => payload))
  })

  test('with other gains shows where the path parts, and what would have come there', async () => {
    const { journal, taskId, events } = await failing()
    const [, second] = all(events, 'ControlDecision')
    const { parting } = await replay(journal, taskId, { hyperparameters: { maxReplans: 1 } })
    expect(parting).toMatchObject({
      eventId: second?.id,
      logged: { type: 'ControlDecision' },
      instead: { type: 'ControlDecision', payload: { directive: 'deliver' } },
    })
  })

  test('with gains that lead the same way does not part, though the numbers are others', async () => {
    const { journal, taskId, events } = await failing()
    const { parting, decisions } = await replay(journal, taskId, { hyperparameters: { lambda: 0.41 } })
    expect(parting).toBeNull()
    const losses = decisions.flatMap(({ sent }) => sent.filter(({ type }) => type === 'ControlDecision'))
    expect(losses).toHaveLength(all(events, 'ControlDecision').length)
    expect(losses[0]?.payload).not.toEqual(all(events, 'ControlDecision')[0]?.payload)
  })
})

test('a calibration parts where a replay does, and says what comes of it', async () => {
  const { artoo, journal } = another(
    { ...straightThrough, plan: freshPlans(), verification: [answers.reject, answers.reject, answers.accept] },
    { hyperparameters: { delta: 0.1 } },
  )
  const run = artoo.run('Greet')
  expect(await run).toMatchObject({ reason: 'accepted', replans: 2 })
  await artoo.close()
  const hyperparameters = { maxReplans: 1 }
  const { parting } = await replay(journal, run.taskId, { hyperparameters })
  const { tasks, decisions, candidates } = await calibrate(journal, { candidates: [{}, { hyperparameters }] })
  expect([tasks, decisions]).toEqual([1, 3])
  const [asItWas, impatient] = candidates
  expect(asItWas?.partings).toEqual([])
  const instead = parting?.instead?.payload
  expect(instead).toMatchObject({ round: 2, directive: 'deliver', reason: 'replans_exhausted' })
  expect(impatient?.partings).toMatchObject([
    {
      ...{ taskId: run.taskId, round: 2, consequence: 'worse', roundsAfter: 1 },
      to: { directive: 'deliver', reason: 'replans_exhausted' },
    },
  ])
})

test('a fork with another answer parts exactly there', async () => {
  const script = {
    ...straightThrough,
    plan: planOf(subtask('write to Bob', ['send'])),
    execution: [callsTo('bob'), answers.execution],
  }
  const first = another(script, { confirm: () => true })
  const run = first.artoo.run('Write to Bob')
  await run
  await first.artoo.close()
  const at = all(run.events, 'ConfirmationAnswer')[0]?.id ?? ''
  const second = another({ ...straightThrough, execution: answers.execution })
  const edit = ({ payload }: { readonly payload: unknown }) => ({ ...(payload as object), allowed: false })
  const fork = second.artoo.fork(run.taskId, { at, edit })
  expect(await fork).toMatchObject({ refused: [{ tool: 'send', what: 'refused' }] })
  expect(second.sent).toEqual([])
  const [ours, theirs] = await Promise.all([run, fork].map(({ taskId }) => readEvents<RunEvent>(first.journal, taskId)))
  const index = ours?.findIndex(
    ({ payload }, place) => JSON.stringify(payload) !== JSON.stringify(theirs?.[place]?.payload),
  )
  expect(ours?.[index ?? -1]?.id).toBe(at)
  expect((await replay(first.journal, fork.taskId)).parting).toBeNull()
  await second.artoo.close()
})
