import { expect, it } from 'vitest'
import { createExecutor } from '../src/executor/executor.js'
import { createPlanner } from '../src/planner/planner.js'
import { surroundingsOf } from '../src/prompts/surroundings.js'
import { subTask, taskSpec } from './builders.js'
import { briefOf, drive } from './drive.js'

const here = 'At its top: a.txt.'

it.each([
  ['what tools share, once', [() => here, () => here, () => 'There is a printer.'], [here, 'There is a printer.']],
  ['nothing that is no text', [() => 5 as unknown as string, () => ' '], []],
  [
    'nothing of one that throws',
    [
      () => {
        throw new Error('gone')
      },
      () => here,
    ],
    [here],
  ],
  ['no line of its own', [() => 'a\n# b'], ['a # b']],
])('tools tell %s', (_, told, wanted) => {
  expect(surroundingsOf([{}, ...told.map((surroundings) => ({ surroundings }))])).toEqual(wanted)
})

it('is told to planner and executor', () => {
  const planner = drive(createPlanner({ tools: [], checks: [], surroundings: [here] }))
  planner.tell('TaskSpec', taskSpec())
  const asked = planner.tell('MemoryReading', { consultation: { readings: [], rules: [] }, error: null })
  expect(briefOf(asked).surroundings).toEqual([here])
  const executor = drive(createExecutor({ surroundings: [here] }))
  expect(briefOf(executor.tell('SubTask', subTask())).surroundings).toEqual([here])
})
