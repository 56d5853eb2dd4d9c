import { escaped, oneLine, type RunEvent } from '@artoo/sdk'
import { actsOn } from './acts-on.js'
import type { PayloadOf } from './events.js'
import { resultLine } from './result-line.js'

/** A tool call as a person sees it. Short texts are safe to show; `request`, `result` and their like are as the log has them. */
export interface Call {
  readonly id: string
  readonly tool: string
  /** The thing it acts on, in a few words; empty when that is not known. */
  readonly target: string
  readonly state: 'running' | 'ok' | 'error' | 'refused'
  /** A person is asked about it. */
  readonly isAsked: boolean
  /** The call is a look by whoever judges the work. */
  readonly isLook: boolean
  /** The subtask, or the conversation, that it belongs to. */
  readonly subtask: string
  readonly startedAt: number
  readonly durationMs: number | null
  readonly progress: Progress | null
  /** A short result; empty while the call runs. */
  readonly line: string
  readonly request: PayloadOf<'ToolRequest'> | null
  readonly asked: PayloadOf<'ConfirmationRequest'> | null
  readonly answer: PayloadOf<'ConfirmationAnswer'> | null
  readonly result: PayloadOf<'ToolResult'> | null
}

interface Progress {
  readonly message: string | null
  readonly done: number | null
  readonly total: number | null
}

/** The calls of a task in their order, in pieces: one more or one that changes copies a piece and no long list. */
export interface Calls {
  readonly pieces: readonly (readonly Call[])[]
  /** Places of the calls that have no result. */
  readonly open: ReadonlyMap<string, number>
}

export const noCalls: Calls = { pieces: [], open: new Map() }

const size = 128

export const countOf = ({ pieces }: Calls) => Math.max(0, pieces.length - 1) * size + (pieces.at(-1)?.length ?? 0)

export const callsIn = ({ pieces }: Calls): readonly Call[] => pieces.flat()

/** The last calls, oldest first. */
export function lastCalls({ pieces }: Calls, most: number): readonly Call[] {
  return most <= 0
    ? []
    : pieces
        .slice(-Math.ceil(most / size) - 1)
        .flat()
        .slice(-most)
}

/** A call by its id; null for one that is not there. */
export function callById({ pieces }: Calls, id: string): Call | null {
  for (const piece of pieces) {
    const found = piece.find((call) => call.id === id)
    if (found) return found
  }
  return null
}

export function callsAfter(calls: Calls, event: RunEvent): Calls {
  switch (event.type) {
    case 'ToolRequest':
      return withCall(calls, requested(event.payload, { at: event.at, isLook: event.from !== 'R3' }))
    case 'ConfirmationRequest': {
      const { callId, target, input, action } = event.payload
      const shown = shownTarget(target) || action || actsOn(input)
      return changed(calls, callId, { isAsked: true, asked: event.payload, target: shown })
    }
    case 'ConfirmationAnswer':
      return changed(calls, event.payload.callId, { isAsked: false, answer: event.payload })
    case 'ToolProgress': {
      const { callId, message, output, done, total } = event.payload
      const shown = message ?? output?.trimEnd().split('\n').at(-1) ?? null
      return changed(calls, callId, { progress: { message: shown === null ? null : oneLine(shown, 200), done, total } })
    }
    case 'ToolResult':
      return ended(calls, event.payload, event.at)
    case 'FinalResult':
      return cutOff(calls)
    default:
      return calls
  }
}

function requested(
  request: PayloadOf<'ToolRequest'>,
  { at, isLook }: { readonly at: number; readonly isLook: boolean },
): Call {
  return {
    ...{ id: request.callId, tool: oneLine(request.tool, 100), target: actsOn(request.input), subtask: request.key },
    ...{ state: 'running', isAsked: false, isLook, startedAt: at, durationMs: null, progress: null, line: '' },
    ...{ request, asked: null, answer: null, result: null },
  }
}

function ended(calls: Calls, result: PayloadOf<'ToolResult'>, at: number): Calls {
  const { id, tool, key, status, target, input, durationMs } = result
  const end = {
    ...{ state: status, durationMs, isAsked: false, progress: null, line: resultLine(result), result },
    target: shownTarget(target) || actsOn(input),
  } as const
  if (calls.open.has(id)) return closed(changed(calls, id, end), id)
  const request = { key, callId: id, attempt: result.attempt, tool, input, blockedTargets: [], cautions: [] }
  const begun = requested(request, { at: at - durationMs, isLook: result.look === true })
  return closed(withCall(calls, { ...begun, ...end, request: null }), id)
}

/** Calls that the end of the task left without a result; one that still comes takes the place of this. */
function cutOff(calls: Calls): Calls {
  const end = { state: 'error', isAsked: false, progress: null, line: 'cut off when the task ended' } as const
  return [...calls.open.keys()].reduce((rest, id) => changed(rest, id, end), calls)
}

const shownTarget = (target: string | null) => (target === null ? '' : oneLine(target, 200) || escaped(target))

function withCall(calls: Calls, call: Call): Calls {
  if (calls.open.has(call.id)) return changed(calls, call.id, call)
  const { pieces } = calls
  const last = pieces.at(-1)
  const isFull = last === undefined || last.length === size
  const next = isFull ? [...pieces, [call]] : [...pieces.slice(0, -1), [...last, call]]
  return { pieces: next, open: new Map(calls.open).set(call.id, countOf(calls)) }
}

function changed(calls: Calls, id: string, change: Partial<Call>): Calls {
  const place = calls.open.get(id)
  if (place === undefined) return calls
  const [at, within] = [Math.floor(place / size), place % size]
  const piece = (calls.pieces[at] ?? []).map((call, index) => (index === within ? { ...call, ...change } : call))
  return { ...calls, pieces: calls.pieces.map((other, index) => (index === at ? piece : other)) }
}

function closed(calls: Calls, id: string): Calls {
  const open = new Map(calls.open)
  open.delete(id)
  return { ...calls, open }
}
