import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, memoryJournal, type RunEvent } from '@artoo/sdk'
import type { Message, ModelRequest } from '@artoo/spec'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answers, ended, fixed, planOf, straightThrough, subtask } from './script.js'

const codes = ['7413', '2209', '5086', '9371', '4418', '6642', '1750', '8823']

/** Reads pages of 3,800 characters, of which each holds a code; counts its calls. */
function pages() {
  let calls = 0
  const read = defineTool({
    name: 'read',
    description: 'reads a page',
    input: z.object({ page: z.number() }),
    effect: 'read',
    execute({ page }) {
      calls++
      return `${'filler line\n'.repeat(310)}code ${page}: ${codes[page - 1]}`
    },
  })
  return { read, calls: () => calls }
}

const callOf = (page: number) => ({ name: 'read', input: { page } })

const sizeOf = ({ messages }: ModelRequest) =>
  messages.reduce((sum, message) => {
    const more = message.role === 'assistant' ? JSON.stringify([message.toolCalls ?? [], message.opaque ?? '']) : ''
    return sum + message.content.length + more.length
  }, 0)

const resultsIn = (messages: readonly Message[]) => messages.filter(({ role }) => role === 'tool')
const noted = /left out to save room; read_record shows it again as (\w+)/

/** Reads all pages, then the first record again by the name in its note, and reports the code that it finds there. */
const rereading: ScriptedTurn = ({ messages }) => {
  const results = resultsIn(messages)
  if (results.length < codes.length) return { toolCalls: [callOf(results.length + 1)] }
  const found = /code 1: (\d+)/.exec(results.at(-1)?.content ?? '')
  if (found) return { json: { status: 'completed', output: `the first code is ${found[1]}`, reason: null } }
  const [, record] = noted.exec(results[0]?.content ?? '') ?? []
  return { toolCalls: [{ name: 'read_record', input: { record, from: 300 } }] }
}

test('A result that had to be left out is read again by its name, and costs neither a call nor a turn', async () => {
  const room = 20_000
  const { read, calls } = pages()
  const plan = planOf(subtask('find the first code', ['read']))
  const model = scriptedModel({ ...straightThrough, plan, execution: rereading }, { repeatLast: true })
  const limits = { toolTurns: codes.length, conversationCharacters: room }
  const artoo = createArtoo({ model, tools: [read], limits, ...fixed() })
  const run = artoo.run('Read it all and give the first code')
  await run
  const reported = run.events.flatMap((event) => (event.type === 'ExecutionResult' ? [event.payload] : []))
  expect(reported).toMatchObject([{ status: 'completed', output: 'the first code is 7413' }])
  expect(reported[0]?.toolCalls.map(({ tool }) => tool)).toEqual(codes.map(() => 'read'))
  expect(calls()).toBe(codes.length)
  expect(run.events.some(({ type }) => type === 'ConversationCut')).toBe(true)
  expect(Math.max(...model.requests.map(sizeOf))).toBeLessThanOrEqual(room)
  await artoo.close()
})

test('A correction of long work does not send again what can be read again', async () => {
  const room = 80_000
  const { read } = pages()
  const plan = planOf(subtask('find the codes', ['read']))
  const execution: ScriptedTurn = ({ messages }) => {
    const results = resultsIn(messages)
    return results.length < codes.length ? { toolCalls: [callOf(results.length + 1)] } : answers.execution
  }
  const verdicts = [answers.fail, answers.pass]
  const model = scriptedModel({ ...straightThrough, plan, execution, verdicts }, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [read], limits: { conversationCharacters: room }, ...fixed() })
  await artoo.run('Read it all')
  const [before, after] = model.requests.filter(({ output }) => output?.name === 'execution').slice(-2)
  expect(before && sizeOf(before)).toBeGreaterThan(30_000)
  expect(after && sizeOf(after)).toBeLessThan(room / 4)
  expect(after?.messages.at(-1)?.content).toContain('"correction"')
  expect(after?.tools?.map(({ name }) => name)).toContain('read_record')
  expect(resultsIn(after?.messages ?? [])[0]?.content).toMatch(noted)
  await artoo.close()
})

test('What was found when the turns were used up goes to the planner, and to whoever goes on', async () => {
  const { read } = pages()
  const plan = planOf(subtask('find the codes', ['read']))
  const execution: ScriptedTurn = ({ messages, toolChoice }) => {
    if (JSON.stringify(messages).includes('Found by an earlier attempt')) return answers.execution
    if (toolChoice !== 'none') return { toolCalls: [callOf(resultsIn(messages).length + 1)] }
    return { json: { status: 'failed', output: 'Page 1 holds 7413, page 2 is open.', reason: 'no turns' } }
  }
  const model = scriptedModel({ ...straightThrough, plan, execution }, { repeatLast: true })
  const artoo = createArtoo({ model, tools: [read], limits: { toolTurns: 1 }, ...fixed() })
  expect(await artoo.run('Read it all')).toMatchObject({ reason: 'accepted', replans: 1 })
  const told = (output: string) => {
    const asked = model.requests.filter((request) => request.output?.name === output).at(-1)
    return JSON.parse(asked?.messages[1]?.content ?? '')
  }
  expect(told('plan').directive).toMatchObject({
    cause: 'out_of_turns',
    found: 'Page 1 holds 7413, page 2 is open.\n\nCalls made until then:\nread: ok',
  })
  expect(told('plan').directive.whatHappened).not.toContain('7413')
  expect(told('execution').context).toContain('Page 1 holds 7413')
  await artoo.close()
})

test('A task that is cut off at any event of its last turns goes on as if nothing had been', async () => {
  const { read } = pages()
  const plan = planOf(subtask('find the codes', ['read']))
  const execution: ScriptedTurn = ({ messages, toolChoice }) =>
    toolChoice !== 'none' ? { toolCalls: [callOf(resultsIn(messages).length + 1)] } : answers.execution
  const script = { ...straightThrough, plan, execution }
  const options = () => ({ tools: [read], limits: { toolTurns: 2 }, depth: 'full' as const })

  const journal = memoryJournal()
  const whole = createArtoo({ model: scriptedModel(script, { repeatLast: true }), journal, ...options() })
  const run = whole.run('Read it all')
  const { output, reason } = ended(await run)
  expect({ output, reason }).toEqual({ output: 'hello', reason: 'accepted' })
  const requestsIn = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === 'ModelRequest' && event.from === 'R3' ? [event.payload] : []))
  const wanted = requestsIn(run.events)
  expect(wanted.map(({ tools }) => tools)).toEqual([['read'], ['read'], []])
  const begin = run.events.findIndex(({ type }) => type === 'ToolRequest')
  const end = run.events.findIndex(({ type }) => type === 'ExecutionResult')

  for (let at = begin; at <= end; at++) {
    const { id } = run.events[at] as RunEvent
    const again = createArtoo({ model: scriptedModel(script, { repeatLast: true }), journal, ...options() })
    const fork = again.fork(run.taskId, { at: id })
    expect(await fork).toMatchObject({ output: 'hello', reason: 'accepted' })
    expect(requestsIn(fork.events)).toEqual(wanted)
    await again.close()
  }
  await whole.close()
})
