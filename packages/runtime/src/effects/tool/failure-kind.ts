import type { ToolCallRecord } from './tool-contracts.js'

/**
 * How a failed call counts. `own_mistake`: of whoever made it, which says nothing about the target. `said_no`: a command that ran and
 * ended with an exit code, as a red check does. `passing`: a time limit, a refused connection, HTTP 429 or 5xx. `missing`: a path that
 * isn't there. `other`: whatever else stopped it from outside.
 */
export type FailureKind = 'own_mistake' | 'said_no' | 'passing' | 'missing' | 'other'

const kinds: Readonly<Record<string, FailureKind>> = {
  ...named('own_mistake', ['tool_not_allowed', 'unknown_tool', 'invalid_input', 'too_many_calls', 'line_out_of_range']),
  // An edit that was made without looking.
  ...named('own_mistake', ['unread', 'stale', 'truncated_content', 'text_not_found', 'text_not_unique']),
  ...named('own_mistake', ['nothing_to_change']),
  ...named('own_mistake', ['pattern_invalid', 'path_is_directory', 'path_not_a_file', 'path_not_a_directory']),
  ...named('said_no', ['exit_nonzero']),
  ...named('passing', [
    'tool_timeout',
    'tool_unavailable',
    'provider_unavailable',
    'provider_rate_limited',
    'deadline',
  ]),
  ...named('missing', ['path_not_found']),
}

function named(kind: FailureKind, codes: readonly string[]): Readonly<Record<string, FailureKind>> {
  return Object.fromEntries(codes.map((code) => [code, kind]))
}

/** Null for a call that went well or was refused. */
export function failureKindOf({ status, code }: Pick<ToolCallRecord, 'status' | 'code'>): FailureKind | null {
  if (status !== 'error') return null
  return code !== null && Object.hasOwn(kinds, code) ? (kinds[code] ?? 'other') : 'other'
}

/** Whether the same call would fail again as long as nothing changes. */
export function failsAgain(record: Pick<ToolCallRecord, 'status' | 'code'>): boolean {
  const kind = failureKindOf(record)
  return kind === 'missing' || kind === 'other'
}
