import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import type { ModelRequest } from '@artoo/spec'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  type FinalResult,
  type RunEvent,
  type RunHandle,
} from '../src/index.js'
import { fileJournal } from '../src/node.js'
import { planOf, subtask } from './script.js'

type Script = Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>
type Reply = Exclude<ScriptedTurn, (request: ModelRequest) => unknown>

/** An instance whose model and tool can speak to the run under way. */
function steered(script: (say: (text: string) => void) => Script, options: Partial<ArtooOptions> = {}) {
  let run: RunHandle | undefined
  const sent: Promise<void>[] = []
  const say = (text: string) => {
    if (run) sent.push(run.send(text))
  }
  const look = defineTool({
    ...{ name: 'look', description: 'Looks up a train.', input: z.object({ to: z.string() }), effect: 'read' },
    execute: ({ to }) => {
      if (to === 'Rome') say('To Milan, please.')
      return `a train to ${to} at 9`
    },
  })
  const model = scriptedModel(script(say))
  const artoo = createArtoo({ model, tools: [look], dreamer: false, ...options })
  onTestFinished(() => artoo.close())
  return {
    ...{ artoo, model, sent },
    start(text: string) {
      run = artoo.run(text)
      return run
    },
  }
}

/** A reply that is given once the words have been said. */
const saying = (say: (text: string) => void, text: string, reply: Reply): ScriptedTurn => {
  return async () => {
    say(text)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return reply
  }
}

const look = (to: string) => ({ toolCalls: [{ name: 'look', input: { to } }] })
const told = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n')
const last = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? ''
const of = (events: readonly RunEvent[], type: RunEvent['type']) =>
  events.flatMap((event) => (event.type === type ? [event.payload] : []))
const dataOf = ({ messages }: ModelRequest) => JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '')

const done = (output: string) => ({ json: { status: 'completed', output, reason: null } })
const passed = {
  json: {
    verdicts: [1, 2, 3].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'it is so' })),
    correction: null,
  },
}

describe('words that are added to a conversation', () => {
  test('while a tool works are told with its result', async () => {
    const { start, model, sent } = steered(() => ({ text: [look('Rome'), look('Milan'), { text: 'Milan at 9.' }] }), {
      depth: 'direct',
    })
    const run = start('When does the train to Rome go?')
    expect(await run).toMatchObject({ status: 'complete', output: 'Milan at 9.', missing: [] })
    await Promise.all(sent)
    expect(model.requests.map(last)).toMatchObject([
      'When does the train to Rome go?',
      expect.stringMatching(/^\[The user adds, while you work\. .*:\]\nTo Milan, please\.$/),
      'a train to Milan at 9',
    ])
    expect(of(run.events, 'UserWords')).toEqual([{ text: 'To Milan, please.' }])
    expect(of(run.events, 'SteeringHeard')).toEqual([{ numbers: [1] }])
  })

  test('right after the start are heard', async () => {
    const { start, model } = steered(() => ({ text: [{ text: 'Rome at 8.' }, { text: 'Milan at 9.' }] }), {
      depth: 'direct',
    })
    const run = start('When does the train go?')
    await run.send('The one to Milan.')
    expect(await run).toMatchObject({ status: 'complete', output: 'Milan at 9.', missing: [] })
    expect(model.requests.map(last).at(-1)).toContain('The one to Milan.')
  })

  test('while the answer is written are heard before it counts', async () => {
    const script = (say: (text: string) => void) => ({
      text: [saying(say, 'In French, please.', { text: 'At nine.' }), { text: 'À neuf heures.' }],
    })
    const { start, model } = steered(script, { depth: 'direct' })
    const run = start('When does the train go?')
    const result = await run
    expect(result).toMatchObject({ status: 'complete', output: 'À neuf heures.', missing: [] })
    expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: expect.stringMatching(/^\[The user adds, .*:\]\nIn French, please\.$/) },
    ])
    let shown = ''
    for await (const piece of run.answer) shown = piece.type === 'answer_delta' ? shown + piece.text : ''
    expect(shown).toBe('À neuf heures.')
  })
})

