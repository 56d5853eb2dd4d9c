import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, type ConfirmAnswer, createArtoo, isWaiting, type RunEvent, readEvents } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { standardTools } from '@artoo/tools/node'
import { expect, onTestFinished, test } from 'vitest'
import { post, startTask } from './client.js'
import { before, overwriting, serve } from './harness.js'

const text = 'Bring notes.md up to date'
const edited = before.replace('- milk', '- oat milk').replace('two lemons', 'six lemons')
const edit = (oldText: string, newText: string) => ({
  toolCalls: [{ name: 'edit_file', input: { path: 'notes.md', oldText, newText } }],
})

const criteria = [{ text: 'the file was changed', mode: 'plausible' }]

/** A model that changes two places of the file, one after the other. */
const editing: Readonly<Record<string, ScriptedTurn>> = {
  ...overwriting,
  plan: {
    json: {
      criteria,
      subtasks: [{ intent: 'Change two lines', sequence: 1, criteria, tools: ['read_file', 'edit_file'] }],
    },
  },
  execution: ({ messages }) => {
    const turns = [
      { toolCalls: [{ name: 'read_file', input: { path: 'notes.md' } }] },
      edit('- milk', '- oat milk'),
      edit('two lemons', 'six lemons'),
    ]
    const done = messages.filter(({ role }) => role === 'tool').length
    return turns[done] ?? { json: { status: 'completed', output: 'changed', reason: null } }
  },
}

const answer = { allow: 'task', note: 'this file and no other' } as const

/** One way of giving the answer, and the file and the log after it. */
type Way = () => Promise<{ readonly file: string; readonly events: readonly RunEvent[] }>

const overHttp: Way = async () => {
  const { url, file, log } = await serve({ script: editing })
  const task = await startTask(url, text)
  const { taskId } = await task.until('started')
  const { id, offers } = await task.until('confirmation')
  expect(offers).toMatchObject([{ allow: 'task', rule: 'edit_file: **', note: 'each file can be taken back' }])
  const response = await post(`${url}/tasks/${taskId}/confirmations/${id}`, answer)
  expect([response.status, await response.json()]).toEqual([200, { ...answer, by: 'ada' }])
  expect(await task.until('answered')).toEqual({ id, allowed: true, allow: 'task', by: 'ada' })
  const shown = await task.rest()
  expect(shown.filter(({ name }) => name === 'confirmation')).toHaveLength(1)
  expect(shown.at(-1)).toMatchObject({ name: 'result', data: { directive: 'accept' } })
  return { file: await file('notes.md'), events: log }
}

async function folder() {
  const place = await mkdtemp(join(tmpdir(), 'artoo-answers-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const root = join(place, 'root')
  await mkdir(root)
  await writeFile(join(root, 'notes.md'), before)
  const start = (options: Partial<ArtooOptions>) =>
    createArtoo({
      ...{ model: scriptedModel(editing, { repeatLast: true }), tools: standardTools({ root }) },
      ...{ clock: manualClock(1_000), depth: 'full', ids: sequentialIds(), ...options },
    })
  return { start, directory: join(place, 'journal'), file: () => readFile(join(root, 'notes.md'), 'utf8') }
}

const signed: ConfirmAnswer = { ...answer, by: 'ada' }

const byCallback: Way = async () => {
  const { start, file } = await folder()
  const artoo = start({ confirm: () => signed })
  const run = artoo.run(text)
  await run
  await artoo.close()
  return { file: await file(), events: run.events }
}

const byResume: Way = async () => {
  const { start, file, directory } = await folder()
  const journal = fileJournal(directory)
  const first = start({ journal })
  const waits = await first.run(text, { onUnanswered: 'wait' })
  await first.close()
  if (!isWaiting(waits)) throw new Error('it does not wait')
  expect(waits.requests).toHaveLength(1)
  const second = start({ journal })
  await second.resume(waits.taskId, { answers: { [waits.requests[0]?.id ?? '']: signed } })
  await second.close()
  return { file: await file(), events: await readEvents<RunEvent>(journal, waits.taskId) }
}

/** The part of a log that is about calls and questions, without times and tokens; a question that a later process puts again counts once. */
function told(events: readonly RunEvent[]) {
  const asked = new Set<string>()
  return events.flatMap((event) => {
    const { type, payload } = event
    if (!/^(Tool|Confirmation|FinalResult)/.test(type)) return []
    if (type === 'ConfirmationRequest') {
      if (asked.has(event.payload.callId)) return []
      asked.add(event.payload.callId)
    }
    const { idempotencyKey: _, durationMs: __, usage: ___, ...rest } = payload as Record<string, unknown>
    return { type, ...rest }
  })
}

test('a yes for the task covers the repeat, and comes to the same over HTTP, by callback and by resume', async () => {
  const [http, callback, resumed] = [await overHttp(), await byCallback(), await byResume()]
  const results = http.events.flatMap((event) => (event.type === 'ToolResult' ? event.payload : []))
  expect(results.map(({ tool, confirmed, decidedBy }) => [tool, confirmed, decidedBy])).toEqual([
    ['read_file', false, undefined],
    ['edit_file', true, undefined],
    ['edit_file', false, 'allow edit_file: **'],
  ])
  expect(http.file).toBe(edited)
  for (const other of [callback, resumed]) {
    expect(other.file).toBe(edited)
    expect(told(other.events)).toEqual(told(http.events))
  }
})

test('questions are answered over HTTP by their ids, and what is granted is sent to nobody', async () => {
  const asks = {
    json: { status: 'needs', output: '', needs: [{ question: 'Which list?' }, { access: 'the shop (SHOP_TOKEN)' }] },
  }
  const done = { json: { status: 'completed', output: 'changed', reason: null } }
  const { url, log, requests } = await serve({ script: { ...editing, execution: [asks, done] as never } })
  const task = await startTask(url, text)
  const { taskId } = await task.until('started')
  const { questions } = await task.until('questions')
  expect(questions).toMatchObject([
    { kind: 'question', question: 'Which list?', from: 'executor' },
    { kind: 'access', question: 'the shop (SHOP_TOKEN)' },
  ])
  const [first, second] = questions.map(({ id }: { readonly id: string }) => id)
  const answers = `${url}/tasks/${taskId}/answers`
  const other = { headers: { 'x-user': 'bob' } }
  expect((await post(answers, { [first]: 'the new one' }, other)).status).toBe(404)
  const refused = await post(answers, { [first]: `sk-${'a1B2'.repeat(9)}` })
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'secret_in_answer' } }])
  const granted = { granted: true, context: { token: 'shop-token-4711' } }
  const response = await post(answers, { [first]: 'the new one', [second]: granted })
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(await task.until('questions_answered')).toEqual({
    answers: [
      { to: [first], by: 'ada' },
      { to: [second], by: 'ada', granted: true },
    ],
  })
  await task.rest()
  expect(JSON.stringify(requests)).toContain('the new one')
  for (const shown of [task.bytes(), JSON.stringify(log), JSON.stringify(requests)]) {
    expect(shown).not.toContain('shop-token-4711')
  }
})
