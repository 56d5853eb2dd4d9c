import type { Envelope } from '@artoo/bus'
import { type EffectKind, onlyReads, shortened } from '@artoo/spec'
import type { BlockableCall } from '@artoo/tools'
import { failsAgain } from './failure-kind.js'
import { meaningOf } from './meaning-of.js'
import type { ToolBlock, ToolCallRecord } from './tool-contracts.js'

/** The calls of a run that have ended, so that a block ends when its reason does. */
export interface CallLedger {
  /** The reason why a call is refused, as sentences for the model; null when it may be made. */
  refusalOf(call: PlacedCall, blocks: readonly ToolBlock[]): string | null
  /** Takes in a call that has ended, at a time in milliseconds since the Unix epoch. */
  note(record: ToolCallRecord, at: number): void
  /** Takes in that a person answered about a call, which is made after that: the world may have changed meanwhile. */
  answered(callId: string): void
}

/** A call that is about to be made. */
interface PlacedCall extends BlockableCall {
  readonly callId: string
  readonly tool: string
  /** As the model gave it. */
  readonly given: unknown
}

/** A call under way. `order`: the number of calls and answers that had ended when it began. */
interface Begun {
  readonly meaning: string
  readonly order: number
}

/** A sign that the world may have changed: by a call of that meaning, or by none. */
interface Sign {
  readonly meaning: string | null
  readonly place: number
}

/** A failed call, as long as no result speaks of its target. */
interface Failure extends Pick<Begun, 'order'> {
  readonly at: number
  /** The last part of the target, by which a result may mention it. */
  readonly name: string
  readonly code: string | null
  readonly output: string
}

type Result = Pick<ToolCallRecord, 'code' | 'output'>

/** A call that took longer, in milliseconds, is a wait. */
const shortestWait = 1_000
/** Characters of a target below which its mention in a result says nothing. */
const shortestMention = 3
/** Failures that are remembered, the newest: each result is searched for all of their targets. */
const mostFailures = 100

/**
 * A block on a target holds for the same call as failed before, that is the same tool and the same input, as long as nothing has
 * changed since (docs/decisions/0013). A failure that is over by itself, as a timeout is, or that was a red check is none. Any other call that may have changed something ends it, and so do a person's answer, a wait, and a
 * result that shows a change from outside. A resumed run knows of no failures: nobody knows what changed while it was
 * away. `writtenBefore` are the targets that it had written until then.
 */
export function callLedger(taskId: string, writtenBefore: Iterable<string> = []): CallLedger {
  const begun = new Map<string, Begun>()
  const failures = new Map<string, Failure>()
  const written = new Set(writtenBefore)
  const seen = new Map<string, Result>()
  let ended = 0
  /** The last sign that the world may have changed, and the place of the last one by any other call than that. */
  let lastSign: Sign = { meaning: null, place: 0 }
  let otherSign = 0

  function isLifted(meaning: string, { order }: Failure): boolean {
    return (lastSign.meaning === meaning ? otherSign : lastSign.place) > order
  }

  function remember(meaning: string, failure: Failure): void {
    failures.delete(meaning)
    failures.set(meaning, failure)
    const [oldest] = failures.keys()
    if (failures.size > mostFailures && oldest !== undefined) failures.delete(oldest)
  }

  function sign(meaning: string | null): void {
    if (meaning !== lastSign.meaning) otherSign = lastSign.place
    lastSign = { meaning, place: ended }
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
      begun.set(callId, { meaning, order: ended })
      const block = blocks.find((one) => one.tool === tool && one.target === target)
      const isReadBack = effect === 'read' && target !== null && written.has(target)
      if (!block || isReadBack) return null
      if (block.until === 'end') return standingWords(block, taskId)
      const failure = failures.get(meaning)
      return failure && !isLifted(meaning, failure) ? failureWords(block, failure, taskId) : null
    },
    note({ id, target, effect, status, code, output, durationMs }, at) {
      const call = begun.get(id)
      begun.delete(id)
      if (call === undefined || status === 'refused') return
      const { meaning, order } = call
      ended++
      if (failsAgain({ status, code })) remember(meaning, { order, at, name: nameIn(target), code, output })
      else failures.delete(meaning)
      const waited = status === 'ok' && durationMs >= shortestWait
      const isChange = mayChange(effect) || waited || code === 'stale'
      // Always looked at, so that the next time is held against this one.
      if (isNews(meaning, { code, output }) || isChange) sign(meaning)
      if (status !== 'ok') return
      if (mayChange(effect) && target !== null) written.add(target)
      for (const [failed, { name }] of failures) if (mentions(output, name)) failures.delete(failed)
    },
    answered(callId) {
      ended++
      sign(null)
      const call = begun.get(callId)
      if (call) begun.set(callId, { ...call, order: ended })
    },
  }
}

/** The targets that calls of an earlier process changed. */
export function targetsWrittenIn(history: readonly Envelope[]): readonly string[] {
  return history.flatMap(({ type, payload }) => {
    if (type !== 'ToolResult') return []
    const { target, effect, status } = payload as ToolCallRecord
    return target !== null && mayChange(effect) && status === 'ok' ? target : []
  })
}

/** A call that never came to saying may have done anything. */
const mayChange = (effect: EffectKind | null) => effect === null || !onlyReads(effect)

const nameIn = (target: string | null) => target?.split(/[/\\]/).findLast((part) => part !== '') ?? ''

/** A result that names a target may be news of it: `ls docs` names `notes.txt` where the target is `docs/notes.txt`. */
function mentions(output: string, name: string): boolean {
  return name.length >= shortestMention && output.includes(name)
}

function failureWords({ tool, target }: ToolBlock, { at, code, output }: Failure, taskId: string): string {
  const [line = ''] = output.split('\n', 1)
  return (
    `${tool} failed on ${target} at ${new Date(at).toISOString()} in this task, ${taskId} (${code}: ${shortened(line, 200)}), and nothing ` +
    'has changed since. The same call is made again once something has: after any call that changes something, a person’s answer, ' +
    'a wait, or a result that shows a change from outside. Until then take another target, other arguments or another tool'
  )
}

function standingWords({ tool, target, why }: ToolBlock, taskId: string): string {
  const cause = why ?? `it failed in an earlier round of this task, ${taskId}`
  return `${tool} is blocked on ${target} until this task ends: ${cause}. Take another target or another tool`
}
