import type { Envelope, PayloadOf } from '@artoo/bus'
import { ArtooError, type Clock, errorCode, errorMessage, isPlainData, oneByOne, within } from '@artoo/spec'
import {
  type ConfirmAnswer,
  isSameGrant,
  type ReadAnswer,
  readConfirmAnswer,
  type ConfirmRequest as ToolConfirmRequest,
} from '@artoo/tools'
import { firstDifference } from '../journal/first-difference.js'
import type { RunTime } from '../time/run-time.js'
import { clarifying } from './clarifying.js'
import type { HumanContracts } from './human-contracts.js'
import { type PersonRequest, personRequestsIn } from './person-requests.js'
import type { Question } from './question.js'
import { type ClarifyAnswers, unnamed } from './read-answers.js'
import type { RunContext } from './run-context.js'
import { together } from './together.js'

/**
 * A question about a call. `target`, `action`, `reason` and the diff are safe to show on a terminal or a page; `input`
 * is the call's own.
 */
export interface ConfirmRequest extends ToolConfirmRequest {
  /** The whole action as JSON, with an escape for each character that can't be seen. */
  readonly full: string
  /**
   * The last answer when the same call was asked about before in this run, the last yes or `done` if there was one: same tool and same
   * input as its schema reads it, in any order of fields.
   */
  readonly earlier: { readonly callId: string; readonly allowed: boolean; readonly done?: true | undefined } | null
  /** True when `input` is a person's own, given with the answer before: the tool declares another action for it. */
  readonly amended?: true | undefined
  /** The user's words, shortened. */
  readonly task?: string | undefined
  /** The part of the work that the call belongs to, in words. */
  readonly subtask?: string | undefined
  /** The model's words in the turn of the call: its own reason, which may be wrong. */
  readonly why?: string | undefined
  /** Reads of this run that brought text from outside, the last ones: `fetch https://example.com`. Such a text may have asked for the call. */
  readonly sources?: readonly string[] | undefined
}

/** The context of a callback that asks a person. */
export interface PersonContext {
  /** Aborts when the run ends or the person's time is up. */
  readonly signal: AbortSignal
  readonly taskId: string
  /** The run's `context`. */
  readonly context: unknown
}

export interface ConfirmContext extends PersonContext {
  /** The id of the tool call, as in the `ConfirmationRequest` of the log; unique in the run. */
  readonly callId: string
}

/**
 * Called before every tool call that is irreversible, or that experience warns of and is not a read. True, or `{ allow:
 * 'once' }`, authorises that call and no other. False, an error, an invalid answer (`invalid_answer`), or no answer
 * within `limits.personTimeoutMs` refuses it; it is not asked about again.
 */
export type Confirm = (
  request: ConfirmRequest,
  options: ConfirmContext,
) => boolean | ConfirmAnswer | Promise<boolean | ConfirmAnswer>

/** A question of several, by the id of its tool call. */
export interface IdentifiedRequest extends ConfirmRequest {
  readonly id: string
}

/**
 * Called with the calls of one turn at once, before the first of them is carried out; returns answers by id. Calls that
 * it leaves out are put before `confirm` one by one; without `confirm` they are refused. A call whose action has
 * changed when its turn comes is asked about again. An error, or an id that was not asked about (`invalid_answer`),
 * refuses them all.
 */
export type ConfirmAll = (
  requests: readonly IdentifiedRequest[],
  options: PersonContext,
) => Readonly<Record<string, boolean | ConfirmAnswer>> | Promise<Readonly<Record<string, boolean | ConfirmAnswer>>>

/**
 * Answers questions that only a person can decide, and grants or refuses an access: all at once, or each by its id. An
 * answer that can't be read (`invalid_answer`), or that looks like a secret (`secret_in_answer`), is not stored, and is
 * asked for once more with the problem.
 *
 * @example (requests) => Object.fromEntries(requests.map(({ id, question }) => [id, askTheUser(question)]))
 */
export type Clarify = (
  requests: readonly Question[],
  options: PersonContext,
) => ClarifyAnswers | Promise<ClarifyAnswers>

