import { replay } from '@artoo/ggs'
import { observationsOf } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import type { ModelRequest } from '@artoo/spec'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answers, firstPause, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const all = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

const pausesIn = (events: readonly RunEvent[]) =>
  all(events, 'TimerRequest').flatMap(({ payload }) => (payload.key === 'pause' ? [payload] : []))

/** A service that answers from the second call on. */
function service() {
  let calls = 0
  return defineTool({
    ...{ name: 'get', description: 'gets it', input: z.object({}), effect: 'read', target: () => 'rates' },
    execute() {
      calls += 1
      if (calls === 1) throw new Error('connect ECONNREFUSED 127.0.0.1:80')
      return 'hello'
    },
  })
}

const callsFirst: ScriptedTurn = ({ messages }) => {
  const last = messages.at(-1)
  if (last?.role !== 'tool') return { toolCalls: [{ name: 'get', input: {} }] }
  return last.content.includes('ECONNREFUSED') ? answers.infeasible : answers.execution
}
const asking = { ...straightThrough, plan: planOf(subtask('ask the service', ['get'])), execution: callsFirst }

test('a service that did not answer is asked again after a pause, and its plan may be the same', async () => {
  const { clock, ...rest } = fixed()
  const model = scriptedModel(asking, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [service()], clock, ...rest })
  const run = artoo.run('Say hello')
  expect(await settle(run, clock)).toMatchObject({ directive: 'accept', replans: 1 })
  expect(all(run.events, 'ControlDecision')[0]?.payload.directive).toBe('wait')
  expect(pausesIn(run.events)).toEqual([{ key: 'pause', delayMs: firstPause }])
  const [told] = model.requests.filter(({ output }) => output?.name === 'plan').slice(1)
  expect(JSON.parse(String(told?.messages[1]?.content)).directive).toMatchObject({
    directive: 'wait',
    meaning: expect.stringContaining('which may have passed'),
    why: expect.stringMatching(/, so do the same again after a pause\.$/),
  })
  await artoo.close()
})

test('a pause is shorter where the deadline that the user named is near', async () => {
  const { clock, ...rest } = fixed()
  const hang = defineTool({
    ...{ name: 'hang', description: 'hangs', input: z.object({}), effect: 'read', target: () => 'there' },
    execute: () => new Promise(() => {}),
  })
  const deadline = { json: { ...answers.taskSpec.json, deadline: new Date(50_000).toISOString() } }
  const model = scriptedModel(
    {
      ...straightThrough,
      task_spec: deadline,
      plan: [planOf(subtask('hang around', ['hang'])), planOf(subtask('do without'))],
      execution: [{ toolCalls: [{ name: 'hang', input: {} }] }, answers.infeasible, answers.execution],
    },
    { repeatLast: true },
  )
  const artoo = createArtoo({ model, tools: [hang], clock, limits: { toolTimeoutMs: 20_000, retries: 0 }, ...rest })
  const run = artoo.run('Say hello within a minute')
  expect(await settle(run, clock)).toMatchObject({ directive: 'accept', replans: 1 })
  const [pause] = pausesIn(run.events)
  const delayMs = Number(pause && 'delayMs' in pause && pause.delayMs)
  expect(delayMs).toBeGreaterThan(0)
  expect(delayMs).toBeLessThan(5_000)
  await artoo.close()
})

test('a part that is not worth another plan is given up, the rest goes on, and the result has what was done', async () => {
  const { clock, ...rest } = fixed()
  const isAbout = (word: string, { messages }: ModelRequest) => JSON.stringify(messages).includes(word)
  let plans = 0
  /** The list fits in the third round; nobody gives access to the rates. */
  const plan = (): ScriptedTurn => {
    const replaced = plans
    plans += 1
    const part = (intent: string, place: number) => ({
      ...subtask(intent),
      ...(replaced > 0 && { replaces: `${replaced}.${place}` }),
    })
    return planOf(
      part(`write the list, way ${plans}`, 1),
      ...(plans < 3 ? [part(`get the rates, way ${plans}`, 2)] : []),
    )
  }
  const script: Readonly<Record<string, ScriptedTurn>> = {
    ...straightThrough,
    plan: plan as ScriptedTurn,
    execution: answers.execution,
    verdicts: (given) => (isAbout('rates', given) ? answers.away : plans < 3 ? answers.misfit : answers.pass),
    last_verdicts: answers.passAll,
  }
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ model, clock, limits: { replans: 12, retries: 0 }, ...rest })
  const run = artoo.run('Write the list and get the rates')
  const result = await settle(run, clock)
  const decisions = all(run.events, 'ControlDecision').map(({ payload }) => payload)
  const ways = decisions.map(({ orders }) => orders.map(({ directive }) => directive))
  expect(ways).toEqual([['refine', 'ask'], ['refine', 'deliver'], ['deliver']])
  const [last] = model.requests.filter(({ output }) => output?.name === 'plan').slice(-1)
  const brief = JSON.parse(String(last?.messages[1]?.content))
  expect(brief).toMatchObject({ directive: { directive: 'refine' }, givenUp: ['get the rates, way 2'] })
  expect(result).toMatchObject({
    ...{ directive: 'deliver', reason: 'hopeless', status: 'partial', output: 'hello', rounds: 3 },
    missing: [{ what: 'get the rates, way 2 is done', needs: 'nobody answered' }],
  })
  const { hyperparameters = {} } = decisions[0] ?? {}
  expect(replay(observationsOf(run.events), { hyperparameters })).toEqual(decisions)
  await artoo.close()
})
