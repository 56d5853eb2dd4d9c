import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { defineTool } from '@artoo/tools'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answers, fixed, freshPlans, straightThrough } from './script.js'

const { execution, fail, pass, accept, reject } = answers

async function callsOf(script: Parameters<typeof scriptedModel>[0], tools = [lookup]) {
  const model = scriptedModel({ ...straightThrough, ...script })
  const artoo = createArtoo({ model, tools, ...fixed() })
  const result = await artoo.run('Say hello')
  await artoo.close()
  return { result, calls: model.requests.map((request) => request.output?.name) }
}

const lookup = defineTool({
  name: 'lookup',
  description: 'looks something up',
  input: z.object({ name: z.string() }),
  effect: 'read',
  execute: ({ name }) => `${name} is here`,
})

const straight = ['task_spec', 'plan', 'execution', 'verdicts', 'verification']

test('a task that goes straight through makes five sequential model calls', async () => {
  const { result, calls } = await callsOf({})
  expect(result).toMatchObject({ directive: 'accept', reason: 'accepted', output: 'hello', replans: 0 })
  expect(calls).toEqual(straight)
})

test('each correction adds two: R3 and R4a', async () => {
  const { result, calls } = await callsOf({
    execution: [execution, execution, execution],
    verdicts: [fail, fail, pass],
  })
  expect(result.directive).toBe('accept')
  expect(calls).toHaveLength(5 + 2 * 2)
  expect(calls.slice(2, 8)).toEqual(['execution', 'verdicts', 'execution', 'verdicts', 'execution', 'verdicts'])
})

test('each replan of one subtask adds four: R2, R3, R4a and R4b', async () => {
  const plan = freshPlans()
  const { result, calls } = await callsOf({
    plan: [plan, plan],
    execution: [execution, execution],
    verdicts: [pass, pass],
    verification: [reject, accept],
  })
  expect(result).toMatchObject({ directive: 'accept', replans: 1 })
  expect(calls).toEqual([...straight, 'plan', 'execution', 'verdicts', 'verification'])
})

test('a tool turn of R3 adds one, and reaches the model as a tool message', async () => {
  const toolCall = { toolCalls: [{ name: 'lookup', input: { name: 'world' } }] }
  const plan = { json: { ...answers.plan.json, subtasks: [{ ...answers.plan.json.subtasks[0], tools: ['lookup'] }] } }
  const { calls } = await callsOf({ plan, execution: [toolCall, execution] })
  expect(calls).toHaveLength(6)
})

test('a call that got no place before its run was aborted was none', async () => {
  const { begun, end, model } = heldModel()
  const artoo = createArtoo({ model, ...fixed(), depth: 'direct', limits: { concurrency: 1 } })
  const first = artoo.run('Say hello')
  await begun
  const abort = new AbortController()
  const second = artoo.run('Say hello, too', { signal: abort.signal })
  await vi.waitFor(() => expect(second.events.map(({ type }) => type)).toContain('ModelRequest'))
  abort.abort()
  expect((await second).usage).toMatchObject({ total: { modelCalls: 0 } })
  end()
  expect((await first).usage).toMatchObject({ total: { modelCalls: 1 } })
  await artoo.close()
})

/** A model that answers its first call when it is told to. */
function heldModel() {
  let begin = () => {}
  let end = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const text = () => {
    begin()
    return ended.then(() => ({ text: 'hello' }))
  }
  return { begun, end: () => end(), model: scriptedModel({ text }, { repeatLast: true }) }
}
