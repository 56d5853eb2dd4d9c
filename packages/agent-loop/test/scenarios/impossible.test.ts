import { scriptedModel } from '@artoo/llm/testing'
import { expect, it } from 'vitest'
import { applied } from '../../src/state/applied.js'
import { fails, file, world } from '../world.js'

const impossible = { json: { atoms: [], impossible: 'two tests contradict each other' } }

it('people are told by an event when the model sees no way, with what they can do', async () => {
  const model = scriptedModel({ proposal: [impossible, impossible] })
  const { align, loop } = world({ scripts: { A: fails() }, options: { model } })
  await align()
  const told = []
  for await (const event of loop.start()) if (event.type === 'NoWaySeen') told.push(event.payload)
  const reason = 'two tests contradict each other'
  expect(told).toEqual([
    { atom: 'A', reason, whatToDo: expect.stringMatching(/goes on .* redirect it or stop it/) },
    { atom: 'A', reason, whatToDo: expect.stringMatching(/halts\. Redirect it .* start it again/) },
  ])
})

it('a model that sees no way says so once, and the result tells it', async () => {
  const model = scriptedModel({ proposal: [impossible, impossible] })
  const { run } = world({ scripts: { A: fails('no code satisfies both') }, options: { model } })
  const { status, code, detail, state } = await run()
  expect({ status, code }).toEqual({ status: 'halted', code: 'exhausted' })
  expect(detail).toContain('two tests contradict each other')
  // The split, and one repair.
  expect(model.requests).toHaveLength(2)
  expect(state.atoms.A?.notes).toContain('it was not split: two tests contradict each other')
})

it('no proposal writes what nobody may change', async () => {
  const part = { name: 'a', task: 'change the test', check: { check: 'file', path: 'A.txt' }, writes: ['test.js'] }
  const model = scriptedModel({ proposal: [{ json: { atoms: [part] } }, impossible, impossible] })
  const { run } = world({
    ...{ tree: { 'test.js': 'x' }, plan: { protected_paths: ['test.js'] } },
    ...{ scripts: { A: fails() }, options: { model } },
  })
  await run()
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('a would write test.js, which nobody may change')
})

it('what a model said of another course is forgotten with that', async () => {
  const { align } = world()
  const at = '2026-01-01T00:00:00.000Z'
  const change = { type: 'constraint_change', description: 'more', constraints: { max_repairs: 3 } } as const
  const events = [
    { type: 'started' },
    { type: 'given_up', reason: 'there is no way' },
    { type: 'redirect_requested' },
    { type: 'corrected', change, head: null, residual: [] },
  ] as const
  const { control } = events.reduce((state, event) => applied(state, event, at), await align())
  // Two repairs, of which one was given for it, and one more.
  expect(control).toMatchObject({ status: 'running', halt_detail: null, repairs_left: 2 })
})

it('after a change of course it is asked again, and what it said before is not told any more', async () => {
  const other = { ...impossible.json, impossible: 'nor does that help' }
  const model = scriptedModel({ proposal: [impossible, impossible, { json: other }, { json: other }] })
  const made = world({ scripts: { A: fails(), B: fails() }, options: { model } })
  const { state } = await made.run()
  expect(state.control.repairs_left).toBe(1)
  const B = { id: 'B', description: 'do B', success_criteria: file('B.txt'), deps: [], writes: [], resources: [] }
  await made.loop.redirect({
    ...{ type: 'dag_adjustment', description: 'do B instead' },
    operations: [
      { op: 'add', atom: { ...B, explore: false } },
      { op: 'remove', atom: 'A' },
    ],
  })
  const { detail, state: after } = await made.loop.start()
  expect(detail).toContain('nor does that help')
  expect(detail).not.toContain('two tests contradict each other')
  expect(after.control.repairs_left).toBe(0)
  expect(model.requests).toHaveLength(4)
})
