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

/** The calls of a task in their order. */
export type Calls = readonly Call[]

export function callsAfter(calls: Calls, event: RunEvent): Calls {
  switch (event.type) {
    case 'ToolRequest': {
      const { callId, tool, input } = event.payload
      return withCall(calls, { ...begun({ id: callId, tool, input, startedAt: event.at }), request: event.payload })
    }
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
      return calls.some(isOpen) ? calls.map((call) => (isOpen(call) ? { ...call, ...cutOff } : call)) : calls
    default:
      return calls
  }
}

/** The end of the task left such a call without a result; one that still comes takes the place of this. */
const cutOff = { state: 'error', isAsked: false, progress: null, line: 'cut off when the task ended' } as const

interface Begun extends Pick<Call, 'id' | 'tool' | 'startedAt'> {
  readonly input: unknown
}

function begun({ id, tool, input, startedAt }: Begun): Call {
  return {
    ...{ id, tool: oneLine(tool, 100), target: actsOn(input), startedAt },
    ...{ state: 'running', isAsked: false, durationMs: null, progress: null, line: '' },
    ...{ request: null, asked: null, answer: null, result: null },
  }
}

function ended(calls: Calls, result: PayloadOf<'ToolResult'>, at: number): Calls {
  const { id, tool, status, target, input, durationMs } = result
  const end = {
    ...{ state: status, durationMs, isAsked: false, progress: null, line: resultLine(result), result },
    target: shownTarget(target) || actsOn(input),
  } as const
  return placeOf(calls, id) < 0
    ? [...calls, { ...begun({ id, tool, input, startedAt: at - durationMs }), ...end }]
    : changed(calls, id, end)
}

const shownTarget = (target: string | null) => (target === null ? '' : oneLine(target, 200) || escaped(target))

const isOpen = ({ result }: Call) => result === null

const placeOf = (calls: Calls, id: string) => calls.findLastIndex((call) => call.id === id && isOpen(call))

function withCall(calls: Calls, call: Call): Calls {
  return placeOf(calls, call.id) < 0 ? [...calls, call] : changed(calls, call.id, call)
}

function changed(calls: Calls, id: string, change: Partial<Call>): Calls {
  const place = placeOf(calls, id)
  const call = calls[place]
  return call === undefined ? calls : calls.with(place, { ...call, ...change })
}
