import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createArtoo, type LanguageModel } from '@artoo/sdk'
import { standardChecks, standardTools } from '@artoo/sdk/node'
import type { Message, ModelRequest, Tool } from '@artoo/spec'
import { defineTool, runToolCall } from '@artoo/tools'
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import * as z from 'zod'
import { fakeClock } from '../test/personas/fake-clock.js'
import { filesIn, inFolder } from '../test/personas/folder.js'
import { solver } from '../test/personas/solver.js'
import { isLeftRight, type Task } from '../test/personas/task.js'
import { tasks } from '../test/personas/tasks.js'

const depths = ['direct', 'auto', 'lean', 'full'] as const
const systems = ['AI SDK', ...depths] as const
type System = (typeof systems)[number]

export interface Spent {
  readonly calls: number
  readonly tokens: number
}

interface Kind {
  readonly name: string
  readonly tasks: readonly Task[]
  readonly model: LanguageModel
  readonly tools: (root: string) => readonly Tool[]
}

const weather = (name: string, output: string): Tool =>
  defineTool({
    ...{ name, description: 'The weather in a city.', input: z.object({ city: z.string() }), effect: 'read' },
    target: ({ city }) => city,
    execute: () => output,
  })

const asked: Task = {
  ...{ name: 'a question', words: 'How cold is it in Oslo?', files: {} },
  isRight: (answer) => answer.includes('4 °C'),
}

const hours = Array.from({ length: 80 }, (_, hour) => `hour ${hour}: 4 °C, wind from the north-west, no rain`).join(
  '\n',
)

const kinds: readonly Kind[] = [
  { name: 'a question, one tool', tasks: [asked], model: asking(1), tools: () => [weather('weather', '4 °C')] },
  { name: 'five results of 4 kB', tasks: [asked], model: asking(5), tools: () => [weather('weather', hours)] },
  { name: 'forty tasks, standard tools', tasks, model: solver(), tools: (root) => standardTools({ root }) },
]

/** A model that knows one question: it looks the answer up with the only tool, and finds it right. */
function asking(calls: number): LanguageModel {
  const toolCalls = Array.from({ length: calls }, (_, index) => ({
    ...{ id: `call_${index}`, name: 'weather', input: { city: 'Oslo' } },
  }))
  const answer = 'It is 4 °C in Oslo.'
  const criteria = [{ text: 'The answer tells the temperature in Oslo', mode: 'verifiable' }]
  return {
    id: 'asking',
    async generate({ messages, output }) {
      const says = (text: unknown) => {
        const content = typeof text === 'string' ? text : JSON.stringify(text)
        return { text: content, toolCalls: [], finishReason: 'stop' as const }
      }
      const hasLooked = messages.some(({ role }) => role === 'tool')
      const told = JSON.stringify(messages)
      const verdict = { verdict: 'pass', evidence: 'it says so', records: [/call_\d+_\d+/.exec(told)?.[0] ?? 'r1'] }
      const verdicts = [...told.matchAll(/\\"criterion\\": (\d+)/g)].map(([, n]) => ({
        criterion: Number(n),
        ...verdict,
      }))
      switch (output?.name) {
        case 'task_spec':
          return says({ intent: asked.words })
        case 'plan':
          return says({ criteria, subtasks: [{ intent: asked.words, criteria, tools: ['weather'] }] })
        case 'verdicts':
          return says({ verdicts })
        case 'verification':
          return says({ output: answer, verdicts })
        default:
          if (!hasLooked) return { text: '', toolCalls, finishReason: 'tool_calls' as const }
          return says(output?.name === 'execution' ? { status: 'completed', output: answer } : answer)
      }
    },
  }
}

/**
 * The table of docs/cost.md over HTTP: the AI SDK's loop and the depths of artoo, each with the same server, model and tools. A token is
 * four characters of a request's messages, tools and format, or of an answer.
 */
export async function wireTable(isMeant: (kind: string) => boolean = () => true): Promise<string> {
  const rows: string[] = []
  for (const { name, tasks: own, ...kind } of kinds.filter((kind) => isMeant(kind.name))) {
    let beside = 0
    for (const system of systems) {
      const spent = { calls: 0, tokens: 0 }
      for (const task of own) {
        const { calls, tokens } = await overHttp(system, task, kind)
        spent.calls += calls
        spent.tokens += tokens
      }
      if (system === 'AI SDK') beside = spent.tokens
      const [calls, tokens] = [spent.calls / own.length, spent.tokens / own.length]
      const ratio = (spent.tokens / beside).toFixed(2)
      rows.push(`| ${name} | ${system} | ${Number(calls.toFixed(1))} | ${tokens.toFixed(0)} | ${ratio} |`)
    }
  }
  return ['| task | | calls | tokens | of the AI SDK’s |', '|---|---|---:|---:|---:|', ...rows].join('\n')
}

