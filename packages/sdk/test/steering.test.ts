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
import { type ArtooOptions, createArtoo, defineTool, type RunEvent, type RunHandle } from '../src/index.js'
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
    verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'it is so' })),
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
      '[The user adds while you work:]\nTo Milan, please.',
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
      { role: 'user', content: '[The user adds while you work:]\nIn French, please.' },
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
    expect(again && last(again)).toBe('[The user adds while you work:]\nTo Milan.')
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
    expect(judged && dataOf(judged).clarifications).toEqual([
      { questions: [expect.stringContaining('Added by the user')], answer: 'Politely.' },
    ])
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
              ...{ criterion, verdict: 'fail', failureClass: 'logical', evidence: 'no greeting' },
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
  expect(heard).toEqual(['[The user adds while you work:]\nTo Milan, please.'])
  expect((await replay(fileJournal(directory), taskId)).parting).toBeNull()
})
