import type { Envelope, PayloadOf } from '@artoo/bus'
import { errorCode, errorMessage } from '@artoo/spec'
import type { HumanContracts } from './human-contracts.js'
import { type Question, questionsIn } from './question.js'
import { type ReadAnswer, readAnswers } from './read-answers.js'
import type { RunContext } from './run-context.js'

type Answered = PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>['answers'][number]

interface Components {
  /** The events before, with the answers given then. */
  readonly history: readonly Envelope[]
  readonly context: RunContext
  /** There is a callback, or somebody is waited for. */
  readonly isAnybodyThere: boolean
  /** Answers that were given while no process ran the task. One counts once. */
  takeGiven(questions: readonly Question[]): unknown
  /** Puts questions before the person. Undefined when nobody answers and the run shall wait. */
  ask(questions: readonly Question[]): Promise<unknown>
  /** A run that may wait waits on after an unreadable answer. */
  readonly waits: boolean
}

/** Asks a person questions, each once in a run unless it is asked anew. */
export interface Clarifying {
  /** Null: nobody answered, and the run waits. Never rejects. */
  answersTo(questions: readonly Question[], anew?: boolean): Promise<Answered[] | null>
}

export function clarifying({ history, context, isAnybodyThere, takeGiven, ask, waits }: Components): Clarifying {
  const known = answersIn(history)

  function granted({ context: given, ...answer }: ReadAnswer): Answered {
    return { ...answer, to: [...answer.to], ...(given && { keys: [...context.grant(given)] }) }
  }

  /** The answers that a person gave, or why there are none. */
  async function attempt(questions: readonly Question[], give: () => unknown): Promise<Answered[] | Refusal> {
    try {
      const answer = await give()
      return answer === undefined && waits ? { code: 'no_answer' } : readAnswers(questions, answer).map(granted)
    } catch (error) {
      return { code: codeOf(error), note: errorMessage(error) }
    }
  }

  /** An answer that can't be taken, or is required and empty, is asked for once more, with the problem. */
  async function asked(questions: readonly Question[]): Promise<Answered[] | null> {
    const given = takeGiven(questions)
    if (given === undefined && !isAnybodyThere) return unanswered(questions, { code: 'no_answer' })
    const first = parted(questions, await attempt(questions, () => given ?? ask(questions)))
    const { left, refusal } = first
    // An empty answer that was given while no process ran the task says that there is none.
    const isFinal = refusal === empty ? given !== undefined : refusal?.code === 'no_answer'
    if (refusal === null || isFinal) return settled(first)
    const second = parted(left, await attempt(left, () => ask(withProblem(left, refusal))))
    return settled({ ...second, taken: [...first.taken, ...second.taken] })
  }

  function settled({ taken, left, refusal }: Parted): Answered[] | null {
    if (refusal === null) return [...taken]
    return waits && refusal !== empty ? null : [...taken, ...unanswered(left, refusal)]
  }

  return {
    async answersTo(questions, anew = false) {
      if (anew) return asked(questions)
      const before = questions.flatMap((question): Answered[] => {
        const answer = known.get(wordsOf(question))
        return answer && !isEmpty(question, answer) ? [{ ...answer, to: [question.id] }] : []
      })
      const open = questions.filter(({ id }) => !before.some(({ to }) => to.includes(id)))
      if (open.length === 0) return before
      const fresh = await asked(open)
      if (!fresh) return null
      note(known, open, fresh)
      return [...before, ...fresh]
    },
  }
}

/** The same words are the same question. */
const wordsOf = ({ kind, question }: Pick<Question, 'kind' | 'question'>) =>
  `${kind} ${question.trim().toLowerCase().replace(/\s+/g, ' ')}`

const withProblem = (questions: readonly Question[], { note }: Refusal) =>
  questions.map((question) => ({ ...question, question: `(${note})\n${question.question}` }))

const isEmpty = ({ required }: Question, { answer, granted }: Answered) =>
  required === true && granted === undefined && answer.trim() === ''

const empty: Refusal = { code: 'no_answer', note: 'it needs an answer; to leave it to the agent, say so in words' }

interface Parted {
  readonly taken: readonly Answered[]
  /** Questions without an answer that can be taken. */
  readonly left: readonly Question[]
  /** The problem with those; null when there are none. */
  readonly refusal: Refusal | null
}

function parted(questions: readonly Question[], given: readonly Answered[] | Refusal): Parted {
  if ('code' in given) return { taken: [], left: questions, refusal: given }
  const isLeft = (question: Question) =>
    given.some((answer) => answer.to.includes(question.id) && isEmpty(question, answer))
  const left = questions.filter(isLeft)
  const taken = given.flatMap((answer) => {
    const to = answer.to.filter((id) => !left.some((question) => question.id === id))
    return to.length > 0 ? [{ ...answer, to }] : []
  })
  return { taken, left, refusal: left.length > 0 ? empty : null }
}

function answersIn(history: readonly Envelope[]): Map<string, Answered> {
  const known = new Map<string, Answered>()
  const requests = new Map<string, readonly Question[]>()
  for (const event of history) {
    if (event.type === 'ClarificationRequest') requests.set(event.id, questionsIn(event))
    const questions = event.causationId === null ? undefined : requests.get(event.causationId)
    if (event.type !== 'ClarificationAnswer' || !questions) continue
    note(known, questions, (event.payload as PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>).answers)
  }
  return known
}

function note(known: Map<string, Answered>, questions: readonly Question[], answers: readonly Answered[]): void {
  for (const question of questions) {
    const answer = answers.find(({ to, code }) => to.includes(question.id) && code === undefined)
    if (answer && !known.has(wordsOf(question))) known.set(wordsOf(question), answer)
  }
}

interface Refusal {
  readonly code: NonNullable<Answered['code']>
  readonly note?: string
}

function unanswered(questions: readonly Question[], refusal: Refusal): Answered[] {
  return questions.map(({ id, kind }) => ({
    to: [id],
    answer: '',
    by: null,
    ...(kind === 'access' && { granted: false }),
    ...refusal,
  }))
}

function codeOf(error: unknown): Refusal['code'] {
  const code = errorCode(error)
  return code === 'invalid_answer' || code === 'secret_in_answer' ? code : 'no_answer'
}
