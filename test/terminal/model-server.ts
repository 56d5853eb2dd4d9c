/** A server that speaks OpenAI's chat completions over HTTP and plays scenes: data, or functions of what is asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Data, dataIn, list, text } from '../personas/conversation.js'

/** A request as a scene sees it. */
export interface Asked {
  /** The output that is asked for, by the name that scripts of `@artoo/sdk/testing` have for it. */
  readonly name: OutputName
  /** The JSON in the first message of the user. */
  readonly data: Data
  /** The results of the calls that were made so far, in order. */
  readonly results: readonly string[]
  /** The last words of the user. */
  readonly words: string
}

interface Manner {
  /** Is not begun before `release` names it. */
  readonly hold?: string
  /** Stops in the middle of its text until `release` names it. */
  readonly pause?: string
}

export type Reply = Manner &
  (
    | { readonly json: unknown }
    | { readonly text: string }
    | { readonly calls: readonly { readonly name: string; readonly input: unknown }[]; readonly words?: string }
    | { readonly status: number }
  )

export type Turn = Reply | ((asked: Asked) => Reply)

/** For each output the turns it takes, in order; the last one is repeated. Verdicts that are not in it are passes. */
export type Scene = Readonly<Partial<Record<OutputName, Turn | readonly Turn[]>>>

export interface ModelServer {
  /** The value of `OPENAI_BASE_URL`. */
  readonly url: string
  /** What was asked so far. */
  readonly asked: readonly Asked[]
  /** Begins another scene. */
  play(scene: Scene): void
  /** Resolves when a reply waits for `release` of this name. */
  held(name: string): Promise<void>
  /** Lets go of the replies that wait for this name, and of all later ones. */
  release(name: string): void
  stop(): Promise<void>
}

/** The opening of each role's instruction. */
const openings = {
  plan: 'You turn a request into a plan',
  execution: 'You carry out one subtask',
  last_verdicts: 'The subtask is the whole task, and you are the last check',
  verdicts: 'You judge the result of one subtask',
  verification: 'You are the last check before a result reaches the user',
  merge_verdicts: 'You are the last check before a merged answer',
  alignment: 'A person wants a job done',
  direct: "Don't guess what tools can tell.",
} as const

export type OutputName = keyof typeof openings | 'other'

function sendError(response: ServerResponse, status: number): void {
  sendJson(response, { error: { message: `the server says ${status}`, type: 'server_error' } }, status)
}

