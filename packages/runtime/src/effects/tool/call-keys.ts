import type { PayloadOf } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import { sha256 } from '@artoo/spec'
import type { HumanContracts } from '../../people/human-contracts.js'
import type { RunScope } from '../../scope/run-scope.js'
import { meaningOf, meaningOfInput } from './meaning-of.js'
import type { ToolCallRecord } from './tool-contracts.js'

/** A call as its key is made of it. */
interface KeyedCall {
  readonly callId: string
  readonly tool: string
  readonly input: unknown
  /** The input as the tool's schema reads it. */
  readonly parsed: unknown
}

/** The idempotency keys of a run's calls. */
export interface CallKeys {
  /** Resolves when the calls of earlier processes are counted: before that no key is right. */
  ready(): Promise<void>
  /**
   * SHA-256, in hexadecimal, of the run's lineage, the call's meaning, and how often a call of that meaning has ended with status `ok`. Calls
   * that are under way at once have different keys.
   */
  keyOf(call: KeyedCall): string
  /** Frees the key of a call that has ended, or counts it as spent. */
  ended(callId: string, status: ToolCallRecord['status']): void
  /** The key under which the log says that the call was asked about; null when it names none that fits the call. */
  loggedKeyOf(call: KeyedCall): string | null
}

type Question = PayloadOf<HumanContracts<string>, 'ConfirmationRequest'>

export function callKeys(
  { lineage, history }: Pick<RunScope, 'lineage' | 'history'>,
  tools: ReadonlyMap<string, Tool>,
): CallKeys {
  /** By the meaning of a call, how often it ended well in earlier processes. */
  const before = new Map<string, number>()
  /** By the id of a call, the key that its last question named. */
  const asked = new Map<string, string>()
  const spent = new Set<string>()
  /** By the id of a call under way; a person may give it another input. */
  const held = new Map<string, { readonly meaning: string; readonly key: string }>()
  let counting: Promise<void> | undefined

  async function count(): Promise<void> {
    for (const { type, payload } of history) {
      if (type === 'ConfirmationRequest') {
        const { callId, idempotencyKey } = payload as Question
        asked.set(callId, idempotencyKey)
      }
      if (type !== 'ToolResult') continue
      const { id, tool, input, status } = payload as ToolCallRecord
      if (status !== 'ok') continue
      const key = asked.get(id)
      if (key !== undefined) spent.add(key)
      const meaning = await meaningOfInput(tools, { tool, input })
      before.set(meaning, (before.get(meaning) ?? 0) + 1)
    }
  }

  const keyAt = (meaning: string, times: number) => sha256(JSON.stringify([lineage, meaning, times]))

  /** The key doesn't fit when the log was redacted, or the tool now reads its input in another way. */
  function loggedKeyOf({ callId, tool, input, parsed }: KeyedCall): string | null {
    const key = asked.get(callId)
    if (key === undefined) return null
    const meaning = meaningOf(tool, { input, parsed })
    for (let times = 0; times <= asked.size; times++) if (keyAt(meaning, times) === key) return key
    return null
  }

  function freeKeyOf({ tool, input, parsed }: KeyedCall): string {
    const meaning = meaningOf(tool, { input, parsed })
    const taken = new Set([...spent, ...[...held.values()].map(({ key }) => key)])
    let times = before.get(meaning) ?? 0
    while (taken.has(keyAt(meaning, times))) times++
    return keyAt(meaning, times)
  }

  return {
    ready: () => (counting ??= count()),
    loggedKeyOf,
    keyOf(call) {
      const { callId, tool, input, parsed } = call
      const meaning = meaningOf(tool, { input, parsed })
      const own = held.get(callId)
      if (own?.meaning === meaning) return own.key
      held.delete(callId)
      const key = loggedKeyOf(call) ?? freeKeyOf(call)
      held.set(callId, { meaning, key })
      return key
    },
    ended(callId, status) {
      const key = held.get(callId)?.key
      held.delete(callId)
      if (key !== undefined && status === 'ok') spent.add(key)
    },
  }
}