export interface PeopleComponents {
  readonly confirm?: Confirm | undefined
  readonly confirmAll?: ConfirmAll | undefined
  readonly clarify?: Clarify | undefined
  readonly taskId: string
  readonly context: RunContext
  readonly clock: Clock
  readonly time: Pick<RunTime, 'pause'>
  readonly timeoutMs: number
  /** Answers that were given while no process ran the task, by the id of the request. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  /** The events before the answers were given. */
  readonly history: readonly Envelope[]
  /** True when the run waits for an answer instead of refusing. */
  readonly waits: boolean
  /** The run's end. */
  readonly signal: AbortSignal
}

type Confirmation = Omit<PayloadOf<HumanContracts<string>, 'ConfirmationAnswer'>, 'callId'>
type Answers = PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>['answers']

/**
 * The people behind the host's callbacks. The run's clock stops while they are asked, and neither method ever rejects.
 * Null: there was no answer, and the run waits for one.
 */
export interface People {
  /** True when a call can be confirmed. */
  readonly mayConfirm: boolean
  /** True when the calls of a turn are best asked about before the first of them is carried out. */
  readonly asksTogether: boolean
  /** Whether an answer about the call was given while no process ran the task, and is not used yet. */
  hasAnswer(callId: string): boolean
  /** Drops a yes that was given when the call asked another question. @returns false when another answer is left. */
  mayBeCovered(request: ConfirmRequest, callId: string): boolean
  /** Says that the questions about these calls come side by side. */
  expect(callIds: readonly string[]): void
  confirm(request: ConfirmRequest, callId: string): Promise<Confirmation | null>
  /** `anew`: asks also the questions that were answered before in this run. */
  clarify(questions: readonly Question[], anew?: boolean): Promise<Answers | null>
}

export function people({
  confirm,
  confirmAll,
  clarify,
  taskId,
  context,
  clock,
  time,
  timeoutMs,
  answers = {},
  history,
  waits,
  signal,
}: PeopleComponents): People {
  /** An answer counts once: a later question under the same id is another one. */
  const given = new Map(Object.entries(answers))
  /** The calls that a batch left out are asked about one by one. */
  const oneQuestion = oneByOne(signal)
  /** True when a person did not answer in time: no person is waited for again in this run. */
  let isAway = false
  const askedBefore = given.size > 0 ? new Map(personRequestsIn(history).map((request) => [request.id, request])) : null

  async function ask<Answer>(question: (options: PersonContext) => Answer): Promise<Awaited<Answer>> {
    const goOn = time.pause()
    const limit = { clock, timeoutMs, code: 'person_timeout' }
    return await within(signal, limit, async (deadline) =>
      question({ signal: deadline.signal, taskId, context: context.value() }),
    ).finally(goOn)
  }

  async function answerTo(id: string, question: (options: PersonContext) => unknown): Promise<unknown> {
    const known = given.get(id)
    return given.delete(id) ? known : asked(question)
  }

  /** Undefined when there is no answer and the run shall wait. */
  async function asked(question: (options: PersonContext) => unknown): Promise<unknown> {
    if (isAway && waits) return undefined
    if (isAway) throw new Error('nobody answered an earlier question in time, so nobody is waited for again')
    try {
      return await ask(question)
    } catch (error) {
      isAway ||= errorCode(error) === 'person_timeout'
      if (waits && !signal.aborted) return undefined
      throw error
    }
  }

  const clarified = clarifying({
    ...{ history, context, waits },
    isAnybodyThere: clarify !== undefined || waits,
    takeGiven(questions) {
      const own = questions.flatMap(({ id }) => (given.has(id) ? [[id, given.get(id)] as const] : []))
      for (const [id] of own) given.delete(id)
      return own.length > 0 ? Object.fromEntries(own) : undefined
    },
    ask: (questions) => asked((options) => clarify?.(questions, options)),
  })

  const batches = together<ConfirmRequest>(async (questions) => {
    const requests = questions.map(([id, request]) => ({ ...request, id }))
    const answers: unknown = await asked((options) => confirmAll?.(requests, options))
    return answers === undefined && waits ? {} : byId(answers, requests)
  })

  /**
   * An answer that was given before, one of a batch, or one to this question alone. Undefined when there is no answer
   * and the run shall wait.
   */
  async function answerAbout(request: ConfirmRequest, callId: string): Promise<unknown> {
    if (given.has(callId)) batches.leave(callId)
    else if (confirmAll) {
      if (!confirm) batches.expect([callId])
      const answer = await batches.answerTo(callId, request)
      if (answer !== undefined) return answer
      if (!confirm && !waits) throw new Error('confirmAll left it out, and there is no confirm')
    }
    return oneQuestion(() => answerTo(callId, (options) => confirm?.(request, { ...options, callId })))
  }

  return {
    mayConfirm: (confirm ?? confirmAll) !== undefined || waits || given.size > 0,
    asksTogether: confirmAll !== undefined || (waits && !confirm),
    hasAnswer: (callId) => given.has(callId),
    mayBeCovered(request, callId) {
      const isLeft = given.has(callId)
      if (isLeft && (isSame(askedBefore?.get(callId), request) || !allowedBy(given.get(callId)))) return false
      given.delete(callId)
      batches.leave(callId)
      return true
    },
    expect: (callIds) => confirmAll && batches.expect(callIds),
    async confirm(request, callId) {
      // The world went on while nobody looked: who allowed to overwrite one text did not allow to overwrite another.
      const before = askedBefore?.get(callId)
      if (!isSame(before, request) && !coversBoth(given.get(callId), before, request)) given.delete(callId)
      try {
        const answer: unknown = await answerAbout(request, callId)
        if (answer === undefined && waits) return null
        const { allowed, allow, done, input, by, note } = readConfirmAnswer(answer)
        const scope = allow === 'task' || allow === 'always' ? { allow } : {}
        const rest = { ...scope, ...(done && { done }), ...(input !== undefined && { input }) }
        return { allowed, by: by ?? unnamed, note, ...rest }
      } catch (error) {
        const isRead = errorCode(error) !== 'invalid_answer'
        const [by, code] = isRead ? ([null, 'no_answer'] as const) : ([unnamed, 'invalid_answer'] as const)
        return { allowed: false, by, note: errorMessage(error), code }
      }
    },
    // One after the other, since the same question may be asked twice.
    clarify: (questions, anew) => oneQuestion(() => clarified.answersTo(questions, anew)).catch(() => null),
  }
}