describe('words that are added to planned work', () => {
  test('while it is planned go into the plan, and are not told to the executor once more', async () => {
    const script = (say: (text: string) => void) => ({
      plan: [saying(say, 'To Milan.', planOf(subtask('go to Rome'))), planOf(subtask('go to Milan'))],
      execution: done('gone'),
      last_verdicts: passed,
    })
    const { start, model } = steered(script)
    const run = start('Go there.')
    expect(await run).toMatchObject({ status: 'complete', missing: [] })
    expect(of(run.events, 'SubTask').map((payload) => (payload as { intent: string }).intent)).toContain('go to Milan')
    const [, again, execution] = model.requests
    expect(again && last(again)).toBe(
      '[The user adds, while you plan. This counts before what was said so far:]\nTo Milan.',
    )
    expect(execution && dataOf(execution)).toMatchObject({ request: expect.stringContaining('To Milan.') })
    expect(execution && told(execution)).not.toContain('[The user adds')
  })

  test('while it is carried out are told to the executor and to its judge', async () => {
    const script = (say: (text: string) => void) => ({
      plan: planOf(subtask('greet')),
      execution: [saying(say, 'Politely.', done('hi')), done('good morning')],
      last_verdicts: passed,
    })
    const { start, model } = steered(script)
    expect(await start('Greet.')).toMatchObject({ status: 'complete', output: 'good morning' })
    const judged = model.requests.find(({ output }) => output?.name === 'last_verdicts')
    expect(judged && dataOf(judged).added).toEqual(['Politely.'])
    expect(judged?.messages[0]?.content).toContain('A criterion of which it takes the place is "replaced"')
  })

  test('reach the work that comes later in the plan too', async () => {
    const script = (say: (text: string) => void) => ({
      plan: planOf(subtask('greet', [], 1), subtask('part', [], 2)),
      execution: [saying(say, 'Politely.', done('hi')), done('good morning'), done('farewell')],
      verdicts: [passed, passed],
      verification: { json: { output: 'good morning, farewell', ...passed.json } },
    })
    const { start, model } = steered(script)
    expect(await start('Greet and part.')).toMatchObject({ status: 'complete', missing: [] })
    const executions = model.requests.filter(({ output }) => output?.name === 'execution')
    expect(executions.map((request) => told(request).includes('Politely.'))).toEqual([false, true, true])
  })

  test('after the last work are named as missing', async () => {
    const script = (say: (text: string) => void) => ({
      plan: planOf(subtask('greet')),
      execution: done('hi'),
      last_verdicts: saying(say, 'And "bow".', passed),
    })
    const { start, sent } = steered(script)
    expect(await start('Greet.')).toMatchObject({
      status: 'partial',
      output: 'hi',
      missing: [{ what: 'And "bow".', needs: 'another run' }],
      summary: 'Nothing was changed. “And "bow"” came too late to be heard.',
      nextMoves: [expect.stringContaining('Say it in another run: “And "bow"”.'), expect.anything()],
    })
    // They were taken: the result says what became of them.
    await Promise.all(sent)
  })

  test('while it is judged are heard if the work is sent back', async () => {
    const script = (say: (text: string) => void) => ({
      plan: planOf(subtask('greet')),
      execution: [done(''), done('good morning')],
      last_verdicts: [
        saying(say, 'Politely.', {
          json: {
            verdicts: [1, 2].map((criterion) => ({
              ...{ criterion, verdict: 'fail', cause: 'wrong_method', evidence: 'no greeting' },
            })),
            correction: { whatWasWrong: 'no greeting', whatToDo: 'greet' },
          },
        }),
        passed,
      ],
    })
    const { start, model } = steered(script)
    expect(await start('Greet.')).toMatchObject({ status: 'complete', output: 'good morning', missing: [] })
    const [, second] = model.requests.filter(({ output }) => output?.name === 'execution')
    expect(second && last(second)).toMatch(/"whatToDo": "greet"[\s\S]+Politely\.$/)
  })
})

