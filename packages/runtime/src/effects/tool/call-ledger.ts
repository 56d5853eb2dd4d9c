import type { BlockableCall } from '@artoo/tools'
import { meaningOf } from './meaning-of.js'
import type { ToolBlock, ToolCallRecord } from './tool-contracts.js'

/** The calls of a run that have ended, so that a block ends when its reason does. */
export interface CallLedger {
  /** The reason why a call is refused, as sentences for the model; null when it may be made. */
  refusalOf(call: PlacedCall, blocks: readonly ToolBlock[]): string | null
  /** Takes in a call that has ended, at a time in milliseconds since the Unix epoch. */
  note(record: ToolCallRecord, at: number): void
  /** Takes in that a person was waited for: the world may have changed meanwhile. */
  waited(): void
}

/** A call that is about to be made. */
interface PlacedCall extends BlockableCall {
  readonly callId: string
  readonly tool: string
  /** As the model gave it. */
  readonly given: unknown
}

/** A failed call, and whether anything speaks for another end of the same call. */
interface Failure {
  readonly order: number
  readonly at: number
  readonly target: string | null
  readonly code: string | null
  readonly output: string
  lifted: boolean
}

type Result = Pick<ToolCallRecord, 'code' | 'output'>

/** A call that took longer, in milliseconds, is a wait. */
const shortestWait = 1_000
/** Characters of a target below which its mention in a result says nothing. */
const shortestMention = 3

/**
 * A block on a target holds for the same call as failed before, that is the same tool and the same input, as long as nothing has
 * changed since (decision 65). Any other call that may have changed something ends it, and so do a person's answer, a wait, and a
 * result that shows a change from outside. A resumed run starts with an empty ledger: nobody knows what changed while it was away.
 */
export function callLedger(taskId: string): CallLedger {
  const meanings = new Map<string, string>()
  const failures = new Map<string, Failure>()
  const written = new Set<string>()
  const seen = new Map<string, Result>()
  /** By the meaning of a call that may have changed something, the place of its last time. */
  const acts = new Map<string, number>()
  let ended = 0
  /** The place of the last sign that the world may have changed without a call. */
  let lastNews = 0

  function isLifted(meaning: string, { order, lifted }: Failure): boolean {
    return lifted || lastNews > order || [...acts].some(([other, place]) => other !== meaning && place > order)
  }

  /** A call that gives something else than the time before has met another world. */
  function isNews(meaning: string, { code, output }: Result): boolean {
    const before = seen.get(meaning)
    seen.set(meaning, { code, output })
    return before !== undefined && (before.code !== code || before.output !== output)
  }

  return {
    refusalOf({ callId, tool, target, input: parsed, given: input, effect }, blocks) {
      const meaning = meaningOf(tool, { input, parsed })
      meanings.set(callId, meaning)
      const block = blocks.find((one) => one.tool === tool && one.target === target)
      const isReadBack = effect === 'read' && target !== null && written.has(target)
      if (!block || isReadBack) return null
      if (block.until === 'end') return standingWords(block, taskId)
      const failure = failures.get(meaning)
      return failure && !isLifted(meaning, failure) ? failureWords(block, failure, taskId) : null
    },
    note({ id, target, effect, status, code, output, durationMs }, at) {
      const meaning = meanings.get(id)
      meanings.delete(id)
      if (meaning === undefined || status === 'refused') return
      const order = ++ended
      if (status === 'error') failures.set(meaning, { order, at, target, code, output, lifted: false })
      else failures.delete(meaning)
      const waited = status === 'ok' && durationMs >= shortestWait
      if (waited || code === 'stale' || isNews(meaning, { code, output })) lastNews = order
      if (effect !== 'read') acts.set(meaning, order)
      if (status !== 'ok') return
      if (effect !== 'read' && target !== null) written.add(target)
      for (const failure of failures.values()) failure.lifted ||= speaksOf(output, failure)
    },
    waited() {
      lastNews = ++ended
    },
  }
}

/** A result that names a target may be news of it. */
function speaksOf(output: string, { target }: Failure): boolean {
  return target !== null && target.length >= shortestMention && output.includes(target)
}

function failureWords({ tool, target }: ToolBlock, { at, code, output }: Failure, taskId: string): string {
  const [line = ''] = output.split('\n', 1)
  return (
    `${tool} failed on ${target} at ${new Date(at).toISOString()} in this task, ${taskId} (${code}: ${line.slice(0, 200)}), and nothing ` +
    'has changed since. The same call is made again once something has: after any call that changes something, a person’s answer, ' +
    'a wait, or a result that shows a change from outside. Until then take another target, other arguments or another tool'
  )
}

function standingWords({ tool, target, why }: ToolBlock, taskId: string): string {
  const cause = why ?? `it failed in an earlier round of this task, ${taskId}`
  return `${tool} is blocked on ${target} until this task ends: ${cause}. Take another target or another tool`
}
