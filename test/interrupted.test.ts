import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicEvents } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createOmega } from '@artoo/omega'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  type FinalResult,
  type Interrupted,
  isInterrupted,
  type Journal,
  memoryJournal,
  type RunEvent,
  readEvents,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { answers, ended, planOf, straightThrough, subtask } from '../packages/sdk/test/script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-interrupted-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A process of its own over the same journal, as far as artoo can tell. */
function another(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>> = {},
  options: Partial<ArtooOptions> = {},
) {
  const model = scriptedModel({ ...straightThrough, ...script }, { repeatLast: true })
  const journal = fileJournal(directory)
  return { artoo: createArtoo({ model, journal, depth: 'full', dreamer: false, ...options }), model, journal }
}

async function finalsIn(journal: Journal, taskId: string): Promise<number> {
  const events = await readEvents<RunEvent>(journal, taskId)
  return events.filter(({ type }) => type === 'FinalResult').length
}

async function diedIn({ tasks }: { tasks: ReturnType<typeof another>['artoo']['tasks'] }): Promise<readonly string[]> {
  const died: string[] = []
  for await (const { taskId } of tasks({ state: 'died' })) died.push(taskId)
  return died
}

/** Waits until the model hangs. */
async function hanging(run: AsyncIterable<RunEvent>, type: RunEvent['type']): Promise<void> {
  for await (const event of run) if (event.type === type) return
}

