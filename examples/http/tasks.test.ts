import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, ProviderError } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { eventually, post, startTask } from './client.js'
import { after, before, canary, serve } from './harness.js'

const minutes = (count: number) => count * 60_000
const text = 'Bring notes.md up to date'

const answerTo = (url: string, { taskId, id }: { readonly taskId: string; readonly id: string }) =>
  `${url}/tasks/${taskId}/confirmations/${id}`

describe('a task', () => {
  test('streams in order what happens, and ends with the result and its bill', async () => {
    const { url } = await serve()
    const task = await startTask(url, text)
    expect(task.response.status).toBe(200)
    expect(task.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    await post(answerTo(url, { taskId, id }), { allow: 'once' })
    const events = await task.rest()
    expect(events.map(({ name, data }) => (data.role ? `${name} ${data.role}` : name))).toEqual([
      'started',
      'thinking R1',
      'understood',
      'thinking R2',
      'planned',
      'subtask',
      'thinking R3',
      'tool_call',
      'tool_result',
      'thinking R3',
      'tool_call',
      'confirmation',
      'answered',
      'tool_result',
      'thinking R3',
      'executed',
      'thinking R4a',
      'outcome',
      'thinking R4b',
      'decision',
      'result',
    ])
    const result = events.at(-1)?.data
    expect(result).toMatchObject({
      status: 'complete',
      reason: 'accepted',
      output: 'notes.md is up to date.',
      missing: [],
    })
    expect(Object.keys(result.usage).sort()).toEqual(['R1', 'R2', 'R3', 'R4a', 'R4b'])
    expect(result.usage.R3).toMatchObject({ modelCalls: 3, inputTokens: expect.any(Number), cost: null })
  })

  test('lets no prompt out, no word that only the provider or a tool should see', async () => {
    const secret = 'token-of-a-tool'
    const look = defineTool({
      name: 'look',
      description: 'A description for models only.',
      input: z.object({ password: z.string() }),
      effect: 'read',
      target: () => 'the safe',
      execute: () => `found ${secret}`,
    })
    const { url, requests, log } = await serve({
      tools: [look],
      instructions: 'The house has a rule that only models are told.',
      script: {
        plan: {
          json: {
            criteria: [{ text: 'it was looked at', mode: 'plausible' }],
            subtasks: [{ intent: 'look', criteria: [{ text: 'looked', mode: 'plausible' }], tools: ['look'] }],
          },
        },
        execution: ({ messages }) =>
          messages.some(({ role }) => role === 'tool')
            ? { json: { status: 'completed', output: 'looked', reason: null } }
            : { toolCalls: [{ name: 'look', input: { password: `password of ${secret}` } }] },
        verification: { json: { output: 'Looked.', verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'seen' }] } },
      },
    })
    const task = await startTask(url, text)
    const events = await task.rest()
    expect(events.at(-1)).toMatchObject({ name: 'result', data: { output: 'Looked.' } })

    const prompts = requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'system'))
    const sentences = prompts.flatMap(({ content }) => content.split(/[.:\n]/)).map((sentence) => sentence.trim())
    const telling = sentences.filter((sentence) => sentence.length > 15)
    expect(telling).toContain('You turn a request into a plan; you execute nothing')
    expect(telling).toContain('The house has a rule that only models are told')
    const bytes = task.bytes()
    expect(telling.filter((sentence) => bytes.includes(JSON.stringify(sentence).slice(1, -1)))).toEqual([])
    const hidden = [
      'messages',
      'opaque',
      canary,
      secret,
      'password',
      'description for models',
      'inputSchema',
      'rawInput',
    ]
    expect(hidden.filter((word) => bytes.includes(word))).toEqual([])
    // They all stand in the log, so there was something to hide.
    const kept = JSON.stringify([log, requests])
    expect(hidden.filter((word) => !kept.includes(word))).toEqual([])
  })

  test("tells of a provider's trouble and not in its words", async () => {
    const down = new ProviderError('provider_unavailable', `${canary} is down`, { status: 529, retryAfterMs: 1_600 })
    const { url, clock, log } = await serve({ limits: { modelRetries: 1 }, script: { task_spec: { error: down } } })
    const task = await startTask(url, text)
    expect(await task.until('retry')).toMatchObject({
      role: 'R1',
      attempt: 1,
      message: 'the provider is overloaded, trying again in 2 s',
    })
    clock.advance(3_000)
    expect(await task.until('trouble')).toEqual({ code: 'provider_unavailable' })
    const { reason, summary } = await task.until('result')
    expect(reason).toBe('infrastructure')
    expect(summary).toContain('The model could not be reached or did not answer (the model failed).')
    expect(task.bytes()).not.toContain(canary)
    expect(JSON.stringify(log)).toContain(`${canary} is down`)
  })

  test('tells the same when it fails in the middle of the work', async () => {
    const refused = new ProviderError('provider_unauthorized', `wrong key ${canary}`, { status: 401 })
    const { url, log } = await serve({ limits: { replans: 0 }, script: { execution: { error: refused } } })
    const task = await startTask(url, text)
    expect((await task.until('result')).directive).toBe('abandon')
    expect(task.bytes()).not.toContain(canary)
    expect(JSON.stringify(log)).toContain(`wrong key ${canary}`)
  })

  test('is told apart from another at the same time', async () => {
    const { url, file } = await serve()
    const [one, other] = [
      await startTask(url, text),
      await startTask(url, 'Bring other.md up to date', { user: 'ben' }),
    ]
    const questions = []
    for (const task of [one, other]) {
      const { taskId } = await task.until('started')
      questions.push({ taskId, ...(await task.until('confirmation')) })
    }
    const [ofOne, ofOther] = questions
    expect([ofOne.target, ofOther.target]).toEqual(['notes.md', 'other.md'])
    // Ids of calls are the same in every task: only together with the task's do they name one.
    expect(ofOne.id).toBe(ofOther.id)
    await post(answerTo(url, ofOther), { allow: 'once' }, { headers: { 'x-user': 'ben' } })
    expect((await other.rest()).at(-1)?.data.output).toBe('other.md is up to date.')
    expect([await file('notes.md'), await file('other.md')]).toEqual([before, after])
    await post(answerTo(url, ofOne), { allow: 'once' })
    expect((await one.rest()).at(-1)?.data.output).toBe('notes.md is up to date.')
    expect(await file('notes.md')).toBe(after)
    expect([one.bytes().includes('other.md'), other.bytes().includes('notes.md')]).toEqual([false, false])
  })
})

