import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { answers, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const stepMs = 10_000

/** Runs a plan of `count` parallel subtasks whose executions take ten seconds each; returns how long the task took. */
async function elapsed(count: number, concurrency: number) {
  const { clock, ids } = fixed()
  let inFlight = 0
  let most = 0
  const slow = async () => {
    most = Math.max(most, ++inFlight)
    await new Promise<void>((resolve) => clock.schedule(stepMs, resolve))
    inFlight--
    return answers.execution
  }
  const plan = planOf(...Array.from({ length: count }, (_, index) => subtask(`greet number ${index + 1}`)))
  const model = scriptedModel({ ...straightThrough, plan, execution: slow }, { repeatLast: true })
  const artoo = createArtoo({ model, clock, ids, limits: { concurrency } })
  const start = clock.now()
  const result = await settle(artoo.run('Greet ten people'), clock)
  await artoo.close()
  return { result, ms: clock.now() - start, most }
}

test('ten subtasks of one sequence take about as long as one', async () => {
  const one = await elapsed(1, 11)
  const ten = await elapsed(10, 11)
  expect(ten.result.directive).toBe('accept')
  expect(ten.most).toBe(10)
  expect(ten.ms / one.ms).toBeLessThan(1.5)
})

test('the concurrency limit holds, and leaves a place to other tasks', async () => {
  const one = await elapsed(1, 3)
  const ten = await elapsed(10, 3)
  expect(ten.most).toBe(2)
  // Five turns of two instead of one of one.
  expect(ten.ms - one.ms).toBeGreaterThanOrEqual(4 * stepMs)
})

test('a later sequence waits for the earlier one and is told what it found', async () => {
  const plan = planOf(subtask('find a name', [], 1), subtask('greet the name', [], 5))
  const model = scriptedModel({ ...straightThrough, plan }, { repeatLast: true })
  const artoo = createArtoo({ model, ...fixed() })
  await artoo.run('Greet somebody')
  const executions = model.requests.filter((request) => request.output?.name === 'execution')
  expect(executions).toHaveLength(2)
  expect(executions[0]?.messages[1]?.content).not.toContain('Already done')
  expect(executions[1]?.messages[1]?.content).toContain(
    'Already done: {\\"intent\\":\\"find a name\\",\\"result\\":\\"hello\\"}',
  )
  await artoo.close()
})

test('two tasks of one instance keep apart', async () => {
  const model = scriptedModel(straightThrough, { repeatLast: true })
  const artoo = createArtoo({ model, ...fixed() })
  const runs = [artoo.run('Say hello'), artoo.run('Say hello again')]
  const results = await Promise.all(runs)
  expect(results.map((result) => result.directive)).toEqual(['accept', 'accept'])
  for (const run of runs) expect(new Set(run.events.map((event) => event.taskId))).toEqual(new Set([run.taskId]))
  await artoo.close()
})