describe('a task whose instance is closed', () => {
  test('is gone on with by a supervisor, and has one result in the world', async () => {
    const first = another({ plan: 'hang' })
    const run = first.artoo.run('Say hello')
    await hanging(run, 'TaskSpec')
    await first.artoo.close()
    const outcome = await run
    expect(outcome).toMatchObject({ status: 'interrupted', reason: 'closed', output: null, directive: null })
    expect(await finalsIn(first.journal, run.taskId)).toBe(0)

    const second = another()
    expect(await diedIn(second.artoo)).toEqual([run.taskId])
    expect(await second.artoo.resume(run.taskId)).toMatchObject({ reason: 'accepted' })
    expect(second.model.requests.map(({ output }) => output?.name)).not.toContain('task_spec')
    expect(await finalsIn(second.journal, run.taskId)).toBe(1)
    await second.artoo.close()
  })

  test('has a person decide about what was under way and can’t be undone', async () => {
    const script = {
      plan: planOf(subtask('write to Bob', ['send'])),
      execution: [{ toolCalls: [{ name: 'send', input: {} }] }, answers.execution],
      verdicts: answers.passAll,
    }
    let sent = 0
    const send = defineTool({
      name: 'send',
      description: 'sends a mail',
      input: z.object({}),
      effect: 'irreversible',
      target: () => 'bob',
      execute(_, { signal }) {
        sent++
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const first = another(script, { tools: [send], confirm: () => true })
    const run = first.artoo.run('Write to Bob')
    while (sent === 0) await new Promise((resolve) => setImmediate(resolve))
    run.interrupt()
    expect(await run).toMatchObject({ reason: 'interrupted' })
    await first.artoo.close()
    const asked: string[] = []
    const done = { allow: false, done: true, note: 'it was sent' } as const
    const confirm = ({ reason }: { readonly reason: string }) => {
      asked.push(reason)
      return done
    }
    const second = another({ ...script, execution: answers.execution }, { tools: [send], confirm })
    expect(await second.artoo.resume(run.taskId)).toMatchObject({ directive: 'accept' })
    expect([sent, asked]).toEqual([1, [expect.stringContaining('it may have been carried out already')]])
    await second.artoo.close()
  })

  test('that stands in line in a session has said what it was told to say, and can be gone on with', async () => {
    const first = another({ plan: 'hang' })
    const session = first.artoo.session({ id: 'ann' })
    const runs = [session.run('Say hello'), session.run('Say it again')]
    await hanging(runs[0] as never, 'TaskSpec')
    await first.artoo.close()
    expect(await Promise.all(runs)).toMatchObject([{ reason: 'closed' }, { reason: 'closed' }])
    const second = another()
    for (const { taskId } of runs) expect(await second.artoo.resume(taskId)).toMatchObject({ reason: 'accepted' })
    const turns = await second.artoo.session({ id: 'ann' }).turns()
    expect(turns.map(({ asked, ended: end }) => [asked, end])).toEqual([
      ['Say hello', 'accepted'],
      ['Say it again', 'accepted'],
    ])
    await second.artoo.close()
  })
})

describe('an interrupted task', () => {
  test('is told apart, typed by whether its instance has a journal that outlives the process', async () => {
    const model = scriptedModel(straightThrough)
    type Outcome<T> = T extends { run(text: string): PromiseLike<infer V> } ? V : never
    const made = () => ({
      bare: createArtoo({ model }),
      passing: createArtoo({ model, journal: memoryJournal() }),
      lasting: createArtoo({ model, journal: fileJournal(directory) }),
      any: createArtoo({ model } as ArtooOptions),
    })
    type Made = ReturnType<typeof made>
    expectTypeOf<Outcome<Made['bare']>>().toEqualTypeOf<FinalResult>()
    expectTypeOf<Outcome<Made['passing']>>().toEqualTypeOf<FinalResult>()
    expectTypeOf<Outcome<Made['lasting']>>().toEqualTypeOf<FinalResult | Interrupted>()
    expectTypeOf<Outcome<Made['any']>>().toEqualTypeOf<FinalResult | Interrupted>()
    const narrowed = (outcome: FinalResult | Interrupted) => {
      // What both have needs no look at which it is.
      expectTypeOf(outcome.output).toEqualTypeOf<string | null>()
      if (isInterrupted(outcome)) return expectTypeOf(outcome).toEqualTypeOf<Interrupted>()
      expectTypeOf(outcome).toEqualTypeOf<FinalResult>()
      return expectTypeOf(outcome.loss).not.toBeNever()
    }
    expect(narrowed).toBeTypeOf('function')
  })

  test('has no value, no text of an answer, and says little to its users', async () => {
    const { artoo } = another({ typed_plan: 'hang' })
    const run = artoo.run('Which number?', { output: z.object({ number: z.number() }) })
    await hanging(run, 'TaskSpec')
    run.interrupt()
    const outcome = await run
    expect(outcome).toMatchObject({ status: 'interrupted', value: null })
    const pieces = []
    for await (const piece of run.answer) pieces.push(piece)
    expect(pieces).toEqual([])
    let last: unknown
    for await (const event of publicEvents(run)) last = event
    expect(last).toEqual({ name: 'interrupted', data: { taskId: run.taskId, reason: 'interrupted' } })
    await artoo.close()
  })

  test('goes on in the same instance, with its typed output', async () => {
    const number = z.object({ number: z.number() })
    const written = { json: { status: 'completed', output: { number: 4 }, reason: null } }
    const script = { typed_plan: ['hang', answers.plan], typed_execution: written } as const
    const { artoo, model } = another(script, { depth: 'lean' })
    const run = artoo.run('Which number?', { output: number })
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    run.interrupt()
    expect((await run).value).toBeNull()
    const resumed = await artoo.resume(run.taskId, { output: number })
    expect(resumed).toMatchObject({ directive: 'accept', value: { number: 4 } })
    await artoo.close()
  })

  test('can’t be without a journal that outlives it', async () => {
    for (const journal of [undefined, memoryJournal()]) {
      const model = scriptedModel({ ...straightThrough, plan: 'hang' })
      const artoo = createArtoo({ model, journal, depth: 'full', dreamer: false })
      const run = artoo.run('Say hello')
      expect(() => run.interrupt()).toThrow(expect.objectContaining({ code: 'no_journal' }))
      await artoo.close()
      expect(await run).toMatchObject({ directive: 'abandon', reason: 'aborted' })
      if (journal) expect(await finalsIn(journal, run.taskId)).toBe(1)
    }
  })
})

test('a journal whose disk is full for a while: no result is told that the journal doesn’t have', async () => {
  const files = fileJournal(directory)
  let room = 3
  const journal: Journal = {
    ...files,
    append(taskId, lines) {
      if (room-- <= 0) throw new Error('no space left')
      return files.append(taskId, lines)
    },
  }
  const { artoo } = another({}, { journal })
  const run = artoo.run('Say hello')
  expect(await run).toMatchObject({
    status: 'interrupted',
    reason: 'host_failed',
    summary: expect.stringContaining('no space left'),
    nextMoves: [expect.stringContaining(`resume('${run.taskId}')`), expect.any(String)],
  })
  room = Number.POSITIVE_INFINITY
  expect(ended((await artoo.resume(run.taskId)) as FinalResult)).toMatchObject({ reason: 'accepted' })
  expect(await finalsIn(files, run.taskId)).toBe(1)
  await artoo.close()
})

test('a deliberation is interrupted and gone on with alike', async () => {
  const silent = { stance: 'exploring', run: () => new Promise<never>(() => {}) } as const
  const begin = () => {
    const agents = ['Ada', 'Ben'].map((name) => ({ name, ...silent }))
    return createOmega({ panel: { agents }, journal: fileJournal(directory), limits: { timeMs: 60_000 } })
  }
  const first = begin()
  const handle = first.deliberate('Which pump is worn?')
  for await (const { type } of handle) if (type === 'DeliberationBegun') break
  await first.close()
  expect(await handle).toMatchObject({ status: 'interrupted', reason: 'closed', taskId: handle.taskId })
  const second = begin()
  const again = second.resume(handle.taskId)
  for await (const _ of again) break
  again.interrupt()
  expect(await again).toMatchObject({ status: 'interrupted', reason: 'interrupted' })
  await second.close()
}, 20_000)