describe('words that take the place of what was planned', () => {
  const criteria = ['notes.md says hello'].map((text) => ({ text, mode: 'verifiable', about: 'world' }))
  const plan = {
    json: { asks: 'change', criteria, subtasks: [{ intent: 'write it', sequence: 1, criteria, tools: ['put'] }] },
  }
  const written: string[] = []
  const put = defineTool({
    ...{ name: 'put', description: 'Writes a file.', input: z.object({ path: z.string() }), effect: 'repeatable' },
    target: ({ path }) => path,
    execute({ path }) {
      written.push(path)
      return `wrote ${path}`
    },
  })
  const judged = (verdict: string) => ({
    json: {
      verdicts: [
        { criterion: 1, verdict, evidence: 'the user said “call it letter.md instead”' },
        ...[2, 3].map((criterion) => ({
          criterion,
          verdict: 'pass',
          evidence: 'letter.md was written',
          records: ['r1'],
        })),
      ],
    },
  })
  const script = (say: (text: string) => void) => ({
    plan,
    execution: [
      saying(say, 'Call it letter.md instead.', { toolCalls: [{ name: 'put', input: { path: 'letter.md' } }] }),
      done('letter.md is written'),
    ],
    last_verdicts: judged('replaced'),
  })

  test('replace a criterion, which the result says, and are a criterion themselves', async () => {
    const { start } = steered(script, { tools: [put] })
    expect(await start('Write hello into notes.md.')).toMatchObject({
      status: 'complete',
      missing: [],
      criteria: [
        {
          criterion: 'notes.md says hello',
          verdict: 'replaced',
          evidence: 'the user said “call it letter.md instead”',
        },
        { criterion: 'Nothing was changed but what the request asks for', verdict: 'pass' },
        { criterion: 'What the user added while the work was under way was done or is answered', verdict: 'pass' },
      ],
      summary:
        'Carried out “put letter.md”. Both checks passed (by a model); “notes.md says hello” was replaced by what you added.',
    })
  })

  test('replace none that the judge does not show by them', async () => {
    const vague = judged('replaced')
    const verdicts = vague.json.verdicts.map((verdict) => ({ ...verdict, evidence: 'the user wants it otherwise' }))
    const { start } = steered(
      (say) => ({ ...script(say), last_verdicts: [{ json: { verdicts } }, { json: { verdicts } }] }),
      { tools: [put] },
    )
    const { status, missing } = (await start('Write hello into notes.md.')) as FinalResult
    expect([status, missing]).toMatchObject(['partial', [{ what: 'notes.md says hello' }]])
  })

  test('take the place of no criterion that they are part of themselves', async () => {
    const verdicts = judged('replaced').json.verdicts.map((verdict) => ({
      ...verdict,
      ...{ verdict: 'replaced', evidence: 'the user said “call it letter.md instead”' },
    }))
    const all = { json: { verdicts } }
    const { start } = steered((say) => ({ ...script(say), last_verdicts: [all, all] }), { tools: [put] })
    const { status, criteria } = (await start('Write hello into notes.md.')) as FinalResult
    expect([status, criteria.map(({ verdict }) => verdict)]).toEqual(['partial', ['replaced', 'unjudged', 'unjudged']])
  })

  test('leave a criterion unjudged that is said to be replaced where nothing was added', async () => {
    const { start } = steered(
      () => ({
        plan,
        execution: [{ toolCalls: [{ name: 'put', input: { path: 'notes.md' } }] }, done('written')],
        last_verdicts: [judged('replaced'), judged('replaced')],
      }),
      { tools: [put] },
    )
    const { status, missing } = (await start('Write hello into notes.md.')) as FinalResult
    expect([status, missing]).toMatchObject(['partial', [{ what: 'notes.md says hello' }]])
  })
})

describe('words that are said more than once', () => {
  test('stand in their order: the last one is the wish', async () => {
    const script = (say: (text: string) => void) => ({
      plan: [
        ...['By train.', 'By plane.', 'By train.'].map((text) => saying(say, text, planOf(subtask('go')))),
        planOf(subtask('go')),
      ],
      execution: done('gone'),
      last_verdicts: passed,
    })
    const { start, model } = steered(script)
    await start('Go to Rome.')
    const execution = model.requests.find(({ output }) => output?.name === 'execution')
    expect(execution && dataOf(execution).request.match(/By \w+/g)).toEqual(['By train', 'By plane', 'By train'])
  })

  test('are shown once to the writer of a merge, however many parts were told', async () => {
    const script = (say: (text: string) => void) => ({
      plan: planOf(subtask('intro'), subtask('outro')),
      execution: [saying(say, 'In French.', done('hi')), done('bye'), done('salut'), done('adieu')],
      verdicts: [passed, passed],
      verification: { json: { output: 'salut, adieu', ...passed.json } },
    })
    const { start, model } = steered(script)
    await start('Write both.')
    const merge = model.requests.find(({ output }) => output?.name === 'verification')
    expect(merge?.messages.at(-1)?.content.match(/In French\./g)).toHaveLength(1)
    const judges = model.requests.filter(({ output }) => output?.name === 'verdicts' || output === merge?.output)
    const isAsked = judges.map(({ messages }) => JSON.stringify(messages).includes('What the user added while'))
    expect(isAsked).toEqual([...judges.slice(1).map(() => false), true])
  })
})