async function overHttp(system: System, task: Task, kind: Pick<Kind, 'model' | 'tools'>): Promise<Spent> {
  return inFolder(task.files, async (root) => {
    const server = await modelServer(kind.model)
    try {
      const provider = createOpenAICompatible({ name: 'bench', baseURL: server.url, apiKey: 'none' })
      const scene = { model: provider.chatModel('bench'), tools: kind.tools(root), root }
      const answer = system === 'AI SDK' ? await throughAiSdk(task, scene) : await throughArtoo(task, scene, system)
      const { isRight = () => true } = task
      if (!isLeftRight(task, filesIn(root), task.files) || !isRight(answer, task.files)) {
        throw new Error(`${task.name}, ${system}: not right, ${JSON.stringify(answer)}`)
      }
      return server.spent()
    } finally {
      await server.stop()
    }
  })
}

interface Scene {
  readonly model: ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>
  readonly tools: readonly Tool[]
  readonly root: string
}

async function throughAiSdk({ words }: Task, { model, tools }: Scene): Promise<string> {
  const clock = fakeClock()
  const { signal } = new AbortController()
  const options = { signal, taskId: 'bench', context: null, confirm: () => true, timeoutMs: 60_000, clock }
  const own = tools.map((one) => {
    const inputSchema = jsonSchema(one.inputSchema as Parameters<typeof jsonSchema>[0])
    const execute = async (input: unknown) => {
      const { status, output, code } = await runToolCall(one, input, options)
      return status === 'ok' ? output : JSON.stringify({ error: code, output })
    }
    return [one.name, tool({ description: one.description, inputSchema, execute })] as const
  })
  const { text } = await generateText({
    ...{ model, tools: Object.fromEntries(own), stopWhen: stepCountIs(13) },
    prompt: words,
  })
  return text
}

async function throughArtoo({ words }: Task, { model, tools, root }: Scene, depth: (typeof depths)[number]) {
  const checks = standardChecks({ root })
  const artoo = createArtoo({ model, tools, checks, depth, confirm: () => true, dreamer: false })
  const { output, summary } = await artoo.run(words)
  await artoo.close()
  return output ?? summary
}

/** A model behind OpenAI's protocol. */
async function modelServer(model: LanguageModel) {
  const server = new LLMock({ port: 0 })
  const spent = { calls: 0, tokens: 0 }
  server.on({ predicate: () => true }, async (request) => {
    const reply = await answerTo(request, model)
    spent.calls += 1
    spent.tokens += tokensOf(request) + charactersOf(reply) / 4
    return reply
  })
  await server.start()
  return { url: `${server.url}/v1`, spent: () => spent, stop: () => server.stop() }
}

const tokensOf = ({ messages, tools = [], response_format: format }: ChatCompletionRequest) =>
  [messages, tools, ...(format ? [format] : [])].reduce<number>((sum, part) => sum + JSON.stringify(part).length, 0) / 4

const charactersOf = (reply: FixtureResponse) => JSON.stringify(reply).length

async function answerTo(request: ChatCompletionRequest, model: LanguageModel): Promise<FixtureResponse> {
  const { text, toolCalls } = await model.generate(requestOf(request), { signal: new AbortController().signal })
  if (toolCalls.length === 0) return { content: text }
  return {
    toolCalls: toolCalls.map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
  }
}

/** The forms by the openings of what roles are told, as a real model would know them. */
const openings: readonly (readonly [string, string])[] = [
  ['You turn a request into a plan', 'plan'],
  ['You carry out one subtask', 'execution'],
  ['You judge the result of one subtask', 'verdicts'],
  ['You are the last check', 'verification'],
  ['You receive what a user said', 'task_spec'],
]

function requestOf({ messages, tools = [] }: ChatCompletionRequest): ModelRequest {
  const system = messages.map(({ role, content }) => (role === 'system' ? String(content) : '')).join('\n')
  const name = openings.find(([opening]) => system.includes(opening))?.[1]
  const names = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => [call.id, call.function.name])),
  )
  return {
    messages: messages.map((message): Message => {
      const content = typeof message.content === 'string' ? message.content : ''
      if (message.role === 'tool') {
        const toolCallId = message.tool_call_id ?? ''
        return { role: 'tool', toolCallId, name: names.get(toolCallId) ?? '', content }
      }
      if (message.role !== 'assistant') return { role: message.role as 'system' | 'user', content }
      const toolCalls = (message.tool_calls ?? []).map((call) => ({
        ...{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) },
      }))
      return { role: 'assistant', content, ...(toolCalls.length > 0 && { toolCalls }) }
    }),
    ...(tools.length > 0 && {
      tools: tools.map(({ function: { name: own, description = '', parameters } }) => ({
        ...{ name: own, description, inputSchema: (parameters ?? {}) as ModelRequest['messages'][0] & object },
      })),
    }),
    ...(name && { output: { name, schema: {} } }),
  } as ModelRequest
}
