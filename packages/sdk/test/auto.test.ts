import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { fileJournal } from '@artoo/runtime/node'
import { defineCheck } from '@artoo/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type ArtooOptions, createArtoo, defineTool, type RunEvent } from '../src/index.js'
import { planOf, subtask } from './script.js'

const weather = defineTool({
  name: 'weather',
  description: 'The temperature in a city.',
  input: z.object({ city: z.string() }),
  effect: 'read',
  target: ({ city }) => city,
  execute: ({ city }) => (city === 'Oslo' ? `4 °C in ${city}` : Promise.reject(new Error(`no station in ${city}`))),
})

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: z.object({ id: z.string() }),
  effect: 'irreversible',
  target: ({ id }) => id,
  execute: ({ id }) => `${id} is paid`,
})

const look = (city = 'Oslo') => ({ toolCalls: [{ name: 'weather', input: { city } }] })
const payment = (id = 'i-7') => ({ toolCalls: [{ name: 'pay', input: { id } }] })
const verdicts = (verdict: 'pass' | 'fail', ...criteria: readonly number[]) => ({
  json: {
    verdicts: criteria.map((criterion) => ({ criterion, verdict, evidence: 'i-8 is open', records: ['r1'] })),
    correction: verdict === 'fail' ? { whatWasWrong: 'i-8 is not paid', whatToDo: 'pay i-8' } : null,
  },
})

const find = defineTool({
  ...{ name: 'find', description: 'Finds an invoice.', input: z.object({ id: z.string() }), effect: 'read' },
  execute: ({ id }) => `${id} is open`,
})

type Script = Readonly<Partial<Record<'text' | 'last_verdicts' | 'plan' | 'execution', readonly ScriptedTurn[]>>>

function auto(script: Script, options: Partial<ArtooOptions> = {}) {
  const model = scriptedModel(script)
  const given = { model, tools: [weather, pay], depth: 'auto', confirm: () => true, dreamer: false } as const
  return { model, artoo: createArtoo({ ...given, ...options }) }
}

const escalationsIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'Escalation' ? [event.payload] : []))

