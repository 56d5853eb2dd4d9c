import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { fixed, straightThrough } from './script.js'

test('a task that goes straight through is accepted after five model calls', async () => {
  const model = scriptedModel(straightThrough)
  const artoo = createArtoo({ model, ...fixed() })
  const run = artoo.run('Say hello')
  const result = await run
  expect(result).toMatchObject({ directive: 'accept', reason: 'accepted', output: 'hello', replans: 0 })
  expect(result.loss.D).toBe(0)
  expect(model.requests.map((request) => request.output?.name)).toEqual([
    'task_spec',
    'plan',
    'execution',
    'verdicts',
    'verification',
  ])
  await artoo.close()
})
