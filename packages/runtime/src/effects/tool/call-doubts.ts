import { escaped } from '@artoo/llm'
import type { Change, Tool } from '@artoo/spec'
import type { ToolCallOutcome } from '@artoo/tools'
import { firstDifference } from '../../journal/first-difference.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { Answer, AnsweredBefore } from './answered-before.js'
import type { Asking } from './asked-ahead.js'
import type { CallKeys } from './call-keys.js'
import type { ToolCallRecord } from './tool-contracts.js'
import type { Called, Request } from './tool-port.js'

/** Calls that an earlier process may have carried out already. */
export interface CallDoubts {
  /** Words for a person about a call that a rule allowed to an earlier process, which died without a result; null for any other. */
  ofRule(request: Request, tool: Tool): string | null
  /** Whether the call was under way when an earlier process died. */
  isUnderWay(request: Request): boolean
  /** Whether an earlier process was allowed to make the call by a person, and died without a result. */
  mayBeDone(request: Request): boolean
  /** An answer that still holds: a no, or one that was given for this process. */
  answerBefore(request: Request): Answer | undefined
  /** The input with which the call is made: a person's own when one was given before, by an earlier process. */
  inputBefore(request: Request): unknown
  /**
   * Whether a call that was under way may be made again unasked: its tool passes the key on, and what was allowed is this very action
   * under this very key.
   */
  isRepeatable(request: Request, called: Called, now: Asking): Promise<boolean>
  /** The result that an earlier owner wrote when the task was no longer its own, in words for a person; null when there is none. */
  lateResultOf(request: Request): Promise<string | null>
  /** The outcome of a call that may have been carried out before, with that doubt when it is refused now. */
  withDoubt(outcome: ToolCallOutcome): ToolCallOutcome & Pick<ToolCallRecord, 'inDoubt'>
  /** The danger of a call with its doubt, for a person. */
  reasonOf(request: Request, danger: string, late: string | null, key: string): string
}

const maybeDone = 'it was under way when its process ended, so it may have been carried out already'
const doneInEarlierRun =
  'an earlier run that this one repeats was allowed to make it, so it may have been carried out already'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sizesOf = (change: Change | null) => change && [change.bytesBefore, change.bytesAfter]

export function callDoubts(
  scope: Pick<RunScope, 'unsure' | 'late' | 'wasAllowed'>,
  before: AnsweredBefore,
  keys: CallKeys,
): CallDoubts {
  function mayBeDone({ id, payload }: Request): boolean {
    const { callId } = payload
    return scope.unsure.has(id) && before.ofCall.get(callId)?.allowed === true && before.decidedNow !== callId
  }

  function ofRule({ id, payload: { callId } }: Request, { idempotent }: Tool): string | null {
    const isInDoubt = scope.unsure.has(id) && !before.questionOf.has(callId) && idempotent !== true
    return isInDoubt ? maybeDone : null
  }

  function answerBefore({ id, payload: { callId } }: Request): Answer | undefined {
    const answer = scope.unsure.has(id) ? before.ofCall.get(callId) : undefined
    return answer?.allowed === false || before.decidedNow === callId ? answer : undefined
  }

  function inputBefore({ id, payload: { callId, input } }: Request): unknown {
    return scope.unsure.has(id) ? (before.inputOf.get(callId) ?? input) : input
  }

  async function isRepeatable(request: Request, called: Called, now: Asking): Promise<boolean> {
    const { callId, tool } = request.payload
    if (called.tool.idempotent !== true || !mayBeDone(request)) return false
    const question = before.questionOf.get(callId)
    const asked = question && [question.full, sizesOf(question.change)]
    if (!asked || firstDifference(asked, [escaped(now.action), sizesOf(now.change)]) !== null) return false
    const isSameKey = keys.loggedKeyOf({ callId, tool, input: called.input, parsed: now.input }) !== null
    return isSameKey && (await lateResultOf(request)) === null
  }

  async function lateResultOf(request: Request): Promise<string | null> {
    if (!mayBeDone(request)) return null
    const results = (await scope.late())
      .filter(({ type }) => type === 'ToolResult')
      .map(({ payload }) => payload as ToolCallRecord)
    const last = results.findLast(({ id }) => id === request.payload.callId)
    return last
      ? `a result of it came too late to count (${last.status}): ${JSON.stringify(last.output.slice(0, 200))}`
      : null
  }

  function withDoubt(outcome: ToolCallOutcome) {
    if (outcome.status !== 'refused') return outcome
    return { ...outcome, output: `${outcome.output} ${capitalised(maybeDone)}.`, inDoubt: true as const }
  }

  function reasonOf(request: Request, danger: string, late: string | null, key: string): string {
    if (mayBeDone(request)) return [danger, maybeDone, ...(late === null ? [] : [late])].join('; ')
    return scope.wasAllowed(key) ? `${danger}; ${doneInEarlierRun}` : danger
  }

  const isUnderWay = ({ id }: Request) => scope.unsure.has(id)

  return { ofRule, isUnderWay, mayBeDone, answerBefore, inputBefore, isRepeatable, lateResultOf, withDoubt, reasonOf }
}
