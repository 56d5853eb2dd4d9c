import { ArtooError, isRecord } from '@artoo/spec'
import * as z from 'zod'
import type { Question } from './question.js'
import { looksLikeSecret } from './secret-in-words.js'

/** A person's words. Empty: go on with what you have, or no answer where one is required. */
export interface ClarifyAnswer {
  readonly answer: string
  readonly by?: string | undefined
}

/** A person's answer to the question for an access. */
export type AccessAnswer =
  | {
      readonly granted: true
      /** Merged into the run's context in memory alone: tools get it, and no journal and no model does. */
      readonly context?: Readonly<Record<string, unknown>> | undefined
      readonly by?: string | undefined
    }
  | {
      readonly granted: false
      /** The reason, for the model. */
      readonly note?: string | undefined
      readonly by?: string | undefined
    }

/** An answer to one question. */
export type QuestionAnswer = string | ClarifyAnswer | AccessAnswer

/** An answer to all questions at once, or answers by their ids. One that is left out is empty. */
export type ClarifyAnswers = string | ClarifyAnswer | AccessAnswer | Readonly<Record<string, QuestionAnswer>>

/** An answer in one shape. */
export interface ReadAnswer {
  readonly to: readonly string[]
  readonly answer: string
  readonly by: string
  readonly granted?: boolean
  readonly context?: Readonly<Record<string, unknown>>
  readonly note?: string
}

const by = z.string().optional()
const spoken = z.strictObject({ answer: z.string(), by })
const access = z.discriminatedUnion('granted', [
  z.strictObject({ granted: z.literal(true), context: z.unknown().optional(), by }),
  z.strictObject({ granted: z.literal(false), note: z.string().optional(), by }),
])

/** The name of the person when the answer doesn't give one. */
export const unnamed = 'host'

const forms = {
  question: 'a question is answered with a text, or { answer, by? }',
  access: 'an access is granted with { granted: true, context?, by? } or refused with { granted: false, note?, by? }',
} as const

/**
 * Answers as a person gave them, in one shape.
 *
 * @throws {ArtooError} `invalid_answer` for what can't be read, `secret_in_answer` for words that look like a secret; neither message
 * repeats what was given.
 */
export function readAnswers(questions: readonly Question[], given: unknown): readonly ReadAnswer[] {
  const isForAll = typeof given === 'string' || spoken.safeParse(given).success
  if (isForAll) return forAll(questions, given as string | ClarifyAnswer)
  const isOfOneKind = new Set(questions.map(({ kind }) => kind)).size === 1
  if (isOfOneKind && access.safeParse(given).success) return questions.map((question) => readAnswer(question, given))
  if (!isRecord(given)) throw invalid('the answer is neither a text nor a record by the ids of the questions')
  const stranger = Object.keys(given).find((id) => !questions.some((question) => question.id === id))
  if (stranger !== undefined) throw invalid('it answers a question that was not asked; answers stand under the ids')
  return questions.map((question) => readAnswer(question, Object.hasOwn(given, question.id) ? given[question.id] : ''))
}

/** The answer to one question. @throws as `readAnswers` does */
export function readAnswer(question: Question, given: unknown): ReadAnswer {
  const { id, kind } = question
  const words = typeof given === 'string' ? { answer: given } : spoken.safeParse(given).data
  if (words) {
    const { answer, by } = words
    assertNoSecret(question, answer, by)
    if (kind === 'question') return { to: [id], answer, by: by || unnamed }
    if (answer.trim() !== '') throw invalid(`words are no answer to the question for an access: ${forms.access}`)
    return { to: [id], answer: '', by: by || unnamed, granted: false }
  }
  const { data } = access.safeParse(given)
  if (kind !== 'access' || !data) throw invalid(forms[kind])
  if (!data.granted) {
    const { note, by } = data
    assertNoSecret(question, note, by)
    return { to: [id], answer: '', by: by || unnamed, granted: false, ...(note && { note }) }
  }
  const { context, by } = data
  assertNoSecret(question, by)
  if (context !== undefined && !isRecord(context)) throw invalid('"context" is an object with a field for each secret')
  return { to: [id], answer: '', by: by || unnamed, granted: true, ...(context && { context }) }
}

function forAll(questions: readonly Question[], given: string | ClarifyAnswer): readonly ReadAnswer[] {
  const read = questions.map((question) => readAnswer(question, given))
  const inWords = read.filter(({ granted }) => granted === undefined)
  const [first] = inWords
  const one = first ? [{ ...first, to: inWords.flatMap(({ to }) => to) }] : []
  return [...one, ...read.filter(({ granted }) => granted !== undefined)]
}

function assertNoSecret({ question, choices = [] }: Question, ...texts: readonly (string | undefined)[]): void {
  const isSecret = (text: string) => !choices.includes(text) && looksLikeSecret(text, question)
  if (!texts.some((text) => text !== undefined && isSecret(text))) return
  const way =
    'give it as { granted: true, context: { name: value } } where an access is asked for, or in the context of the run; never in words'
  throw new ArtooError('secret_in_answer', `the answer looks like a secret and was not kept: ${way}`)
}

const invalid = (problem: string) => new ArtooError('invalid_answer', problem)
