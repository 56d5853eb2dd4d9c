import type { PayloadOf } from '@artoo/bus'
import { type Clock, deadlineFor, errorMessage } from '@artoo/spec'
import type { ConfirmRequest as ToolConfirmRequest } from '@artoo/tools'
import type { RunTime } from '../../run/run-time.js'
import type { HumanContracts } from './human-contracts.js'

export interface ConfirmRequest extends ToolConfirmRequest {
  /**
   * The last answer when the same call was asked about before in this run, the last yes if there was one: same tool and same input
   * as its schema reads it, whatever the order of fields.
   */
  readonly earlier: { readonly callId: string; readonly allowed: boolean } | null
}

/** What a callback that asks a person is told beside the question. */
export interface PersonContext {
  /** Aborts when the run ends or the person's time is up. */
  readonly signal: AbortSignal
  readonly taskId: string
  /** The run's `context`. */
  readonly context: unknown
}

export interface ConfirmContext extends PersonContext {
  /** Of the tool call, as in the `ConfirmationRequest` of the log; unique in the run. */
  readonly callId: string
}

/** `by` is who answered, for the log. */
export interface ConfirmAnswer {
  readonly allow: boolean
  readonly by?: string | undefined
}

/**
 * Asked before every tool call that is irreversible, or that experience warns of and is no read. True, or `{ allow: true }`,
 * authorises that call and no other; anything else, a throw, or no answer within `limits.personTimeoutMs` refuses it.
 */
export type Confirm = (
  request: ConfirmRequest,
  options: ConfirmContext,
) => boolean | ConfirmAnswer | Promise<boolean | ConfirmAnswer>

export interface ClarifyAnswer {
  readonly answer: string
  readonly by?: string | undefined
}

/** Answers the perceiver's questions. An empty answer means: go on with what you have. */
export type Clarify = (
  questions: readonly string[],
  options: PersonContext,
) => string | ClarifyAnswer | Promise<string | ClarifyAnswer>

export interface PeopleComponents {
  readonly confirm?: Confirm | undefined
  readonly clarify?: Clarify | undefined
  readonly taskId: string
  readonly context?: unknown
  readonly clock: Clock
  readonly time: RunTime
  readonly timeoutMs: number
  /** The run's end. */
  readonly signal: AbortSignal
}

type Confirmation = Omit<PayloadOf<HumanContracts<string>, 'ConfirmationAnswer'>, 'callId'>
type Clarification = PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>

/** The people behind the host's callbacks. Asking them stops the run's clock; neither method ever rejects. */
export interface People {
  /** There is somebody to ask. */
  readonly mayConfirm: boolean
  confirm(request: ConfirmRequest, callId: string): Promise<Confirmation>
  clarify(questions: readonly string[]): Promise<Clarification>
}

/** Who answered when the callback doesn't say. */
const unnamed = 'host'

export function people({
  confirm,
  clarify,
  taskId,
  context,
  clock,
  time,
  timeoutMs,
  signal,
}: PeopleComponents): People {
  async function ask<Answer>(question: (options: PersonContext) => Answer): Promise<Awaited<Answer>> {
    const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'person_timeout' })
    const goOn = time.pause()
    try {
      return await deadline.race(async () => question({ signal: deadline.signal, taskId, context }))
    } finally {
      goOn()
      deadline.release()
    }
  }

  return {
    mayConfirm: confirm !== undefined,
    async confirm(request, callId) {
      try {
        const answer: unknown = await ask((options) => confirm?.(request, { ...options, callId }))
        const { allow, by } = named(answer, 'allow')
        return { allowed: allow === true, by, note: null }
      } catch (error) {
        return { allowed: false, by: null, note: errorMessage(error) }
      }
    },
    async clarify(questions) {
      if (!clarify) return { answer: '', by: null }
      try {
        const { answer, by } = named(await ask((options) => clarify(questions, options)), 'answer')
        return typeof answer === 'string' ? { answer, by } : { answer: '', by: null }
      } catch {
        return { answer: '', by: null }
      }
    },
  }
}

/** A bare answer, or one with its author. */
function named<Field extends string>(
  answer: unknown,
  field: Field,
): { readonly by: string } & { readonly [F in Field]: unknown } {
  const fields: Readonly<Record<string, unknown>> =
    typeof answer === 'object' && answer !== null ? { ...answer } : { [field]: answer }
  const { by } = fields
  return { [field]: fields[field], by: typeof by === 'string' && by !== '' ? by : unnamed } as never
}
