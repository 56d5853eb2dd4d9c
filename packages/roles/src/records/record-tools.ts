import type { ToolCallRecord } from '@artoo/runtime'
import { ArtooError, describeIssues, jsonSchemaOf, type ToolCall, type ToolDescriptor } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import type * as z from 'zod'
import { type RecordNames, recordNames } from '../evidence/evidence.js'
import { compute, computeInput } from './compute.js'
import { readRecord, readRecordInput } from './read-record.js'
import { searchInput } from './search-input.js'

type Named = ReadonlyMap<string, ToolCallRecord>

/** Undefined until `loadSearch` has loaded it: it brings an engine for patterns, 48 kB. */
let search: typeof import('./search-records.js') | undefined

/** Loads the code that a search needs; called before a decider sees one. */
export async function loadSearch(): Promise<void> {
  search ??= await import('./search-records.js')
}

interface RecordTool extends Omit<ToolDescriptor, 'inputSchema'> {
  readonly input: z.ZodType
  /** `room`: characters of the answer. */
  answer(named: Named, input: unknown, room?: number): string
}

function recordTool<Input extends z.ZodType>(
  tool: Omit<RecordTool, 'input' | 'answer'> & {
    input: Input
    answer(named: Named, input: z.output<Input>, room?: number): string
  },
): RecordTool {
  return tool as RecordTool
}

const tools: readonly RecordTool[] = [
  recordTool({
    name: 'read_record',
    description: 'Gives the text of one record by line, and says how many lines there are.',
    input: readRecordInput,
    answer: readRecord,
  }),
  recordTool({
    name: 'search_records',
    description:
      'Finds the lines of records that match a pattern, as record:line: text, with their number. With named groups (?<key>…) and (?<value>…) it counts the matches and adds up the values, in all and by key.',
    input: searchInput,
    answer(named, input) {
      if (!search) throw new ArtooError('not_loaded', 'search_records was called before its code was loaded')
      return search.searchRecords(named, input)
    },
  }),
  recordTool({
    name: 'compute',
    description:
      'Works out a count, sum, mean, least, greatest, order, comparison, difference, product or quotient. Numbers are exact: 0.1, 1,234.50, -3.',
    input: computeInput,
    answer: (_, input) => compute(input),
  }),
]

const byName = new Map(tools.map((tool) => [tool.name, tool]))

/** The tools on records, as models are offered them. They are no tools of the host: a role answers their calls itself, from its records. */
export const recordTools: readonly ToolDescriptor[] = tools.map(({ name, description, input }) => ({
  name,
  description,
  inputSchema: jsonSchemaOf(input),
}))

/** The code that answers a call and is loaded with the first one, by the tool's name. */
export const recordToolLoads: Readonly<Record<string, () => Promise<void>>> = { search_records: loadSearch }

export const isRecordTool = (name: string): boolean => byName.has(name)

interface Answering {
  /** By id, the names of the records. @defaultValue `r1`, `r2` … by their place */
  readonly names?: RecordNames | undefined
  /** Characters of the answer, some 200 more or less. @defaultValue the tool's own */
  readonly room?: number | undefined
}

/** The answer to a call of such a tool. Bad input is answered with what is wrong. */
export function answerFrom(
  records: readonly ToolCallRecord[],
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  { names = recordNames(records), room }: Answering = {},
): string {
  const tool = byName.get(name)
  if (!tool) return `there is no tool ${name}`
  const read = tool.input.safeParse(input ?? {})
  if (!read.success) return `the input can't be read: ${describeIssues(read.error.issues)}`
  const named = new Map(records.map((record) => [names.get(record.id) ?? record.id, record]))
  const answer = tool.answer(named, read.data, room)
  return room === undefined ? answer : truncateOutput(answer, room + 300)
}
