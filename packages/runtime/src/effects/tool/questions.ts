import { escaped } from '@artoo/llm'
import { ArtooError, oneByOne, type Tool } from '@artoo/spec'
import { type ConfirmAnswer, decideAgain } from '@artoo/tools'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import { firstDifference } from '../../journal/first-difference.js'
import type { ConfirmRequest } from '../../people/people.js'
import type { RunScope } from '../../scope/run-scope.js'
import { withResolvers } from '../../time/with-resolvers.js'
import { type Answer, type AnsweredBefore, outweighs } from './answered-before.js'
import { type Asking, type Prospect, sideBySide, type TurnPlace } from './asked-ahead.js'
import type { CallDoubts } from './call-doubts.js'
import type { CallKeys } from './call-keys.js'
import { meaningOf, meaningOfInput } from './meaning-of.js'
import { outsideSources, purposeOf } from './question-about.js'
import { refusals } from './refusals.js'
import type { RunPermissions } from './run-permissions.js'
import type { ToolCallRecord } from './tool-contracts.js'
import type { Called, Made, Request, ToolPort } from './tool-port.js'

/** The questions about a run's calls, and their answers. */
export interface Questions {
  asker(request: Request, called: Called): Asker
  /** Puts the questions of one turn before a person. */
  askAll(prospects: readonly Prospect[]): Promise<void>
  /** Takes in an answer from the bus. */
  answered(answer: Answer): void
  /** Takes in a call that has ended: it may have brought text from outside. */
  note(record: ToolCallRecord): void
}

/** Asks about one call. */
interface Asker {
  /** Whether a person has answered about this very call, or has refused the same before. */
  readonly isAnswered: () => boolean
  readonly confirm: (asking: Asking) => Promise<boolean | ConfirmAnswer | typeof decideAgain>
  /** Asks before the call's turn, together with the others of the turn. */
  readonly foresee: (foresee: TurnPlace['foresee'], questionNow: () => Promise<Asking | null>) => Promise<void>
}

/** @throws {ArtooError} `invalid_answer`; an `Error` when there was no answer. */
function answerIn({ allowed, note, done, input, code }: Answer): ConfirmAnswer {
  const words = note ?? undefined
  if (allowed) return { allow: 'once', note: words, ...(input !== undefined && { input }) }
  if (code === 'invalid_answer') throw new ArtooError(code, note ?? 'it can’t be read')
  if (code !== undefined) throw new Error(words)
  return { allow: false, note: words, done }
}

type EarlierAnswer = Pick<Answer, 'callId' | 'allowed' | 'done'>

interface QuestionComponents {
  readonly tools: ReadonlyMap<string, Tool>
  readonly before: AnsweredBefore
  readonly doubts: CallDoubts
  readonly keys: CallKeys
  readonly permitted: RunPermissions
}

