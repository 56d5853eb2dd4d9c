import type { ToolCallRecord } from './tool-contracts.js'

/**
 * The kinds of failed calls. `own_mistake`: an error in the call itself, which is no evidence about the target.
 * `said_no`: a command that ran and ended with an exit code, as a red check does. `passing`: a time limit, a refused
 * connection, HTTP 429 or 5xx. `missing`: a path that doesn't exist. `other`: any other cause from outside.
 */
export type FailureKind = 'own_mistake' | 'said_no' | 'passing' | 'missing' | 'other'

const codes: Readonly<Record<Exclude<FailureKind, 'other'>, readonly string[]>> = {
  own_mistake: [
    ...['tool_not_allowed', 'unknown_tool', 'invalid_input', 'too_many_calls'],
    ...['pattern_invalid', 'line_out_of_range', 'path_is_directory', 'path_not_a_file', 'path_not_a_directory'],
    // Errors of an edit that was made without reading the file.
    ...['unread', 'stale', 'truncated_content', 'text_not_found', 'text_not_unique', 'nothing_to_change'],
  ],
  said_no: ['exit_nonzero'],
  passing: ['tool_timeout', 'tool_unavailable', 'provider_unavailable', 'provider_rate_limited', 'deadline'],
  missing: ['path_not_found'],
}

const kindOf = new Map(
  Object.entries(codes).flatMap(([kind, list]) => list.map((code) => [code, kind as FailureKind] as const)),
)

/** Null for a call that went well or was refused. */
export function failureKindOf({ status, code }: Pick<ToolCallRecord, 'status' | 'code'>): FailureKind | null {
  if (status !== 'error') return null
  return kindOf.get(code ?? '') ?? 'other'
}

/** Whether the same call would fail again as long as nothing changes. */
export function failsAgain(record: Pick<ToolCallRecord, 'status' | 'code'>): boolean {
  const kind = failureKindOf(record)
  return kind === 'missing' || kind === 'other'
}
