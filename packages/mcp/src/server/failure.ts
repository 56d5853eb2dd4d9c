import { oneLine } from '@artoo/llm'
import { ArtooError } from '@artoo/spec'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** The errors that are the client's to know; another may speak of the host's files. */
const told: ReadonlySet<string> = new Set([
  ...['not_found', 'expired_state', 'needs_person', 'task_running', 'task_leased', 'task_ended'],
  ...['invalid_input', 'invalid_answer', 'unknown_request', 'secret_in_answer', 'no_journal', 'closed'],
])

/** An error as the result of a call: `code: message`, with the code in `_meta` for programs. */
export function failureOf(error: unknown, onError: ((error: unknown) => void) | undefined): CallToolResult {
  const known = ArtooError.isInstance(error) && told.has(error.code) ? error : null
  if (known === null) onError?.(error)
  const code = known?.code ?? 'internal_error'
  const message = known?.message ?? 'something went wrong here; the log of the server says what'
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${oneLine(message)}` }],
    _meta: { 'artoo/code': code },
  }
}
