import type { Artoo, Memory, PermissionMode, Permissions } from '@artoo/sdk'
import type { FileJournal } from '@artoo/sdk/node'
import type { Tool } from '@artoo/spec'

/** An artoo instance over a folder, as configuration and flags make it. */
export interface Agent {
  readonly artoo: Artoo
  /** The folder that the tools work in. */
  readonly root: string
  readonly journal: FileJournal
  /** The memory in the state folder; null while another process has it open. */
  readonly memory: Memory | null
  readonly tools: readonly Tool[]
  /** The model ids as the log shows them, `openai/gpt-5`. */
  readonly models: { readonly brain: string; readonly tool: string }
  /** The rules of all files and flags, with the mode of new tasks. */
  readonly permissions: Permissions
  readonly mode: PermissionMode
  /** Tokens that the model takes in, where configuration names them; null: unknown. */
  readonly contextWindow: number | null
  /** Facts that a person should know, one sentence each: an ignored configuration, a server that failed, no sandbox. */
  readonly notes: readonly string[]
  /** Parks tasks under way, flushes and closes everything that was opened. */
  close(): Promise<void>
}
