import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo } from '@artoo/sdk'
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bundled } from '../../../mkct/test/support/bundled.js'
import { type ArtooHandlerOptions, artooHandler } from '../../src/server.js'
import { artooIn } from './artoo.js'

const secret = 'a secret of thirty-two bytes or more'
const byHeader = (request: Request) => request.headers.get('x-user')

type Answer = (message: string) => ElicitResult | Promise<ElicitResult>
const accept = (content: Record<string, string | boolean>): ElicitResult => ({ action: 'accept', content })

/** A client that answers forms, if `answer` is there. */
function clientWith(answer?: Answer, mode: 'auto' | 'legacy' = 'auto') {
  const capabilities = answer ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  if (answer) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message))
  onTestFinished(() => client.close())
  return client
}

async function folder() {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-mcp-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

/** The handler over an instance in this process, and clients of its users. */
async function served(options: Partial<ArtooHandlerOptions> = {}) {
  const directory = await folder()
  const artoo = artooIn(directory)
  const handler = artooHandler({ artoo, secret, principal: byHeader, ...options })
  onTestFinished(async () => {
    await handler.close()
    await artoo.close()
  })
  const url = new URL('http://localhost/mcp')
  async function connect(user: string, answer?: Answer, mode?: 'auto' | 'legacy') {
    const client = clientWith(answer, mode)
    const fetch = (to: string | URL, init?: RequestInit) => {
      return handler.fetch(
        new Request(to, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), host: 'localhost', 'x-user': user },
        }),
      )
    }
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }))
    return client
  }
  const paid = () => (existsSync(join(directory, 'paid.txt')) ? readFileSync(join(directory, 'paid.txt'), 'utf8') : '')
  return { handler, connect, paid }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into it
type Shown = any
const call = async (client: Client, name: string, args: Record<string, unknown>, options = {}): Promise<Shown> =>
  client.callTool({ name, arguments: args }, options)

/** The code of the error that a call gives. */
const codeOf = ({ isError, _meta, content }: Shown) => (isError ? (_meta?.['artoo/code'] ?? content[0].text) : null)

async function started(script: string, directory: string, port: string) {
  const child = spawn(process.execPath, [script, directory, port], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('the host ended')))
  const [line] = (await Promise.race([once(child.stdout, 'data'), gone])) as [Buffer]
  gone.catch(() => undefined)
  return { child, port: String(line).trim() }
}