describe('a confirmation', () => {
  test('may come long after: the file is written then, and the task accepted', async () => {
    const { url, clock, file, log } = await serve({}, { limits: { timeMs: minutes(1) } })
    const task = await startTask(url, text)
    const { taskId } = await task.until('started')
    const question = await task.until('confirmation')
    expect(question).toMatchObject({
      tool: 'write_file',
      target: 'notes.md',
      action: 'overwrite notes.md',
      reason: 'the file exists and its content would be lost',
      change: { bytesBefore: 40, bytesAfter: 53, diff: expect.stringContaining('-- milk\n+- oat milk\n') },
    })
    clock.advance(minutes(10))
    expect(await file('notes.md')).toBe(before)

    const response = await post(answerTo(url, { taskId, ...question }), { allow: 'once', by: 'Ada of the night shift' })
    expect([response.status, await response.json()]).toEqual([
      200,
      { allow: 'once', by: 'Ada of the night shift (ada)' },
    ])
    expect(await task.until('answered')).toEqual({ id: question.id, allowed: true, by: 'Ada of the night shift (ada)' })
    expect(await task.until('result')).toMatchObject({ directive: 'accept', reason: 'accepted' })
    expect(await file('notes.md')).toBe(after)
    const [answer] = log.filter(({ type }) => type === 'ConfirmationAnswer')
    expect(answer).toMatchObject({
      payload: { callId: question.id, allowed: true, by: 'Ada of the night shift (ada)' },
    })
    // Ten minutes of ten are a person's: nothing is left of them in the loss.
    expect(log.find(({ type }) => type === 'ControlDecision')).toMatchObject({ payload: { loss: { Omega: 0 } } })
  })

  test('that is refused leaves the file as it is', async () => {
    const { url, file, log } = await serve({ limits: { replans: 0 } })
    const task = await startTask(url, text)
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    await post(answerTo(url, { taskId, id }), { allow: false })
    expect(await task.until('tool_result')).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect((await task.until('result')).directive).toBe('abandon')
    expect(await file('notes.md')).toBe(before)
    expect(log.find(({ type }) => type === 'ConfirmationAnswer')).toMatchObject({
      payload: { allowed: false, by: 'ada' },
    })
  })

  test('is answered once, by the user who started the task, while it runs', async () => {
    const { url, file } = await serve()
    const task = await startTask(url, text)
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    const address = answerTo(url, { taskId, id })
    const unknown = {
      error: { code: 'unknown_confirmation', message: 'no such question of yours waits for an answer' },
    }
    const expectUnknown = async (response: Response) =>
      expect([response.status, await response.json()]).toEqual([404, unknown])

    await expectUnknown(await post(address, { allow: 'once' }, { headers: { 'x-user': 'mallory' } }))
    await expectUnknown(await post(answerTo(url, { taskId, id: 'call_9' }), { allow: 'once' }))
    await expectUnknown(await post(answerTo(url, { taskId: 'task_9', id }), { allow: 'once' }))
    expect(await file('notes.md')).toBe(before)

    const twice = await Promise.all([post(address, { allow: 'once' }), post(address, { allow: 'once' })])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404])
    await task.rest()
    await expectUnknown(await post(address, { allow: 'once' }))
  })

  test('counts as declined when nobody answers in time', async () => {
    const { url, clock, file } = await serve({}, { limits: { personTimeoutMs: minutes(5), replans: 0 } })
    const task = await startTask(url, text)
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    clock.advance(minutes(5))
    expect(await task.until('answered')).toEqual({ id, allowed: false, by: null })
    expect((await post(answerTo(url, { taskId, id }), { allow: 'once' })).status).toBe(404)
    await task.rest()
    expect(await file('notes.md')).toBe(before)
  })
})