describe('a task of depth auto', () => {
  test('that only read is one conversation, and nobody judges it', async () => {
    const { artoo, model } = auto({ text: [look(), { text: 'It is 4 °C.' }] })
    const run = artoo.run('How cold is it in Oslo?')
    expect(await run).toMatchObject({ status: 'complete', basis: 'nobody', reason: 'unjudged', output: 'It is 4 °C.' })
    expect(model.requests).toHaveLength(2)
    expect(escalationsIn(run.events)).toEqual([])
    await artoo.close()
  })

  test('that changed something is judged against the request, and by whether it left the rest alone', async () => {
    const { artoo, model } = auto({ text: [payment(), { text: 'Paid.' }], last_verdicts: [verdicts('pass', 1, 2)] })
    const run = artoo.run('Pay invoice i-7.')
    expect(await run).toMatchObject({
      status: 'complete',
      basis: 'judge',
      reason: 'accepted',
      criteria: [
        { criterion: expect.stringMatching(/^All that the request asks for/), subtask: null },
        { criterion: 'Nothing was changed but what the request asks for', subtask: null },
      ],
    })
    expect(escalationsIn(run.events)).toEqual([
      { to: 'judging', rules: ['changing_call'], because: '`pay` changed i-7' },
    ])
    const judged = JSON.parse(model.requests.at(-1)?.messages[1]?.content ?? '')
    expect(judged).toMatchObject({ request: 'Pay invoice i-7.', output: 'Paid.', toolCalls: [{ tool: 'pay' }] })
    await artoo.close()
  })

  test('that was found wanting goes on in the same conversation', async () => {
    const { artoo, model } = auto({
      text: [payment(), { text: 'Paid.' }, payment('i-8'), { text: 'Both are paid.' }],
      last_verdicts: [verdicts('fail', 1, 2), verdicts('pass', 1, 2)],
    })
    expect(await artoo.run('Pay invoices i-7 and i-8.')).toMatchObject({ status: 'complete', output: 'Both are paid.' })
    const corrected = model.requests[3]?.messages
    expect(corrected?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(corrected?.at(-1)?.content).toMatch(/pay i-8.*Mend that, and give the whole answer again/s)
    await artoo.close()
  })

  test('that can do it no better is planned, with what was changed so far', async () => {
    const { artoo, model } = auto(
      {
        text: [payment(), { text: 'Paid.' }],
        last_verdicts: [verdicts('fail', 1, 2), verdicts('pass', 1, 2, 3, 4)],
        plan: [planOf(subtask('pay i-8', ['pay']))],
        execution: [payment('i-8'), { json: { status: 'completed', output: 'Both are paid.', reason: null } }],
      },
      { limits: { retries: 0 } },
    )
    const run = artoo.run('Pay invoices i-7 and i-8.')
    expect(await run).toMatchObject({ status: 'complete', output: 'Both are paid.', replans: 1 })
    expect(escalationsIn(run.events).map(({ to, rules }) => [to, ...rules])).toEqual([
      ['judging', 'changing_call'],
      ['planning', 'failed_work'],
    ])
    const planning = model.requests.find(({ output }) => output?.name === 'plan')
    expect(planning?.messages[1]?.content).toMatch(/"tool": "pay".*"target": "i-7"/s)
    await artoo.close()
  })

  test('whose change was refused is judged', async () => {
    const { artoo } = auto(
      { text: [payment(), { text: 'i-7 is not paid: you refused it.' }], last_verdicts: [verdicts('pass', 1)] },
      { confirm: () => false },
    )
    const run = artoo.run('Pay invoice i-7 if I let you.')
    await run
    expect(escalationsIn(run.events)).toMatchObject([{ because: '`pay` was refused for i-7' }])
    await artoo.close()
  })

  test('whose tools failed twice is judged, and not one whose tool failed once', async () => {
    const { artoo } = auto({ text: [look('Bergen'), { text: '?' }] })
    const once = artoo.run('How cold is it in Bergen?')
    expect(await once).toMatchObject({ reason: 'unjudged' })
    const { artoo: other } = auto({
      text: [look('Bergen'), look('Narvik'), { text: 'Nobody measures it.' }],
      last_verdicts: [verdicts('pass', 1)],
    })
    const run = other.run('How cold is it in Bergen or Narvik?')
    expect(await run).toMatchObject({ reason: 'accepted' })
    expect(escalationsIn(run.events)).toMatchObject([
      { rules: ['failed_tools'], because: '`weather` failed on Bergen and Narvik' },
    ])
    await Promise.all([artoo.close(), other.close()])
  })

  test('that called no tool, though there are some, is judged; without tools it is not', async () => {
    const { artoo } = auto({ text: [{ text: 'It is 4 °C.' }], last_verdicts: [verdicts('pass', 1)] })
    const run = artoo.run('How cold is it in Oslo?')
    await run
    expect(escalationsIn(run.events)).toMatchObject([{ rules: ['no_call'], because: 'no tool was called' }])
    const { artoo: plain, model } = auto({ text: [{ text: 'Hello.' }] }, { tools: [] })
    await plain.run('Say hello.')
    expect(model.requests).toHaveLength(1)
    await Promise.all([artoo.close(), plain.close()])
  })

  test('whose check failed is mended first, and then judged too', async () => {
    const isPolite = defineCheck({
      ...{ name: 'is_polite', description: 'The answer says please', arguments: z.object({}) },
      run: (_, { output }) => ({ pass: /please/i.test(output), evidence: 'looked for “please”' }),
    })
    const { artoo } = auto(
      {
        text: [look(), { text: 'Take a coat.' }, { text: 'Please take a coat.' }],
        last_verdicts: [verdicts('pass', 2)],
      },
      { checks: [isPolite] },
    )
    const run = artoo.run('What should I wear in Oslo?')
    expect(await run).toMatchObject({ status: 'complete', output: 'Please take a coat.' })
    expect(escalationsIn(run.events)).toMatchObject([
      { rules: ['failed_check'], because: 'a check failed: The answer says please' },
    ])
    await artoo.close()
  })

  test('is planned at once where the model asks for it, and no round is lost', async () => {
    const { artoo } = auto(
      {
        text: [{ text: 'Three cities first.', toolCalls: [{ name: 'needs_plan', input: {} }] }],
        plan: [planOf(subtask('find out the temperature', ['weather']))],
        execution: [look(), { json: { status: 'completed', output: 'It is 4 °C.', reason: null } }],
        last_verdicts: [verdicts('pass', 1, 2)],
      },
      { limits: { replans: 0 }, tools: [weather, pay, find] },
    )
    const run = artoo.run('Compare the weather.')
    expect(await run).toMatchObject({ status: 'complete', output: 'It is 4 °C.', replans: 0, basis: 'judge' })
    expect(escalationsIn(run.events)).toEqual([
      { to: 'planning', rules: ['needs_plan'], because: 'Three cities first.' },
    ])
    await artoo.close()
  })

  test('is not planned any more once it has changed something', async () => {
    const { artoo, model } = auto(
      {
        text: [payment(), { toolCalls: [{ name: 'needs_plan', input: {} }] }, { text: 'Paid.' }],
        last_verdicts: [verdicts('pass', 1, 2)],
      },
      { tools: [weather, pay, find] },
    )
    expect(await artoo.run('Pay invoice i-7.')).toMatchObject({ status: 'complete', output: 'Paid.' })
    expect(model.requests[2]?.messages.at(-1)?.content).toBe('It is too late for that: go on.')
    await artoo.close()
  })

  test('is not planned any more once somebody was asked, since the plan would not know the answer', async () => {
    const question = { toolCalls: [{ name: 'ask_user', input: { question: 'Which one?' } }] }
    const { artoo, model } = auto(
      {
        text: [question, { toolCalls: [{ name: 'needs_plan', input: {} }] }, { text: 'i-8, then.' }],
        last_verdicts: [verdicts('pass', 1)],
      },
      { tools: [weather, pay, find], clarify: () => 'i-8' },
    )
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ output: 'i-8, then.' })
    expect(model.requests[2]?.messages.at(-1)?.content).toBe('It is too late for that: go on.')
    await artoo.close()
  })

  test('that asked for a plan is not answered at once: somebody has to judge', async () => {
    const { artoo, model } = auto(
      {
        text: [{ toolCalls: [{ name: 'needs_plan', input: {} }] }],
        plan: [{ json: { criteria: [], subtasks: [], answer: 'i-7 is paid.' } }],
      },
      { tools: [weather, pay, find] },
    )
    expect((await artoo.run('Pay invoice i-7.')).status).not.toBe('complete')
    expect(model.requests[1]?.messages[1]?.content).not.toContain('mayAnswer')
    await artoo.close()
  })

  test('keeps its criterion when a later attempt gives no reason to judge', async () => {
    const { artoo, model } = auto({
      text: [{ text: 'It is 20 °C.' }, look(), { text: 'It is 4 °C.' }],
      last_verdicts: [verdicts('fail', 1), verdicts('pass', 1)],
    })
    const run = artoo.run('How cold is it in Oslo?')
    expect(await run).toMatchObject({ status: 'complete', output: 'It is 4 °C.', reason: 'accepted' })
    const [first, last] = model.requests
      .filter(({ output }) => output)
      .map(({ messages }) => messages[1]?.content ?? '')
    expect([first?.includes('"source": "request"'), last?.includes('"source": "request"')]).toEqual([true, false])
    expect(escalationsIn(run.events)).toHaveLength(1)
    await artoo.close()
  })

  test('gives data of a schema', async () => {
    const json = { status: 'completed', output: { celsius: 4 } }
    const model = scriptedModel({ typed_execution: [look(), { json }] })
    const artoo = createArtoo({ model, tools: [weather], depth: 'auto', dreamer: false })
    const result = await artoo.run('How cold is it in Oslo?', { output: z.object({ celsius: z.number() }) })
    expect(result).toMatchObject({ status: 'complete', value: { celsius: 4 } })
    await artoo.close()
  })
})

