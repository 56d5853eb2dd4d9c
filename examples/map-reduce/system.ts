import { contract } from '@artoo/bus'
import * as kit from '@artoo/runtime'
import * as z from 'zod'

/** The texts that models are asked for. */
export const outputs = { note: z.object({ summary: z.string() }), report: z.object({ text: z.string() }) }

/** What became of a file; `summary` is null where `why` says that there is none. */
const note = z.object({ file: z.string(), summary: z.string().nullable(), why: z.string().nullable() })

export const contracts = {
  ...kit.runContracts('reducer'),
  ...kit.modelContracts(outputs, ['mapper', 'reducer']),
  ...kit.toolContracts(['mapper']),
  Folder: contract(z.object({ files: z.array(z.string()) }), [['host', 'reducer']]),
  File: contract(z.object({ file: z.string() }), [['reducer', 'mapper']]),
  Note: contract(note, [['mapper', 'reducer']]),
  Report: contract(z.object({ text: z.string(), notes: z.array(note) }), [['reducer', 'host']]),
}
type Contracts = typeof contracts

const tools = ['read_file']
const noteOf = (file: string, messages: Parameters<typeof kit.askModel>[1], continues: boolean) =>
  kit.askModel('note', messages, { key: file, continues, tools })
const words = (content: string) => [{ role: 'user' as const, content }]

interface Reading {
  readonly turn: kit.ToolTurn
  readonly records: readonly kit.ToolCallRecord[]
  /** Requests for its note. */
  readonly asked: number
}
type Readings = Readonly<Record<string, Reading>>
type Step = kit.Step<Contracts, 'mapper', Readings>

/** Reads files side by side: a file is the key of its requests and of its state. */
export const mapper: kit.Decider<Contracts, 'mapper', Readings> = {
  actor: 'mapper',
  initial: {},
  decide(state, { type, payload }) {
    if (type === 'File') {
      const { file } = payload
      const begun = { ...state, [file]: { turn: [], records: [], asked: 1 } }
      return [begun, [noteOf(file, words(`Read ${file} with read_file, then sum it up in one line.`), false)]]
    }
    const { key: file } = payload
    const reading = state[file]
    if (!reading) return [state, []]
    if (type === 'ModelFailure') return [state, [done(file, null, payload.message)]]
    if (type === 'ToolResult') return advance(state, file, reading, kit.withResult(reading.turn, payload))
    if (payload.kind === 'tool_calls') return look(state, file, reading, payload.toolCalls)
    return 'summary' in payload.value ? review(state, file, reading, payload.value.summary) : [state, []]
  },
}

const done = (file: string, summary: string | null, why: string | null = null) =>
  ({ type: 'Note', to: 'reducer', payload: { file, summary, why } }) as const

function look(state: Readings, file: string, reading: Reading, calls: Parameters<typeof kit.openTurn>[0]): Step {
  const turn = kit.openTurn(calls, { tools, attempt: 1, most: 4 })
  const requests = kit.openCalls(turn).map(({ id: callId, name: tool, input }) => {
    const payload = { key: file, callId, attempt: 1, tool, input, blockedTargets: [] }
    return { type: 'ToolRequest', to: 'tools', payload } as const
  })
  const [next, sent] = advance(state, file, reading, turn)
  return [next, [...requests, ...sent]]
}

/** Sends the results back to the model once all calls of the turn are in. */
function advance(state: Readings, file: string, reading: Reading, turn: kit.ToolTurn | null): Step {
  if (!turn) return [state, []]
  const finished = kit.recordsOf(turn)
  if (!finished) return [{ ...state, [file]: { ...reading, turn } }, []]
  const next = { ...reading, turn: [], records: [...reading.records, ...finished] }
  return [{ ...state, [file]: next }, [noteOf(file, kit.answersOf(turn), true)]]
}

/** Sends a note back that no record of its file stands behind: the model is asked three times at the most. */
function review(state: Readings, file: string, reading: Reading, summary: string): Step {
  const { records } = reading
  if (records.some(({ target, status }) => target === file && status === 'ok')) return [state, [done(file, summary)]]
  const { why, asked } = kit.turnedDown([`${file} was not read`], reading.asked, 3)
  if (asked === null) return [state, [done(file, null, 'the model did not read it')]]
  return [{ ...state, [file]: { ...reading, asked } }, [noteOf(file, words(`${why}: read it first.`), true)]]
}

interface Gathered {
  readonly files: readonly string[]
  readonly notes: z.infer<typeof note>[]
}

/** Hands out the files, gathers the notes, and has the report written. */
export const reducer: kit.Decider<Contracts, 'reducer', Gathered> = {
  actor: 'reducer',
  initial: { files: [], notes: [] },
  decide(state, { type, payload }) {
    const { files, notes } = state
    const end = (text: string) => [state, [{ type: 'Report', to: 'host', payload: { text, notes } }]] as const
    if (type === 'Interrupt' || type === 'ModelFailure') return end(`Cut short: ${payload.message}`)
    if (type === 'Folder') {
      const sent = payload.files.map((file) => ({ type: 'File', to: 'mapper', payload: { file } }) as const)
      return sent.length === 0 ? end('There is no file.') : [{ ...state, files: payload.files }, sent]
    }
    if (type === 'ModelReply')
      return payload.kind === 'value' && 'text' in payload.value ? end(payload.value.text) : [state, []]
    if (type !== 'Note') return [state, []]
    const next = { ...state, notes: [...notes, payload] }
    if (next.notes.length < files.length) return [next, []]
    const lines = next.notes.map(({ file, summary, why }) => `- ${file}: ${summary ?? `not read, ${why}`}`).sort()
    const messages = words(`Write a report from these notes.\n${lines.join('\n')}`)
    return [next, [kit.askModel('report', messages)]]
  },
}
