import type { ModelRequest } from '@artoo/spec'
import { type Data, dataIn, dataOf, list, text } from './conversation.js'
import type { Call } from './hands.js'
import { saidSums } from './skills/situations.js'
import type { Wish } from './skills.js'

/** What a judge would have to see: results by the names of their records. */
export interface Unseen {
  readonly records: readonly string[]
  readonly wishes: readonly Wish[]
  /** A look at the world that would show it. @defaultValue none */
  readonly look?: Call
}

/** Looks that a judge may take, by the names of their tools. */
const lookTools = { search: 'search_records', read: 'read_record' } as const

/** Records that a judge reads one by one before it leaves a criterion open. */
const mostReadings = 3

/** Whether the judge may leave a criterion open because it can't see. */
export const saysUnseen = ({ output }: ModelRequest) => JSON.stringify(output?.schema ?? '').includes('"unseen"')

/** The looks that would show it; empty when there are none to be taken. */
export function looksFor(
  { records, wishes, look: atWorld }: Unseen,
  { tools = [], toolChoice, messages }: ModelRequest,
): readonly Call[] {
  if (toolChoice === 'none') return []
  const taken = messages.flatMap((message) => (message.role === 'tool' ? [message.name] : []))
  const may = (tool: string) => tools.some(({ name }) => name === tool) && !taken.includes(tool)
  if (atWorld) return may(atWorld.tool) ? [atWorld] : []
  const [pattern, ...others] = wishes.map(({ skill }) => skill.search)
  if (pattern !== undefined && others.length === 0 && may(lookTools.search)) {
    return [look(lookTools.search, { pattern })]
  }
  if (records.length > mostReadings || !may(lookTools.read)) return []
  return records.map((record) => look(lookTools.read, { record }))
}

const look = (tool: string, input: Call['input']): Call => ({ tool, input, target: tool, kind: 'look' })

/** What a search found, as the work would say it; null when nobody searched. */
export function shownTo(data: Data, wishes: readonly Wish[]): string | null {
  const [wish, ...others] = wishes
  const sums = data.sums
  if (wish?.skill.search === undefined || others.length > 0 || !(sums instanceof Map)) return null
  return saidSums(sums)
}

/** The data of a request with what its judge has looked at since. */
export function looked(request: ModelRequest): Data {
  const data = dataOf(request)
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? [message] : []))
  const found = results.find(({ name }) => name === lookTools.search)
  const read = new Map(
    results.filter(({ name }) => name === lookTools.read).map(({ toolCallId, content }) => [toolCallId, content]),
  )
  const shown = new Map([...readingsIn(request, read), ...shownLater(request)])
  const toolCalls = list(data.toolCalls).map((record) => {
    const output = shown.get(text(record.id))
    return output === undefined ? record : { ...record, output }
  })
  const looks = looksIn(request)
  return { ...data, toolCalls: [...toolCalls, ...looks], ...(found && { sums: sumsIn(found.content) }) }
}

/** Looks at the world as records: their results begin with the names of those. */
function looksIn({ messages }: ModelRequest): readonly Data[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
  return messages.flatMap((message) => {
    const head = message.role === 'tool' ? /^\[(r\d+)\]\n/.exec(message.content) : null
    if (message.role !== 'tool' || !head || Object.values<string>(lookTools).includes(message.name)) return []
    const target = (calls.find(({ id }) => id === message.toolCallId)?.input as Data | undefined)?.path
    const output = message.content.slice(head[0].length)
    return [{ id: head[1], tool: message.name, target, status: 'ok', output }]
  })
}

/** Results of `read_record` by the record that was read. */
function readingsIn(
  { messages }: ModelRequest,
  read: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
  return calls.flatMap(({ id, input }) => {
    const content = read.get(id)
    return content === undefined ? [] : [[text((input as Data).record), content] as const]
  })
}

/** Records that were shown after a judge had said that it can't see. */
function shownLater({ messages }: ModelRequest): readonly (readonly [string, string])[] {
  const users = messages.filter(({ role }) => role === 'user').slice(1)
  return users.flatMap(({ content }) =>
    list(dataIn(content).toolCalls ?? dataIn(content).records).map(
      ({ id, output }) => [text(id), text(output)] as const,
    ),
  )
}

/** Of `"ada": count 12, sum 345` the sum. */
function sumsIn(content: string): ReadonlyMap<string, number> {
  return new Map(
    Array.from(content.matchAll(/^"([^"]*)": count \d+, sum (-?\d+)$/gm), ([, key = '', sum]) => [key, Number(sum)]),
  )
}