async function killed(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const script = bundled(new URL('host.ts', import.meta.url))

test('a confirmation is given after the server was killed, and the task goes on where it waited', async () => {
  const directory = await folder()
  const host = await started(await script, directory, '0')
  const asked: string[] = []
  const client = clientWith(async (message) => {
    asked.push(message)
    await killed(host.child)
    await started(await script, directory, host.port)
    return accept({ allow: true, note: 'go on' })
  })
  const url = new URL(`http://127.0.0.1:${host.port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-user': 'ada' } } }))
  expect(client.getProtocolEra()).toBe('modern')
  const lines: string[] = []
  const result = await call(
    client,
    'run_task',
    { task: 'Please pay' },
    {
      onprogress: ({ message }: Shown) => lines.push(message),
    },
  )
  expect(asked).toEqual([expect.stringMatching(/^Allow this: call pay on A17\?\nAsked because: /)])
  expect(result.structuredContent).toMatchObject({
    ...{ status: 'complete', output: expect.stringContaining('paid'), requests: [] },
    changes: [{ tool: 'pay', what: 'confirmed' }],
  })
  expect(result.content[0].text).not.toContain('\u202e')
  expect(readFileSync(join(directory, 'paid.txt'), 'utf8')).toBe('A\u202e17 for ada\n')
  expect(lines).toEqual([
    expect.stringMatching(/^Task \S+ has begun\.$/),
    'Understood: Please pay',
    'Works on: Please pay',
    'Calls pay',
    'Waits for a yes: call pay on A17',
    expect.stringContaining('round 1'), // the client's own line
    'It was allowed.',
    'pay A17: ok',
  ])
})

test('what a form says is an answer, and putting it away leaves the task waiting', async () => {
  const { connect, paid } = await served()
  const ways: ElicitResult[] = [accept({ allow: false, note: 'not today' }), { action: 'decline' }, accept({})]
  for (const way of ways) {
    const client = await connect('ada', () => way)
    const { structuredContent } = await call(client, 'run_task', { task: 'Please pay' })
    if (way.content && !('allow' in way.content)) expect(structuredContent.status).toBe('waiting')
    else expect(structuredContent).toMatchObject({ refused: [{ tool: 'pay' }] })
  }
  const dismissed = await connect('ada', () => ({ action: 'cancel' }))
  const { structuredContent: waits } = await call(dismissed, 'run_task', { task: 'Please pay' })
  expect(waits).toMatchObject({ status: 'waiting', requests: [{ kind: 'confirm' }] })
  const later = await connect('ada', () => accept({ allow: true }))
  expect((await call(later, 'resume_task', { taskId: waits.taskId })).structuredContent.status).toBe('complete')
  expect(paid().match(/17/g)).toHaveLength(1)
})

test('a question offers its choices, and takes another answer', async () => {
  const { connect } = await served()
  const asked: string[] = []
  const client = await connect('ada', (message) => {
    asked.push(message)
    return accept({ answer: 'old', other: 'the third' })
  })
  const { structuredContent } = await call(client, 'run_task', { task: 'Please ask' })
  expect(asked).toEqual(['Which list?\nFor: Please ask'])
  expect(structuredContent).toMatchObject({ status: 'complete', output: expect.stringContaining('the third') })
})

test('a task asks in several rounds of one call', async () => {
  const { connect, paid } = await served()
  const client = await connect('ada', (message) =>
    accept(message.startsWith('Allow') ? { allow: true } : { answer: 'old' }),
  )
  const { structuredContent } = await call(client, 'run_task', { task: 'Please ask and pay' })
  expect(structuredContent).toMatchObject({ status: 'complete', changes: [{ what: 'confirmed' }] })
  expect(paid()).not.toBe('')
})

test.each(['auto', 'legacy'] as const)('a client without forms answers by resume_task: %s', async (mode) => {
  const { connect, paid } = await served({ answersByCall: 'all' })
  const client = await connect('ada', undefined, mode)
  const waits = await call(client, 'run_task', { task: 'Please pay' })
  const { taskId, status, requests } = waits.structuredContent
  expect(status).toBe('waiting')
  expect(waits.content[0].text).toContain(`- ${requests[0].id}: Allow this: call pay on A17?`)
  expect(codeOf(await call(client, 'resume_task', { taskId, answers: { no: true } }))).toBe('unknown_request')
  expect(codeOf(await call(client, 'resume_task', { taskId, answers: { [requests[0].id]: 'yes' } }))).toBe(
    'invalid_answer',
  )
  const done = await call(client, 'resume_task', { taskId, answers: { [requests[0].id]: true } })
  expect(done.structuredContent.status).toBe('complete')
  expect((await call(client, 'task_status', { taskId })).structuredContent).toEqual(done.structuredContent)
  expect(paid()).not.toBe('')
})

test('a model cannot answer for its user, whether the client shows forms or not', async () => {
  const { connect, paid } = await served()
  const client = await connect('ada', () => ({ action: 'cancel' }))
  const { taskId, requests } = (await call(client, 'run_task', { task: 'Please pay' })).structuredContent
  const answers = { [requests[0].id]: true }
  expect(codeOf(await call(client, 'resume_task', { taskId, answers }))).toBe('needs_person')
  const strict = await served()
  const bare = await strict.connect('ada')
  const waits = (await call(bare, 'run_task', { task: 'Please pay' })).structuredContent
  const given = { taskId: waits.taskId, answers: { [waits.requests[0].id]: true } }
  expect(codeOf(await call(bare, 'resume_task', given))).toBe('needs_person')
  expect(paid() + strict.paid()).toBe('')
})

/** The raw result of a call that asks, and a retry of it. */
async function asking(connect: (user: string, answer: Answer) => Promise<Client>, user = 'ada') {
  return askingBy(await connect(user, () => ({ action: 'cancel' })))
}

async function askingBy(client: Client) {
  const send = (params: object): Promise<Shown> =>
    client.request(
      { method: 'tools/call', params: { name: 'run_task', arguments: { task: 'Please pay' }, ...params } } as never,
      {
        allowInputRequired: true,
      } as never,
    )
  const first = await send({})
  const [id = ''] = Object.keys(first.inputRequests)
  const retry = (requestState: string) => send({ requestState, inputResponses: { [id]: accept({ allow: true }) } })
  return { state: first.requestState as string, retry }
}

test('a state that is forged, expired, somebody else’s or used up allows nothing', async () => {
  const errors: unknown[] = []
  const refused = { code: -32_602, data: { reason: 'invalid_request_state' } }
  const { connect, paid } = await served({ answerSeconds: 60, onError: (error) => errors.push(error) })
  const { state, retry } = await asking(connect)
  const [version, body = '', seal] = state.split('.')
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
  payload.exp += 1_000
  const longer = Buffer.from(JSON.stringify(payload)).toString('base64url')
  for (const forged of [`${version}.${longer}.${seal}`, `${state}A`, 'nonsense', `${version}.${body}.`]) {
    await expect(retry(forged)).rejects.toMatchObject(refused)
  }
  const other = await asking(connect, 'bob')
  await expect(other.retry(state)).rejects.toMatchObject(refused)
  expect(
    errors.every((error) => String(error).includes('requestState was not made by this server for this user')),
  ).toBe(true)
  expect(errors).toHaveLength(5)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    expect(codeOf(await retry(state))).toBe('expired_state')
  } finally {
    vi.useRealTimers()
  }
  expect(paid()).toBe('')
  const done = await retry(state)
  expect(done.structuredContent.status).toBe('complete')
  // The result was lost, and the client sends the same again.
  expect((await retry(state)).structuredContent).toEqual(done.structuredContent)
  expect(paid().match(/17/g)).toHaveLength(1)
})

test('a call that is sent twice at once is carried out once', async () => {
  const { connect, paid } = await served()
  const { state, retry } = await asking(connect)
  const results = await Promise.all([retry(state), retry(state)])
  expect(results.map((result) => codeOf(result) ?? result.structuredContent.status).sort()).toEqual([
    'complete',
    'task_running',
  ])
  expect(paid().match(/17/g)).toHaveLength(1)
  const { taskId } = results.find(({ isError }) => !isError).structuredContent
  const client = await connect('ada')
  const looks = await Promise.all([1, 2, 3].map(() => call(client, 'task_status', { taskId })))
  expect(looks.map(({ structuredContent }) => structuredContent.status)).toEqual(['complete', 'complete', 'complete'])
})

test('a yes does not count for the question whether a call was carried out before its process was killed', async () => {
  const directory = await folder()
  const host = await started(await script, directory, '0')
  const client = clientWith(() => ({ action: 'cancel' }))
  const url = new URL(`http://127.0.0.1:${host.port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-user': 'ada' } } }))
  const { state, retry } = await askingBy(client)
  writeFileSync(join(directory, 'die'), '')
  const gone = once(host.child, 'exit')
  const [lost] = await Promise.allSettled([retry(state), gone])
  expect(lost.status).toBe('rejected')
  await started(await script, directory, host.port)
  for (const _ of ['sent again', 'sent once more, although it was asked anew']) {
    const [request] = Object.values((await retry(state)).inputRequests) as Shown[]
    expect(request.params.message).toContain('it may have been carried out already')
  }
  expect(existsSync(join(directory, 'paid.txt'))).toBe(false)
})

test('another principal’s task is not found, by whatever tool', async () => {
  const { connect } = await served()
  const [ada, bob] = [await connect('ada'), await connect('bob')]
  const { taskId } = (await call(ada, 'run_task', { task: 'Please pay' })).structuredContent
  const [id, seal] = taskId.split('.')
  for (const name of ['resume_task', 'task_status', 'cancel_task']) {
    for (const other of [taskId, id, `${id}.`, `${id}.${'0'.repeat(seal.length)}`]) {
      expect(codeOf(await call(bob, name, { taskId: other }))).toBe('not_found')
    }
  }
  expect((await call(ada, 'task_status', { taskId })).structuredContent.status).toBe('waiting')
})

test('a task is cancelled, under way or waiting; a call that is cancelled only interrupts it', async () => {
  const { connect } = await served()
  const client = await connect('ada')
  async function underWay(signal?: AbortSignal) {
    const lines: string[] = []
    const result = call(
      client,
      'run_task',
      { task: 'Please wait' },
      { signal, onprogress: ({ message }: Shown) => lines.push(message) },
    )
    result.catch(() => undefined)
    await vi.waitFor(() => expect(lines).toContain('wait: waiting: 1 of 2'), { interval: 5 })
    return { result, taskId: /^Task (\S+) /.exec(lines[0] ?? '')?.[1] ?? '' }
  }
  const first = await underWay()
  const status = await call(client, 'task_status', { taskId: first.taskId })
  expect(status.structuredContent).toMatchObject({ status: 'running', summary: 'wait: waiting: 1 of 2' })
  const cancelled = await call(client, 'cancel_task', { taskId: first.taskId })
  expect(cancelled.structuredContent.status).toBe('failed')
  expect((await first.result).structuredContent).toEqual(cancelled.structuredContent)

  const controller = new AbortController()
  const second = await underWay(controller.signal)
  controller.abort()
  await expect(second.result).rejects.toThrow()
  const left = () => call(client, 'task_status', { taskId: second.taskId })
  await vi.waitFor(async () => expect((await left()).structuredContent.status).toBe('interrupted'), { interval: 5 })
  const ended = await call(client, 'cancel_task', { taskId: second.taskId })
  expect(ended.structuredContent.status).toBe('failed')

  const { taskId } = (await call(client, 'run_task', { task: 'Please pay' })).structuredContent
  expect((await call(client, 'cancel_task', { taskId })).structuredContent.status).toBe('failed')
  expect((await call(client, 'task_status', { taskId })).structuredContent.status).toBe('failed')
})

test('a client of the older revision gets an elicitation while its call waits', async () => {
  const directory = await folder()
  const client = clientWith(() => accept({ allow: true }), 'legacy')
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [await script, directory, 'stdio'] }),
  )
  expect(client.getProtocolEra()).toBe('legacy')
  const progress: number[] = []
  const onprogress = (line: Shown) => progress.push(line.progress)
  const { structuredContent } = await call(client, 'run_task', { task: 'Please pay' }, { onprogress })
  expect(structuredContent).toMatchObject({ status: 'complete', changes: [{ what: 'confirmed', target: 'A17' }] })
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('without a principal only a loopback name is served; an unknown user is refused', async () => {
  const { handler } = await served({ principal: undefined })
  const post = (headers: Record<string, string>) =>
    handler.fetch(new Request('http://localhost/mcp', { method: 'POST', body: '{}', headers }))
  expect((await post({ host: 'evil.example' })).status).toBe(403)
  expect((await post({ host: 'localhost:3000', origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ host: '127.0.0.1:3000' })).status).toBe(415)
  const named = await served()
  expect((await named.handler.fetch(new Request('http://artoo.example/mcp', { method: 'POST' }))).status).toBe(401)
})

test('errors say what to do, and words that are not the client’s stay here', async () => {
  const errors: unknown[] = []
  const artoo = createArtoo({ model: scriptedModel({}), dreamer: false })
  onTestFinished(() => artoo.close())
  const first = await served({ artoo })
  const refused = await call(await first.connect('ada'), 'run_task', { task: 'Please pay' })
  expect(refused.content[0].text).toMatch(/^no_journal: .*fileJournal/)
  const broken = {
    ...artoo,
    run: () => {
      throw new Error('cannot read /srv/secret')
    },
  }
  const second = await served({ artoo: broken as never, onError: (error) => errors.push(error) })
  const failed = await call(await second.connect('ada'), 'run_task', { task: 'x' })
  expect(failed.content[0].text).toBe('internal_error: something went wrong here; the log of the server says what')
  expect(errors).toEqual([new Error('cannot read /srv/secret')])
  for (const [field, wrong] of Object.entries({
    secret: 'short',
    artoo: {},
    answersByCall: 'none',
    answerSeconds: 0,
  })) {
    expect(() => artooHandler({ artoo, secret, [field]: wrong } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  }
})
