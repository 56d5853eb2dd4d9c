import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, type RunEvent } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { answers, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const gaveUp = { json: { ...answers.infeasible.json, cause: 'wrong_tool', reason: 'no tool can greet' } }

test.each([1, 2])('the cause that an executor names decides the next order, in a plan of %d parts', async (parts) => {
  const { clock, ids } = fixed()
  const plan = planOf(...['write a greeting', 'sign it'].slice(0, parts).map((intent) => subtask(intent)))
  const model = scriptedModel({ ...straightThrough, plan, execution: gaveUp }, { repeatLast: true })
  const artoo = createArtoo({ model, clock, ids, dreamer: false, limits: { replans: 1 } })
  const run = artoo.run('Say hello')
  await settle(run, clock)
  await artoo.close()
  const events: readonly RunEvent[] = run.events
  const decision = events.find(({ type }) => type === 'ControlDecision')
  const orders = Array.from({ length: parts }, () => ({ cause: 'wrong_tool', directive: 'change_approach' }))
  expect(decision?.payload).toMatchObject({ directive: 'change_approach', orders })
})