/** @throws {ArtooError} `invalid_answer` for a value that is not a record of answers to these questions. */
function byId(answers: unknown, requests: readonly IdentifiedRequest[]): Readonly<Record<string, unknown>> {
  if (!isPlainData(answers) || typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    throw new ArtooError('invalid_answer', 'confirmAll returned no record of answers by id')
  }
  const stranger = Object.keys(answers).find((id) => !requests.some((request) => request.id === id))
  if (stranger === undefined) return { ...answers }
  throw new ArtooError('invalid_answer', `confirmAll answered ${stranger}, which it was not asked about`)
}

function isSame(asked: PersonRequest | undefined, request: ConfirmRequest): boolean {
  const { earlier: _now, task: _task, sources: _sources, ...now } = request
  if (asked?.kind !== 'confirm') return false
  const { id: _, kind: __, askedAt: ___, earlier: ____, task: _____, sources: ______, ...before } = asked
  return firstDifference(before, now) === null
}

/** Whether an answer is a yes for the task that was offered for the one question, and is offered for the other under the same rule. */
function coversBoth(answer: unknown, before: PersonRequest | undefined, now: ConfirmRequest): boolean {
  const allow = allowedBy(answer)?.allow
  const offers = before?.kind === 'confirm' ? before.offers : undefined
  const was = offers?.find((offer) => offer.allow === allow)
  return was !== undefined && (now.offers ?? []).some((offer) => offer.allow === allow && isSameGrant(offer, was))
}

/** A given answer that is a yes to the input as it was asked about. */
function allowedBy(answer: unknown): ReadAnswer | null {
  try {
    const read = readConfirmAnswer(answer)
    return read.allowed && read.input === undefined ? read : null
  } catch {
    return null
  }
}