describe('a connection', () => {
  test('that is silent gets a heartbeat', async () => {
    const { url, clock } = await serve()
    const idle = clock.pending
    const task = await startTask(url, text)
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    clock.advance(30_000)
    await post(answerTo(url, { taskId, id }), { allow: 'once' })
    await task.rest()
    const [, since] = /event: confirmation\n[^\n]*\n\n(.*)event: answered/s.exec(task.bytes()) ?? []
    expect(since).toBe(': still here\n\n: still here\n\n')
    expect(clock.pending).toBe(idle)
  })

  test('that closes ends the task, the tool in the middle of its work included', async () => {
    let toolSignal: AbortSignal | undefined
    const dig = defineTool({
      name: 'dig',
      description: 'digs for ever',
      input: z.object({}),
      effect: 'read',
      execute: (_, { signal, context }) => {
        toolSignal = signal
        expect(context).toEqual({ user: 'ada' })
        return new Promise<string>(() => {})
      },
    })
    const { url, clock, log, finished } = await serve({
      tools: [dig],
      script: {
        plan: {
          json: {
            criteria: [{ text: 'found', mode: 'plausible' }],
            subtasks: [{ intent: 'dig', criteria: [{ text: 'found', mode: 'plausible' }], tools: ['dig'] }],
          },
        },
        execution: { toolCalls: [{ name: 'dig', input: {} }] },
      },
    })
    const pending = clock.pending
    const leaving = new AbortController()
    const task = await startTask(url, text, leaving)
    const { taskId } = await task.until('started')
    await task.until('tool_call')
    await eventually(() => toolSignal !== undefined)
    leaving.abort()
    await eventually(() => finished.includes(taskId))
    expect(toolSignal?.aborted).toBe(true)
    expect(log.filter(({ type }) => type === 'Interrupt')).toMatchObject([
      { payload: { reason: 'aborted', message: 'the client closed the connection' } },
    ])
    expect(log.filter(({ type }) => type === 'FinalResult')).toMatchObject([{ payload: { reason: 'aborted' } }])
    await eventually(() => clock.pending === pending)
  })

  test('that closes takes its question back', async () => {
    const { url, file, finished } = await serve()
    const leaving = new AbortController()
    const task = await startTask(url, text, leaving)
    const { taskId } = await task.until('started')
    const { id } = await task.until('confirmation')
    leaving.abort()
    await eventually(() => finished.includes(taskId))
    expect((await post(answerTo(url, { taskId, id }), { allow: 'once' })).status).toBe(404)
    expect(await file('notes.md')).toBe(before)
  })

  test('gets the result also when the server shuts down', async () => {
    const { url, close, clock } = await serve()
    const task = await startTask(url, text)
    await task.until('confirmation')
    const closed = close()
    expect(await task.until('result')).toMatchObject({ directive: 'abandon', reason: 'aborted' })
    await closed
    expect(clock.pending).toBe(0)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

const json = { 'content-type': 'application/json', 'x-user': 'ada' }
const confirmations = '/tasks/task_1/confirmations/call_1'

describe('a bad request', () => {
  test.each<[string, string, RequestInit, number, object]>([
    ['an unknown path', '/nowhere', {}, 404, { code: 'not_found' }],
    [
      'a badly encoded path',
      '/tasks/%ff/confirmations/x',
      { method: 'POST', headers: json },
      404,
      { code: 'not_found' },
    ],
    ['the wrong method', '/tasks', { method: 'GET' }, 405, { code: 'method_not_allowed' }],
    ['the wrong method again', '/', { method: 'DELETE' }, 405, { code: 'method_not_allowed' }],
    ['nobody', '/tasks', { method: 'POST', body: '{}' }, 401, { code: 'unauthenticated', field: 'x-user' }],
    [
      'a name that is none',
      '/tasks',
      { method: 'POST', body: '{}', headers: { ...json, 'x-user': 'a b' } },
      401,
      { code: 'unauthenticated' },
    ],
    [
      'a form',
      '/tasks',
      { method: 'POST', body: 'text=hi', headers: { 'x-user': 'ada', 'content-type': 'text/plain' } },
      415,
      { code: 'unsupported_media_type' },
    ],
    ['no JSON', '/tasks', { method: 'POST', body: '{"text":', headers: json }, 400, { code: 'invalid_json' }],
    [
      'no UTF-8',
      '/tasks',
      { method: 'POST', body: Buffer.from([0x22, 0xff, 0x22]), headers: json },
      400,
      { code: 'invalid_json' },
    ],
    ['no object', '/tasks', { method: 'POST', body: '["hi"]', headers: json }, 400, { code: 'invalid_json' }],
    ['no body', '/tasks', { method: 'POST', headers: json }, 400, { code: 'invalid_json' }],
    [
      'too much',
      '/tasks',
      { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(1_000_000) }), headers: json },
      413,
      { code: 'body_too_large', message: 'send at most 65536 bytes' },
    ],
    [
      'an empty text',
      '/tasks',
      { method: 'POST', body: '{"text":" "}', headers: json },
      400,
      { code: 'invalid_input', field: 'text', message: 'give the task in words' },
    ],
    [
      'no text',
      '/tasks',
      { method: 'POST', body: '{"text":7}', headers: json },
      400,
      { code: 'invalid_input', field: 'text' },
    ],
    [
      'an answer that is none',
      confirmations,
      { method: 'POST', body: '{"allow":"yes"}', headers: json },
      400,
      { code: 'invalid_input', field: 'allow' },
    ],
    [
      'an author who is none',
      confirmations,
      { method: 'POST', body: '{"allow":"once","by":7}', headers: json },
      400,
      { code: 'invalid_input', field: 'by' },
    ],
  ])('%s is told so', async (_, path, init, status, error) => {
    const { url, log } = await serve()
    const response = await fetch(`${url}${path}`, init)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([response.status, await response.json()]).toMatchObject([status, { error }])
    expect(log).toEqual([])
  })

  test('for a wrong method is told the right one', async () => {
    const { url } = await serve()
    expect((await fetch(`${url}/tasks`)).headers.get('allow')).toBe('POST')
  })

  test('by another name than its own is not served: a page elsewhere may have made it resolve to here', async () => {
    const { url } = await serve()
    const status = await new Promise((resolve, reject) => {
      get(url, { headers: { host: 'evil.test' } }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
    })
    expect(status).toBe(421)
  })

  test('to an artoo that was closed is told so, and nothing of what goes wrong inside', async () => {
    const { url, artoo } = await serve()
    await artoo.close()
    const response = await post(`${url}/tasks`, { text })
    expect([response.status, await response.json()]).toMatchObject([503, { error: { code: 'closed' } }])
  })
})

describe('a user', () => {
  const look = defineTool({
    ...{ name: 'look', description: 'Looks.', input: z.object({}), effect: 'read' },
    execute: (_, { signal }) => new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(''))),
  })
  const looking = { text: { toolCalls: [{ name: 'look', input: {} }] } }

  test('adds words to a task under way, and nobody else does', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    const answers = [waiting.then(() => 'At eight.'), 'At nine.']
    const text = async () => ({ text: (await answers.shift()) ?? '' })
    const { url } = await serve({ depth: 'direct', script: { text } })
    const task = await startTask(url, 'When does the train go?')
    const { taskId } = await task.until('started')
    const words = `${url}/tasks/${taskId}/words`
    expect((await post(words, { text: 'To Milan.' }, { headers: { 'x-user': 'eve' } })).status).toBe(404)
    expect(await (await post(words, { text: '' })).json()).toMatchObject({ error: { code: 'invalid_input' } })
    expect((await post(words, { text: 'To Milan.' })).status).toBe(200)
    release()
    expect(await task.until('words')).toEqual({ text: 'To Milan.' })
    expect(await task.until('words_heard')).toEqual({ role: 'R3', numbers: [1] })
    expect(await task.until('result')).toMatchObject({ status: 'complete', output: 'At nine.' })
    await task.rest()
    expect((await post(words, { text: 'To Rome.' })).status).toBe(404)
  })

  test('interrupts a task, which stays in its journal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'artoo-http-journal-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const journal = fileJournal(folder)
    const { url, artoo } = await serve({ depth: 'direct', tools: [look], journal, script: looking })
    const task = await startTask(url, 'Look.')
    const { taskId } = await task.until('started')
    await task.until('tool_call')
    expect((await post(`${url}/tasks/${taskId}/interrupt`, {})).status).toBe(200)
    expect(await task.until('interrupted')).toEqual({ taskId, reason: 'interrupted' })
    for await (const known of artoo.tasks()) expect(known).toMatchObject({ taskId, state: 'died' })
  })

  test('interrupts none that nobody could go on with', async () => {
    const { url } = await serve({ depth: 'direct', tools: [look], script: looking })
    const task = await startTask(url, 'Look.')
    const { taskId } = await task.until('started')
    const response = await post(`${url}/tasks/${taskId}/interrupt`, {})
    expect([response.status, await response.json()]).toMatchObject([409, { error: { code: 'no_journal' } }])
  })
})