describe('words that are said while a question is open', () => {
  const question = { toolCalls: [{ name: 'ask_user', input: { question: 'When?' } }] }

  test('are told though nobody answers it: they may be the answer', async () => {
    let run: RunHandle | undefined
    const model = scriptedModel({ text: [question, { text: 'On Monday, then.' }] })
    const clarify = async () => {
      await run?.send('Monday')
      throw new Error('nobody is there')
    }
    const artoo = createArtoo({ model, depth: 'direct', dreamer: false, clarify })
    onTestFinished(() => artoo.close())
    run = artoo.run('Book a table.')
    expect(await run).toMatchObject({ output: 'On Monday, then.', missing: [] })
    expect(model.requests[1] && last(model.requests[1])).toContain('Monday')
  })

  test('are told with the answer, also to the planner', async () => {
    let run: RunHandle | undefined
    const asks = { json: { criteria: [], subtasks: [], needs: [{ question: 'When?' }] } }
    const model = scriptedModel({
      plan: [asks, planOf(subtask('book'))],
      execution: done('booked'),
      last_verdicts: passed,
    })
    const clarify = async () => {
      await run?.send('For two.')
      return 'Monday'
    }
    const artoo = createArtoo({ model, dreamer: false, clarify })
    onTestFinished(() => artoo.close())
    run = artoo.run('Book a table.')
    expect(await run).toMatchObject({ missing: [] })
    const plans = model.requests.filter(({ output }) => output?.name === 'plan')
    expect(plans).toHaveLength(2)
    expect(plans[1] && last(plans[1])).toMatch(/Monday[\s\S]+For two\./)
  })
})

describe('words that are added to a task', () => {
  test('stay in the conversation for the next turn', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'artoo-steering-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const { artoo } = steered(() => ({ text: [{ text: 'At eight.' }, { text: 'At nine.' }] }), {
      ...{ depth: 'direct', journal: fileJournal(directory) },
    })
    const session = artoo.session({ id: 'ann' })
    const run = session.run('When does it go?')
    await run.send('The one to Milan.')
    await run
    expect(await session.turns()).toMatchObject([
      { asked: 'When does it go?\n\nThe one to Milan.', answer: 'At nine.' },
    ])
  })

  test('count as the user’s own: data may be sent where they say', async () => {
    const asked: string[] = []
    const post = defineTool({
      ...{ name: 'post', description: 'Posts a note.', input: z.object({ to: z.url() }), effect: 'outbound' },
      target: ({ to }) => to,
      execute: ({ to }) => `posted to ${to}`,
    })
    const to = 'https://notes.example/ann'
    const script = (say: (text: string) => void) => ({
      text: [
        { toolCalls: [{ name: 'post', input: { to } }] },
        saying(say, `Then to ${to}, please.`, { toolCalls: [{ name: 'post', input: { to } }] }),
        { text: 'Posted.' },
      ],
    })
    const { start } = steered(script, {
      ...{ depth: 'direct', tools: [post] },
      confirm: ({ target }) => {
        asked.push(target ?? '')
        return false
      },
    })
    const run = start('Post it.')
    await run
    expect(asked).toEqual([to])
    expect(of(run.events, 'ToolResult')).toMatchObject([{ status: 'refused' }, { status: 'ok' }])
  })

  test('are refused when it has ended, when they are none, and when they are too many', async () => {
    const { start } = steered(() => ({ text: [{ text: 'At eight.' }, { text: 'At nine.' }] }), { depth: 'direct' })
    const run = start('When does it go?')
    await expect(run.send(' ')).rejects.toMatchObject({ code: 'invalid_input', field: 'text' })
    await expect(run.send(7 as never)).rejects.toMatchObject({ code: 'invalid_input', field: 'text' })
    await expect(run.send('a'.repeat(25_001))).rejects.toMatchObject({ code: 'invalid_input', field: 'text' })
    const many = Array.from({ length: 60 }, () => run.send('a'.repeat(1_000)))
    const outcomes = await Promise.allSettled(many)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'invalid_input' } })
    await run
    await expect(run.send('To Milan.')).rejects.toMatchObject({ code: 'task_ended' })
  })
})

test('words outlive the process that took them, and the next one tells the model', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-steering-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const host = await bundled(new URL('steered-host.ts', import.meta.url))
  const run = promisify(execFile)
  expect(await run(process.execPath, [host, directory, 'die']).catch(({ signal }) => signal)).toBe('SIGKILL')
  const { stdout } = await run(process.execPath, [host, directory])
  const { taskId, status, heard } = JSON.parse(stdout)
  expect(status).toBe('complete')
  expect(heard).toEqual([expect.stringMatching(/^\[The user adds, .*\nTo Milan, please\.$/)])
  expect((await replay(fileJournal(directory), taskId)).parting).toBeNull()
})
