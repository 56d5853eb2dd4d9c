import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createArtoo, type RunEvent, readEvents } from '@artoo/sdk'
import { type FileJournal, fileJournal, standardTools } from '@artoo/sdk/node'
import { scriptedModel } from '@artoo/sdk/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Flags } from '../../src/call/call.js'
import { readyFork } from '../../src/commands/fork.js'
import { forkPoint } from '../../src/conversation/fork-point.js'
import { callIn } from './command.js'
import { type Worked, worked } from './fixture.js'

let place: Worked
let journal: FileJournal
let events: readonly RunEvent[]
beforeAll(async () => {
  place = await worked()
  journal = fileJournal({ root: place.root })
  events = await readEvents(journal, place.tasks.rounds)
})
afterAll(() => place.remove())

const idOf = (type: RunEvent['type']) => events.find((event) => event.type === type)?.id ?? ''

test.each([
  ['1', 'UserInput', 1],
  ['2', 'PlanDirective', 2],
] as const)('round %s is forked at %s', (at, type, round) => {
  expect(forkPoint(events, at)).toEqual({ eventId: idOf(type), round })
})

test('an event is a point, and the beginning of a round if it is one', () => {
  expect(forkPoint(events, idOf('ToolResult'))).toEqual({ eventId: idOf('ToolResult'), round: null })
  expect(forkPoint(events, idOf('PlanDirective'))).toEqual({ eventId: idOf('PlanDirective'), round: 2 })
})

test.each([[undefined], ['3'], ['0'], ['nothing']])('%s is no point, and the error names the rounds', (at) => {
  const rounds = 'a round, 1 (Rename one to two everywhere [2J), 2 (first way: b.txt is missing)'
  expect(() => forkPoint(events, at)).toThrow(expect.objectContaining({ code: 'invalid_point', field: 'at' }))
  expect(() => forkPoint(events, at)).toThrow(rounds)
})

// The later round first: what is taken back of both is taken back of it.
test.each([
  ['2', 'two\n'],
  ['1', 'one\n'],
])('a fork at round %s goes on with the files as they were there', async (at, text) => {
  const model = scriptedModel({ plan: [{ json: { asks: 'change', criteria: [], subtasks: [], impossible: 'no' } }] })
  const artoo = createArtoo({ model, journal, tools: standardTools({ root: place.root }), dreamer: false })
  const flags: Flags = { at, files: true }
  const ready = await readyFork(callIn(place.root, [place.tasks.rounds, 'Without', 'b.txt.'], flags), {
    artoo,
    journal,
  })
  expect(ready).toMatchObject({ taskId: place.tasks.rounds, words: 'Without b.txt.', files: { left: [] } })
  expect([readFileSync(join(place.root, 'a.txt'), 'utf8'), readFileSync(join(place.root, 'c.txt'), 'utf8')]).toEqual([
    text,
    'one\n',
  ])
  const run = artoo.fork(ready.taskId, { at: ready.at })
  await run
  await artoo.close()
  const shared = events.findIndex(({ id }) => id === ready.at) + 1
  const typesOf = (some: readonly RunEvent[]) => some.slice(0, shared).map(({ type }) => type)
  expect(typesOf(run.events)).toEqual(typesOf(events))
  expect(model.requests).toHaveLength(1)
})

test('files are not put back to the middle of a round', async () => {
  const artoo = createArtoo({ model: scriptedModel({}), journal, dreamer: false })
  const call = callIn(place.root, [place.tasks.rounds], { at: idOf('ToolResult'), files: true })
  await expect(readyFork(call, { artoo, journal })).rejects.toMatchObject({ code: 'invalid_point', field: 'at' })
  await artoo.close()
})
