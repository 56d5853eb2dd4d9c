/** A server that speaks OpenAI's protocol over HTTP, and answers what the pages for newcomers ask. */
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock'

export interface ModelServer {
  /** The value of `OPENAI_BASE_URL`. */
  readonly url: string
  /** The number of requests so far. */
  readonly count: () => number
  stop(): Promise<void>
}

export async function modelServer(): Promise<ModelServer> {
  const server = new LLMock({ port: 0 })
  let count = 0
  server.on({ predicate: () => true }, (request) => {
    count += 1
    return replyTo(request)
  })
  await server.start()
  return { url: `${server.url}/v1`, count: () => count, stop: () => server.stop() }
}

/** The opening of each role's prompt, and its reply. */
const roles: readonly (readonly [string, (request: ChatCompletionRequest) => FixtureResponse])[] = [
  ['You turn a request into a plan', planFor],
  ['You carry out one subtask', workOn],
  ['You judge the result of one subtask', judge],
  ['You are the last check', judge],
]

function replyTo(request: ChatCompletionRequest): FixtureResponse {
  const [system] = request.messages
  const role = roles.find(([opening]) => textOf(system?.content).includes(opening))
  if (!role) throw new Error(`a role that this server does not know: ${textOf(system?.content).slice(0, 100)}`)
  return role[1](request)
}

const json = (value: unknown): FixtureResponse => ({ content: JSON.stringify(value) })

function planFor({ messages }: ChatCompletionRequest): FixtureResponse {
  const { rawInput, earlier = [], directive } = inputOf(messages)
  const plan = (asks: string, intent: string, criterion: string, tools: readonly string[]) => {
    const criteria = [{ text: criterion, mode: 'plausible', about: asks === 'change' ? 'world' : 'answer' }]
    const refersTo = earlier.length > 0 ? [1] : []
    return json({ asks, intent, refersTo, criteria, subtasks: [{ intent, criteria, tools }] })
  }
  if (directive) return json({ asks: 'change', criteria: [], subtasks: [], impossible: 'the refund was not allowed' })
  if (/refund/i.test(rawInput)) {
    return plan('change', 'Find order A-17 and pay it back', 'order A-17 is paid back', ['find_order', 'refund'])
  }
  if (/A-17|kettle/.test(rawInput)) {
    return plan('answer', 'Find order A-17 and say what is asked', 'the answer holds what the order says', [
      'find_order',
    ])
  }
  return json({
    asks: 'answer',
    criteria: [],
    subtasks: [],
    answer: 'A journal is a file that keeps every step of a task.',
  })
}

/** Looks the order up, pays it back where that is the subtask, and reports. */
function workOn({ messages, tools = [] }: ChatCompletionRequest): FixtureResponse {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content))
  const calls = [
    { name: 'find_order', arguments: JSON.stringify({ id: 'A-17' }) },
    { name: 'refund', arguments: JSON.stringify({ id: 'A-17', cents: 4200 }) },
  ].filter(({ name }) => tools.some((tool) => tool.function.name === name))
  const next = calls[results.length]
  if (next) return { toolCalls: [next] }
  const last = results.at(-1) ?? ''
  if (/refused|not allowed|no one/i.test(last)) {
    return json({
      status: 'failed',
      output: 'Order A-17 was found and not paid back.',
      reason: 'the refund was refused',
    })
  }
  const { request } = inputOf(messages)
  const output =
    calls.length > 1
      ? 'Ann got 42.00 back for order A-17.'
      : /paid/.test(request)
        ? 'Yes, the kettle is paid.'
        : 'Ann ordered a red kettle for 42.00.'
  return json({ status: 'completed', output, reason: null })
}

function judge({ messages }: ChatCompletionRequest): FixtureResponse {
  const text = messages.map(({ content }) => textOf(content)).join('\n')
  const records = [...new Set(text.match(/\bcall_\w+|\br\d+\b/g))]
  const verdict = { verdict: 'pass', evidence: 'the records show it', records, failureClass: null }
  const { criteria = [] } = inputOf(messages)
  return json({ verdicts: criteria.map((_: unknown, index: number) => ({ criterion: index + 1, ...verdict })) })
}

// biome-ignore lint/suspicious/noExplicitAny: a role's input, read by name
function inputOf(messages: ChatCompletionRequest['messages']): any {
  const text = textOf(messages.find(({ role }) => role === 'user')?.content)
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}