describe('a question of a direct conversation', () => {
  const asking = (question = 'Which one?') => ({
    toolCalls: [{ name: 'ask_user', input: { question, choices: ['i-7', 'i-8'] } }],
  })

  test('goes to whoever answers `clarify`, and its answer stands behind the call', async () => {
    const asked: unknown[] = []
    const { artoo, model } = auto(
      { text: [asking(), { text: 'I pay i-8.' }] },
      {
        depth: 'direct',
        clarify(questions) {
          asked.push(...questions)
          return 'i-8'
        },
      },
    )
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ status: 'complete', output: 'I pay i-8.' })
    expect(asked).toMatchObject([{ question: 'Which one?', choices: ['i-7', 'i-8'] }])
    const [call, answer] = model.requests[1]?.messages.slice(-2) ?? []
    expect(call).toMatchObject({ role: 'tool', name: 'ask_user', content: 'The answer follows.' })
    expect(answer).toMatchObject({ role: 'user', content: expect.stringContaining('"answer": "i-8"') })
    await artoo.close()
  })

  test('waits for the calls of its turn', async () => {
    const both = { toolCalls: [...asking().toolCalls, ...look().toolCalls] }
    const { artoo, model } = auto({ text: [both, { text: 'Fine.' }] }, { depth: 'direct', clarify: () => 'i-8' })
    await artoo.run('Pay the invoice.')
    expect(model.requests[1]?.messages.slice(-3).map(({ content }) => content.slice(0, 19))).toEqual([
      'The answer follows.',
      '4 °C in Oslo',
      expect.stringContaining('answers'),
    ])
    await artoo.close()
  })

  test('is one of five at most, and those left out are no calls', async () => {
    const many = { toolCalls: Array.from({ length: 40 }, () => asking().toolCalls[0]) } as ReturnType<typeof asking>
    const asked: unknown[] = []
    const { artoo, model } = auto(
      { text: [many, { text: 'Fine.' }] },
      {
        depth: 'direct',
        clarify(questions) {
          asked.push(...questions)
          return Object.fromEntries(questions.map(({ id }) => [id, 'i-8']))
        },
      },
    )
    const run = artoo.run('Pay the invoice.')
    expect((await run).output).toBe('Fine.')
    expect(asked.length).toBeLessThanOrEqual(5)
    const [, , , first, , , , , sixth] = model.requests[1]?.messages ?? []
    expect([first?.content, sixth?.content]).toEqual([
      'The answer follows.',
      'Only 5 questions are put at once: ask what matters most.',
    ])
    await artoo.close()
  })

  test('that stays without an answer leaves each call of its turn once in the records', async () => {
    const both = { toolCalls: [...asking().toolCalls, ...look().toolCalls] }
    const { artoo } = auto({ text: [both] }, { depth: 'direct', clarify: () => '' })
    const run = artoo.run('Pay the invoice.')
    await run
    const [result] = run.events.flatMap((event) => (event.type === 'ExecutionResult' ? [event.payload] : []))
    expect(result?.toolCalls.map(({ tool }) => tool)).toEqual(['weather'])
    await artoo.close()
  })

  test('uses up no turn with tool calls', async () => {
    const { artoo } = auto(
      { text: [asking(), look(), { text: 'It is 4 °C.' }] },
      { depth: 'direct', clarify: () => 'i-8', limits: { toolTurns: 1 } },
    )
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ output: 'It is 4 °C.' })
    await artoo.close()
  })

  test.each([null, [1, 2], ['a', '']])('takes choices that are %j for what can be read of them', async (choices) => {
    const odd = { toolCalls: [{ name: 'ask_user', input: { question: 'Which one?', choices } }] }
    const asked: unknown[] = []
    const clarify = (questions: readonly unknown[]) => {
      asked.push(...questions)
      return 'i-8'
    }
    const { artoo } = auto({ text: [odd, { text: 'Fine.' }] }, { depth: 'direct', clarify })
    await artoo.run('Pay the invoice.')
    expect(asked).toMatchObject([{ question: 'Which one?' }])
    await artoo.close()
  })

  test('is not offered where nobody could answer', async () => {
    const { artoo, model } = auto({ text: [{ text: 'Which one?' }] }, { depth: 'direct' })
    await artoo.run('Pay the invoice.')
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['weather', 'pay'])
    await artoo.close()
  })

  test('that nobody answers ends the task with the question', async () => {
    const { artoo } = auto({ text: [asking()] }, { depth: 'direct', clarify: () => '' })
    expect(await artoo.run('Pay the invoice.')).toMatchObject({
      reason: 'needs_answer',
      missing: [{ what: 'Which one?', needs: 'an answer' }],
    })
    await artoo.close()
  })

  test('may be put twice, then the model goes on without', async () => {
    const { artoo, model } = auto(
      { text: [asking(), asking(), asking(), { text: 'I leave it.' }] },
      { depth: 'direct', clarify: () => 'whichever' },
    )
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ output: 'I leave it.' })
    expect(model.requests[3]?.messages.at(-1)?.content).toContain('Nothing more can be asked')
    await artoo.close()
  })

  test('that is none is answered with what is wrong', async () => {
    const none = { toolCalls: [{ name: 'ask_user', input: { choices: 'all' } }] }
    const { artoo, model } = auto({ text: [none, { text: 'Fine.' }] }, { depth: 'direct', clarify: () => 'i-8' })
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ output: 'Fine.' })
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('give "question"')
    await artoo.close()
  })

  test('that is none uses up a turn, so that a model can’t ask nothing forever', async () => {
    const none = { toolCalls: [{ name: 'ask_user', input: {} }] }
    const options = { depth: 'direct', clarify: () => 'i-8', limits: { toolTurns: 2 } } as const
    const { artoo, model } = auto({ text: [none, none, none, none] }, options)
    expect(await artoo.run('Pay the invoice.')).toMatchObject({ status: 'failed' })
    // Two turns, the answer that it then owes, and the repair of that.
    expect(model.requests).toHaveLength(4)
    await artoo.close()
  })

  test('waits for an answer in another process', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'artoo-direct-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const journal = fileJournal(directory)
    const first = auto({ text: [asking()] }, { depth: 'direct', journal })
    const waiting = await first.artoo.run('Pay the invoice.', { onUnanswered: 'wait' })
    await first.artoo.close()
    if (!('requests' in waiting)) throw new Error('the task should wait')
    const [request] = waiting.requests
    const second = auto({ text: [{ text: 'I pay i-8.' }] }, { depth: 'direct', journal })
    const answers = { [request?.id ?? '']: 'i-8' }
    expect(await second.artoo.resume(waiting.taskId, { answers })).toMatchObject({ output: 'I pay i-8.' })
    await second.artoo.close()
  })
})
