import { failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import type { ToolStats } from './schema.js'

export const noTools: ToolStats = { calls: 0, ok: 0, refused: 0, mistaken: 0, stopped: 0, codes: {} }

/** Codes of our own tools and of the runtime. A foreign tool's code is its author's text. */
const knownCodes: readonly string[] = [
  ...['tool_failed', 'tool_timeout', 'aborted', 'deadline', 'invalid_input', 'invalid_result', 'unknown_tool'],
  ...[
    'tool_not_allowed',
    'too_many_calls',
    'law1_refused',
    'invalid_answer',
    'blocked_target',
    'person_timeout',
    'exit_nonzero',
  ],
  ...['path_not_found', 'path_outside_root', 'path_is_directory', 'path_not_a_directory', 'path_not_a_file'],
  ...['file_is_binary', 'file_too_large', 'line_out_of_range', 'pattern_invalid', 'unread', 'stale'],
  ...['truncated_content', 'text_not_found', 'text_not_unique', 'nothing_to_change'],
]

export function withTool(stats: ToolStats, record: ToolCallRecord): ToolStats {
  const { status, code } = record
  const calls = stats.calls + 1
  if (status === 'ok') return { ...stats, calls, ok: stats.ok + 1 }
  const kind = status === 'refused' ? 'refused' : failureKindOf(record) === 'own_mistake' ? 'mistaken' : 'stopped'
  const known = code !== null && knownCodes.includes(code) ? code : 'other'
  const codes = { ...stats.codes, [known]: (stats.codes[known] ?? 0) + 1 }
  return { ...stats, calls, [kind]: stats[kind] + 1, codes }
}