/** Asks over the bus, one question or one batch at a time. */
export function toolQuestions(
  port: ToolPort,
  scope: RunScope,
  { tools, before, doubts, keys, permitted }: QuestionComponents,
): Questions {
  const { signal, people } = scope
  const { mayBeDone, lateResultOf } = doubts
  const waiting = new Map<string, (answer: Answer) => void>()
  const answers = new Map<string, EarlierAnswer>()
  const refused = refusals(before)
  const cutting = <Result>(work: () => Result) => cuttingBeside(scope.redact)(work)
  const sources = cutting(() => outsideSources(scope.history))
  /** A person is asked one thing at a time. */
  const oneQuestion = oneByOne(signal)
  /** A call of a run that is about to end is never answered. */
  const theEnd = new Promise<never>(() => {})

  /** Waits for a person, which does not count as work under way. What a call does before and after does. */
  function idleUntil<Result>(requestId: string, answered: Promise<Result>): Promise<Result> {
    return answered.finally(scope.hold(requestId))
  }

  /** Asks when no other question is open. */
  function inTurn<Result>(requestId: string, ask: () => Promise<Result>): Promise<Result> {
    const goOn = scope.hold(requestId)
    return oneQuestion(() => {
      goOn()
      return ask()
    }).finally(goOn)
  }

  async function isOutdated(request: Request, { allowed }: Answer, late: string | null): Promise<boolean> {
    return allowed && (await lateResultOf(request)) !== late
  }

  function asker(request: Request, called: Called): Asker {
    const { id, payload } = request
    const { callId, key } = payload
    let known = doubts.answerBefore(request)
    let ahead: { readonly asking: Asking; readonly answer: Answer } | undefined

    /** Undefined where a yes for the task came meanwhile that covers the call. */
    async function ask(asking: Asking): Promise<Answer | undefined> {
      const { tool, target, input: parsed, action, reason: danger, change, ...shown } = asking
      const { input } = called
      const late = await lateResultOf(request)
      const meaning = meaningOf(tool, { input, parsed })
      const isUnsure = mayBeDone(request)
      const isAmended = !isUnsure && input !== payload.input
      // The yes that came with it was to what has not been done.
      if (isAmended && answers.get(meaning)?.callId === callId) answers.delete(meaning)
      const earlier = await earlierAnswer(meaning)
      const idempotencyKey = keys.keyOf({ callId, tool, input, parsed })
      const reason = doubts.reasonOf(request, danger, late, idempotencyKey)
      const asked = { tool, target, input, action, full: escaped(action), reason, change, earlier }
      const purpose = cutting(() => purposeOf(payload, scope.words(), scope.added()))
      const about = { ...shown, ...purpose, ...sources.named(), ...(isAmended && { amended: true as const }) }
      if (!isUnsure && !isAmended && isCoveredNow({ ...asked, ...about })) return undefined
      const question = { key, callId, ...asked, ...about, idempotencyKey }
      const answered = new Promise<Answer>((resolve) => waiting.set(callId, resolve))
      port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
      const answer = await idleUntil(id, answered)
      // A call that was allowed may soon be under way in the world: the log must know before it is.
      if (!(await scope.mayBegin())) return theEnd
      // A yes was given without knowledge of a result that came meanwhile.
      if (await isOutdated(request, answer, late)) return ask(asking)
      refused.note(question, answer)
      permitted.answered(question, answer)
      return answer
    }

    /** Whether a yes for the task covers the call, about which nothing else was answered that still holds. */
    function isCoveredNow(request: ConfirmRequest): boolean {
      const { allowed = true, input } = ahead?.answer ?? {}
      const isOpen = allowed && input === undefined && !refused.knows({ tool: payload.tool, input: called.input })
      if (!isOpen || !permitted.isGranted(request) || !people.mayBeCovered(request, callId)) return false
      ahead = undefined
      return true
    }

    function taken(answer: Answer): ConfirmAnswer {
      known = undefined
      if (answer.allowed && answer.input !== undefined) called.input = answer.input
      return answerIn(answer)
    }

    async function kept(asking: Asking, answer: Answer | undefined): Promise<ConfirmAnswer | typeof decideAgain> {
      if (!answer) return decideAgain
      await keep(answer, asking.tool, { input: called.input, parsed: asking.input })
      return taken(answer)
    }

    return {
      isAnswered: () =>
        known !== undefined ||
        ahead !== undefined ||
        people.hasAnswer(callId) ||
        refused.knows({ tool: payload.tool, input: called.input }),
      async confirm(asking) {
        if (await doubts.isRepeatable(request, called, asking)) return true
        if (known) return taken(known)
        if (ahead && firstDifference(ahead.asking, asking) === null) return kept(asking, ahead.answer)
        return inTurn(id, async () => standingNo(request, called, asking) ?? kept(asking, await ask(asking)))
      },
      foresee(foresee, questionNow) {
        const { promise: answered, resolve } = withResolvers<void>()
        // Idle until the other calls of its turn have come as far, and while these make their questions.
        let goOn = scope.hold(id)
        const prospect: Prospect = {
          callId,
          async question() {
            goOn()
            const asking = known || mayBeDone(request) ? null : await questionNow()
            goOn = scope.hold(id)
            return asking && standingNo(request, called, asking) === null ? asking : null
          },
          async put(asking) {
            goOn()
            const answer = await ask(asking)
            ahead = answer && { asking, answer }
            resolve()
          },
        }
        // A call doesn't wait for the answers to the others.
        return Promise.race([foresee(prospect), answered]).finally(() => goOn())
      },
    }
  }

  /** The questions are made when no other one is open: parallel work may have been allowed the same meanwhile. */
  async function askAll(prospects: readonly Prospect[]): Promise<void> {
    await oneQuestion(async () => {
      const asked = await sideBySide(prospects)
      if (asked.length < 2) return
      people.expect(asked.map(([{ callId }]) => callId))
      await Promise.all(asked.map(([prospect, asking]) => prospect.put(asking)))
    })
  }

  /**
   * The standing no to the same call; null when a person is asked. A call whose input a person gave, or of unknown
   * outcome, is asked about.
   */
  function standingNo(request: Request, { input }: Made, { tool, action, change }: Asking): ConfirmAnswer | null {
    if (mayBeDone(request) || input !== request.payload.input) return null
    const note = refused.standing({ tool, input, action, change })
    return note === null ? null : { allow: false, note }
  }

  async function earlierAnswer(meaning: string): Promise<EarlierAnswer | null> {
    const answer = answers.get(meaning) ?? (await before.byMeaning()).get(meaning)
    return answer ? { callId: answer.callId, allowed: answer.allowed, ...(answer.done && { done: true }) } : null
  }

  /** Takes in an answer, by the meaning of the call that it is about: that of a person's own input, when it gives one. */
  async function keep(answer: Answer, tool: string, asked: { input: unknown; parsed: unknown }): Promise<void> {
    const { callId, allowed, done, input } = answer
    const meaning = input === undefined ? meaningOf(tool, asked) : await meaningOfInput(tools, { tool, input })
    if (!outweighs(answer, (await earlierAnswer(meaning)) ?? undefined)) return
    answers.set(meaning, { callId, allowed, ...(done && { done }) })
  }

  return {
    asker,
    askAll,
    answered(answer) {
      waiting.get(answer.callId)?.(answer)
      waiting.delete(answer.callId)
    },
    note: (record) => cutting(() => sources.note(record)),
  }
}
