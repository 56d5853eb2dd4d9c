import type { Message, ModelRequest } from '@artoo/spec'
import { type Call, type Hands, type Seen, type Steps, Stuck } from './hands.js'

export type Data = Readonly<Record<string, unknown>>

/** The JSON object in the first user message; empty when there is none. */
export function dataOf({ messages }: ModelRequest): Data {
  return dataIn(messages.find(({ role }) => role === 'user')?.content ?? '')
}

export function dataIn(content: string): Data {
  try {
    const value: unknown = JSON.parse(content)
    return isData(value) ? value : {}
  } catch {
    return {}
  }
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const list = (value: unknown): readonly Data[] => (Array.isArray(value) ? value.filter(isData) : [])

interface Past extends Seen {
  readonly tool: string
  readonly input: Data
  /** Corrections that went before it. */
  readonly attempt: number
}

/** Words may follow the data. */
const saysData = (field: string, { role, content }: Message): boolean =>
  role === 'user' && content.startsWith('{') && field in dataIn(content.slice(0, content.lastIndexOf('}') + 1))

export const isCorrection = (message: Message): boolean => saysData('correction', message)

/** What a person answered to calls that ask. */
export const isAnswer = (message: Message): boolean => saysData('answers', message)

/** The calls of a conversation with what came of them; those whose arguments were wrong never happened. */
function pastOf(messages: readonly Message[]): { readonly past: readonly Past[]; readonly attempt: number } {
  const inputs = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id, input }) => [id, input] as const) : [],
    ),
  )
  let attempt = 0
  const past: Past[] = []
  for (const [index, message] of messages.entries()) {
    if (isCorrection(message)) attempt++
    for (const need of isAnswer(message) ? askedBefore(messages, index) : needsIn(messages[index - 1]))
      past.push({ ...answerTo(need, message.content), attempt })
    if (message.role !== 'tool') continue
    const input = inputs.get(message.toolCallId)
    const seen = resultOf(message, isData(input) ? input : {})
    if (seen !== null) past.push({ ...seen, attempt })
  }
  return { past, attempt }
}

/** Null for a call whose arguments were wrong. */
function resultOf({ name, content }: Extract<Message, { role: 'tool' }>, input: Data): Omit<Past, 'attempt'> | null {
  const { need } = input
  // Where a question stands by itself, its answer follows.
  if (name === askTool) return isData(need) ? answerTo(need, content) : null
  const { code, ...seen } = resultIn(content)
  return code === 'invalid_input' ? null : { tool: name, input, ...seen }
}

/** What an executor or a planner said that it needs; a plan has no status. */
export function needsIn(message: Message | undefined): readonly Data[] {
  const { status = 'needs', needs } = message?.role === 'assistant' ? dataIn(message.content) : {}
  return status === 'needs' ? list(needs) : []
}

/** The tool by which a bare loop, or a direct conversation, asks a person. */
export const askTool = 'ask_user'

/** What was asked right before an answer: as data, or by calls. */
function askedBefore(messages: readonly Message[], end: number): readonly Data[] {
  const said = messages.slice(0, end).findLast(({ role }) => role === 'assistant')
  const calls = said?.role === 'assistant' ? (said.toolCalls ?? []) : []
  const asked = calls.flatMap(({ name, input }) => (name === askTool && isData(input) ? [input] : []))
  return asked.length > 0 ? asked : needsIn(said)
}

function answerTo(need: Data, content: string): Omit<Past, 'attempt'> {
  const output = answersTold(content).join('\n')
  return { tool: 'ask', input: { need }, failed: output === '' || /refused/i.test(output), output }
}

/** What people said: the text itself, or the answers in the JSON with which a message begins. */
function answersTold(content: string): readonly string[] {
  const told = dataIn(content.slice(0, content.lastIndexOf('}') + 1)).answers
  const given = told === undefined ? [content] : list(told).map(({ answer }) => text(answer))
  return given.filter((one) => one.trim() !== '' && !/nothing more can be asked/i.test(one))
}

/** The last line of a result may tell of the turns that are left. */
const noteOnTurns = /\n\n\[(?:One|No) turn with tool calls [^\]]*\]$/

/** A call that failed comes with its status first, from the bare loop as {"error": code, "output": text}. */
export function resultIn(given: string): Seen & { readonly code: string | null } {
  const content = given.replace(noteOnTurns, '')
  const [head, code] = /^\[(?:error|refused): (\w+)\]\n/.exec(content) ?? []
  if (head !== undefined) return { failed: true, output: content.slice(head.length), code: code ?? null }
  const { error, output } = dataIn(content)
  return typeof error === 'string' && typeof output === 'string'
    ? { failed: true, output, code: error }
    : { failed: false, output: content, code: null }
}

export type Next<Result> = { readonly call: Call } | { readonly result: Result } | { readonly stuck: string }

/**
 * Where the work stands after a conversation. After a correction it begins anew, but for what it read of a file before it
 * wrote to it: that can't be read again.
 */
export function resume<Result>(steps: Steps<Result>, messages: readonly Message[]): Next<Result> {
  const { past, attempt } = pastOf(messages)
  const [earlier, current] = [
    past.filter((one) => one.attempt < attempt),
    past.filter((one) => one.attempt === attempt),
  ]
  let at = 0
  return walk(steps, (call) => {
    const known = call.kind === 'read' || call.stands ? remembered(call, earlier) : null
    if (known) return known
    const index = current.findIndex((one, position) => position >= at && isOf(one, call))
    if (index >= 0) at = index + 1
    return current[index] ?? null
  })
}

const isOf = (one: Past, { tool, input }: Call) =>
  one.tool === tool && one.input.path === input.path && JSON.stringify(one.input.need) === JSON.stringify(input.need)

/** Null for a file that it didn't write to: that is read again, unless what it shows stands. */
function remembered(call: Call, earlier: readonly Past[]): Seen | null {
  const wrote = earlier.some(({ tool, input }) => tool !== call.tool && input.path === call.input.path)
  return ((wrote || call.stands) && earlier.find((one) => isOf(one, call) && !one.failed)) || null
}

/** Takes the steps as far as their results are known. */
export function walk<Result>(steps: Steps<Result>, seenOf: (call: Call) => Seen | null): Next<Result> {
  try {
    let step = steps.next()
    while (!step.done) {
      const seen = seenOf(step.value)
      if (seen === null) return { call: step.value }
      step = steps.next(seen)
    }
    return { result: step.value }
  } catch (error) {
    if (error instanceof Stuck) return { stuck: error.message }
    throw error
  }
}

/** What a person answered, by all that a request holds: the last answer last. */
export function answersIn({ messages }: ModelRequest): readonly string[] {
  const given = messages.flatMap(({ role, content }, index) => {
    if (role !== 'user') return []
    const data = dataIn(content)
    const answers = needsIn(messages[index - 1]).length > 0 || isAnswer({ role, content })
    return [...answersOf(data), ...(answers ? answersTold(content) : [])]
  })
  return given
}

/** The user's own words stand first in a request; what follows was asked back and answered. */
export function answersOf(data: Data): readonly string[] {
  const [, ...asked] = text(data.request).split('\n\n')
  return [...list(data.clarifications).map(({ answer }) => text(answer)), ...asked].filter((one) => one.trim() !== '')
}

/** Everything with these hands. */
export function* inOrder<Wanted, Result>(
  wanted: readonly Wanted[],
  { run, hands }: { run: (one: Wanted, hands: Hands) => Steps<Result>; hands: Hands },
): Steps<readonly Result[]> {
  const results: Result[] = []
  for (const one of wanted) results.push(yield* run(one, hands))
  return results
}
