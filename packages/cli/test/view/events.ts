import type { RunEvent } from '@artoo/sdk'

type Type = RunEvent['type']
type Of<T extends Type> = Extract<RunEvent, { readonly type: T }>

interface Around {
  readonly from?: string
  readonly to?: string
  readonly at?: number
  readonly id?: string
  readonly causationId?: string
}

/** An event by hand: the payload's fields that matter, and whatever else of the envelope does. */
export function event<T extends Type>(
  type: T,
  payload: Partial<Of<T>['payload']> = {},
  { from = 'host', to = 'log', at = 0, id = `${type}-${at}`, causationId = '' }: Around = {},
): RunEvent {
  return { id, seq: 0, taskId: 'task', causationId, from, to, type, at, payload } as unknown as RunEvent
}

export const planned = (
  round: number,
  ...subtasks: readonly (readonly [id: string, sequence: number, intent: string, replaces?: string])[]
) =>
  event('DispatchManifest', {
    round,
    criteria: [],
    subtasks: subtasks.map(([subtaskId, sequence, intent, replaces = null]) => ({
      ...{ subtaskId, sequence, intent, replaces, criteria: [], tools: [] },
    })),
  } as never)

export const begun = (subtaskId: string) => event('SubTask', { subtaskId }, { from: 'R2', to: 'R3' })

export const outcome = (subtaskId: string, status: 'matched' | 'failed', failureReason: string | null = null) =>
  event('SubTaskOutcome', { subtaskId, status, failureReason, attempts: 1, verdicts: [] })

export const asked = (callId: string, tool: string, input: unknown, around: Around = {}) =>
  event('ToolRequest', { key: '1.1', callId, tool, input }, { from: 'R3', ...around })

export const answered = (
  id: string,
  { status = 'ok', output = '', ...more }: Partial<Of<'ToolResult'>['payload']> = {},
  around: Around = {},
) => {
  const record = {
    id,
    tool: 'tool',
    key: '1.1',
    attempt: 1,
    target: null,
    input: {},
    effect: 'read',
    code: null,
  } as const
  const outside = { confirmed: false, change: null, durationMs: 5 }
  return event('ToolResult', { ...record, ...outside, status, output, ...more }, around)
}

export const ended = (payload: Partial<Of<'FinalResult'>['payload']> = {}) =>
  event('FinalResult', {
    ...{ status: 'complete', directive: 'accept', reason: 'accepted', summary: 'All is done.', output: 'yes' },
    ...{ missing: [], changes: [], refused: [], basis: 'judge', criteria: [], nextMoves: [], elapsedMs: 5_000 },
    ...payload,
  })