export async function modelServer(): Promise<ModelServer> {
  const gates = new Map<string, Gate>()
  const asked: Asked[] = []
  let scene: Scene = {}
  let taken = new Map<OutputName, number>()
  let calls = 0

  function gate(name: string): Gate {
    const known = gates.get(name) ?? createGate()
    gates.set(name, known)
    return known
  }

  async function pass(name: string | undefined): Promise<void> {
    if (name !== undefined) await gate(name).pass()
  }

  function replyTo(one: Asked): Reply {
    const turns: readonly Turn[] = [scene[one.name] ?? []].flat()
    const count = taken.get(one.name) ?? 0
    taken.set(one.name, count + 1)
    const turn = turns[count] ?? turns.at(-1) ?? byDefault(one)
    return typeof turn === 'function' ? turn(one) : turn
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = dataIn(await bodyOf(request))
    const one = askedIn(body)
    asked.push(one)
    const reply = replyTo(one)
    await pass(reply.hold)
    if ('status' in reply) return sendError(response, reply.status)
    const head = { id: `answer-${asked.length}`, created: 0, model: text(body.model) }
    const said = saidIn(reply, () => `call-${++calls}`)
    const usage = usageOf(JSON.stringify(body.messages), JSON.stringify(said))
    const halfway = () => pass(reply.pause)
    if (body.stream === true) return stream(response, { ...said, head, usage, halfway })
    await halfway()
    const { content, toolCalls, finish } = said
    const message = { role: 'assistant', content, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) }
    const choices = [{ index: 0, message, finish_reason: finish }]
    sendJson(response, { ...head, object: 'chat.completion', choices, usage })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/v1`,
    asked,
    play(next) {
      scene = next
      taken = new Map()
    },
    held: (name) => gate(name).reached,
    release: (name) => gate(name).open(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function saidIn(reply: Exclude<Reply, { readonly status: number }>, id: () => string) {
  if (!('calls' in reply)) {
    return { content: 'json' in reply ? JSON.stringify(reply.json) : reply.text, toolCalls: [], finish: 'stop' }
  }
  const toolCalls = reply.calls.map(({ name, input }, index) => {
    return { index, id: id(), type: 'function', function: { name, arguments: JSON.stringify(input) } }
  })
  return { content: reply.words ?? '', toolCalls, finish: 'tool_calls' }
}

interface Streamed extends ReturnType<typeof saidIn> {
  readonly head: object
  readonly usage: object
  halfway(): Promise<void>
}

async function stream(response: ServerResponse, { content, toolCalls, finish, head, usage, halfway }: Streamed) {
  const send = (fields: object) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`)
  const delta = (fields: object, reason: string | null = null) =>
    send({ choices: [{ index: 0, delta: fields, finish_reason: reason }] })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  delta({ role: 'assistant', content: '' })
  const pieces = piecesOf(content)
  for (const [index, piece] of pieces.entries()) {
    if (index === Math.ceil(pieces.length / 2)) await halfway()
    delta({ content: piece })
    await sleep(2)
  }
  if (toolCalls.length > 0) delta({ tool_calls: toolCalls })
  delta({}, finish)
  send({ choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

interface Gate {
  readonly reached: Promise<void>
  pass(): Promise<void>
  open(): void
}

function createGate(): Gate {
  const { promise: opened, resolve: open } = deferred()
  const { promise: reached, resolve: reach } = deferred()
  return {
    reached,
    pass() {
      reach()
      return opened
    },
    open,
  }
}

function deferred() {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

function askedIn(body: Data): Asked {
  const messages = list(body.messages)
  const [first, second] = messages
  const name = nameOf(text(first?.content)) ?? nameOf(text(second?.content)) ?? 'other'
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => text(content))
  return {
    name,
    data: dataIn(users[0] ?? ''),
    results: messages.filter(({ role }) => role === 'tool').map(({ content }) => text(content)),
    words: users.at(-1) ?? '',
  }
}

const nameOf = (words: string) =>
  (Object.keys(openings) as (keyof typeof openings)[]).find((name) => words.includes(openings[name]))

/** Judges pass all that they are asked about, by all the records that they are shown. */
function byDefault({ name, data }: Asked): Reply {
  if (name === 'plan' || name === 'execution' || name === 'alignment' || name === 'direct' || name === 'other') {
    throw new Error(`the scene has no turn for ${name}`)
  }
  const shown = [data, ...list(data.outcomes)].flatMap(({ toolCalls, records }) => [
    ...list(toolCalls),
    ...list(records),
  ])
  const records = [...new Set(shown.map(({ id }) => text(id)))]
  const verdict = { verdict: 'pass', evidence: 'the records show it', records, failureClass: null }
  const verdicts = list(data.criteria).map(({ criterion }) => ({ criterion, ...verdict }))
  if (name !== 'verification') return { json: { verdicts } }
  const output = list(data.outcomes)
    .map((outcome) => text(outcome.output))
    .join('\n\n')
  return { json: { output, verdicts } }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

/** Pieces as a model sends them. */
const piecesOf = (said: string) => said.match(/[\s\S]{1,12}/gu) ?? []

/** About four characters make a token. */
function usageOf(read: string, written: string) {
  const [prompt, completion] = [Math.ceil(read.length / 4), Math.ceil(written.length / 4)]
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
