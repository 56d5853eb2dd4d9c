import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()
const by = (deadline: string) => ({ json: { ...answers.taskSpec.json, deadline } })

const tool = (name: string, execute: () => unknown, effect: 'read' | 'irreversible' = 'read') =>
  defineTool({ name, description: name, input: z.object({}), effect, target: () => 'there', execute })
const tools = [
  tool('hang', () => new Promise(() => {})),
  tool('send', () => 'sent', 'irreversible'),
  tool('look', () => 'seen'),
]
const callOf = (name: string) => ({ toolCalls: [{ name, input: {} }] })

async function run(
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
) {
  const { clock, ids } = fixed()
  const startedAt = clock.now()
  const model = scriptedModel({ ...straightThrough, ...script }, { repeatLast: true })
  const artoo = createArtoo({ depth: 'full', model, tools, clock, ids, limits: { timeMs: 60 * minute }, ...options })
  const handle = artoo.run('Say hello within a minute')
  const result = await settle(handle, clock)
  const tookMs = clock.now() - startedAt
  await artoo.close()
  expect(clock.pending).toBe(0)
  expect(all(handle.events, 'FinalResult')).toHaveLength(1)
  return { result, events: handle.events, tookMs, model }
}

function all<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
}

describe('the deadline that the user named', () => {
  const limits = { timeMs: 60 * minute, modelTimeoutMs: 50 * minute, firstTokenTimeoutMs: 50 * minute }

  test('ends the task, whatever is under way, and says whose time it was', async () => {
    const two = planOf(subtask('write a greeting'), subtask('hang around', ['hang'], 2))
    const execution = [answers.execution, callOf('hang')]
    const { result, tookMs } = await run({ task_spec: by(iso(1_000 + minute)), plan: two, execution }, { limits })
    expect(result).toMatchObject({ directive: 'abandon', reason: 'deadline', status: 'partial', output: 'hello' })
    expect(result.summary).toContain('he time that you named came before the task was finished')
    expect(result.nextMoves.join()).not.toContain('more time')
    expect(tookMs).toBeGreaterThanOrEqual(minute)
    expect(tookMs).toBeLessThan(minute + 2_000)
  })

  test('is not put off by a person who takes their time', async () => {
    const script = {
      task_spec: by(iso(1_000 + minute)),
      plan: planOf(subtask('send it', ['send'])),
      execution: callOf('send'),
    }
    const { result, events, tookMs } = await run(script, { confirm: () => new Promise(() => {}) })
    expect(all(events, 'ConfirmationRequest')).toHaveLength(1)
    expect(result.reason).toBe('deadline')
    expect(result.summary).toContain('he time that you named came before the task was finished')
    expect(tookMs).toBeLessThan(minute + 2_000)
  })

  test('ends a task at once that it passed for while the user was asked back', async () => {
    const { clock, ids } = fixed()
    const question = { json: { intent: 'greet', questions: ['Whom?'] } }
    const model = scriptedModel(
      { ...straightThrough, task_spec: [question, by(iso(1_000 + minute))], plan: 'hang' },
      { repeatLast: true },
    )
    const clarify = () => new Promise<string>((answer) => void clock.schedule(10 * minute, () => answer('The world')))
    const artoo = createArtoo({ depth: 'full', model, clock, ids, clarify })
    expect((await settle(artoo.run('Greet'), clock)).reason).toBe('deadline')
    expect(clock.now()).toBeLessThan(11 * minute)
    await artoo.close()
  })

  test('may be so far off that no timer reaches it', async () => {
    const slowly: ScriptedTurn = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return answers.plan
    }
    const model = scriptedModel({ ...straightThrough, task_spec: by('9999-12-31T23:59:59Z'), plan: slowly })
    const artoo = createArtoo({ depth: 'full', model })
    const handle = artoo.run('Say hello before the year 10000')
    expect((await handle).reason).toBe('accepted')
    expect(all(handle.events, 'TimerRequest').map(({ from }) => from)).toEqual(['R7', 'R3'])
    expect(all(handle.events, 'TimerFired')).toEqual([])
    await artoo.close()
  })

  test('that makes no sense is asked about once; the result says that there was none', async () => {
    const { result, model } = await run({ task_spec: [by('soon'), by('really soon')] })
    expect(result.directive).toBe('accept')
    expect(result.summary).toMatch(/There was no deadline: "really soon" is no ISO 8601 time/)
    const asked = model.requests.filter(({ output }) => output?.name === 'task_spec')
    expect(asked).toHaveLength(2)
    expect(asked[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })

  test('leaves no trace where none was named', async () => {
    const { events } = await run({})
    expect(events.filter(({ type }) => ['Deadline', 'TimerRequest', 'TimerFired'].includes(type))).toEqual([])
  })
})

describe('the deadline of a subtask', () => {
  const soon = { ...subtask('hang around', ['hang']), deadline: iso(1_000 + minute) }
  const script = {
    plan: [planOf(soon as never), planOf(subtask('do without'))],
    execution: [callOf('hang'), answers.execution],
  }
  const limits = { timeMs: 60 * minute, toolTimeoutMs: 50 * minute }

  test('fails the attempt, waits for no call, and leaves time for another plan', async () => {
    const { result, events, tookMs } = await run(script, { limits })
    expect(result).toMatchObject({ directive: 'accept', replans: 1 })
    expect(all(events, 'ExecutionResult')[0]?.payload).toMatchObject({
      status: 'failed',
      code: 'deadline',
      toolCalls: [{ tool: 'hang', code: 'deadline' }],
    })
    expect(all(events, 'SubTaskOutcome')[0]?.payload).toMatchObject({ failureClass: 'environmental' })
    const pauses = all(events, 'TimerRequest').filter(({ payload }) => payload.key === 'pause')
    expect(pauses.map(({ payload }) => payload)).toEqual([{ key: 'pause', delayMs: 5_000 }])
    expect(tookMs).toBeLessThan(minute + 10_000)
  })

  test('blames neither tool nor target', async () => {
    const { events } = await run(script, { limits })
    expect(all(events, 'PlanDirective')[0]?.payload).toMatchObject({ blockedTools: [], blockedTargets: [] })
    expect(all(events, 'Megram').map(({ payload }) => payload.state)).toEqual(['accept'])
  })
})
