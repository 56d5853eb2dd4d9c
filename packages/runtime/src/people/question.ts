import type { Envelope, PayloadOf } from '@artoo/bus'
import type { HumanContracts } from './human-contracts.js'

type Asked = PayloadOf<HumanContracts<string>, 'ClarificationRequest'>
type Answers = PayloadOf<HumanContracts<string>, 'ClarificationAnswer'>['answers']

/** A question to a person. Its texts are safe to show on a terminal or a page. */
export interface Question {
  /** Given by the runtime. Unique in the run. */
  readonly id: string
  /** The question, or the access that is missing. */
  readonly question: string
  /** Answers to choose from. Another one may be given. */
  readonly choices?: readonly string[] | undefined
  /** `question`: to be answered in words. `access`: to be granted or refused. */
  readonly kind: 'question' | 'access'
  /** An empty answer is none. @defaultValue an empty answer means: go on with what you have */
  readonly required?: true | undefined
  /** Name of the role or tool that asks. */
  readonly from: string
  /** The part of the work that it is about, in words. */
  readonly subtask?: string | undefined
}

/** The questions of a `ClarificationRequest`, under their ids. */
export function questionsIn({ id, payload }: Pick<Envelope, 'id' | 'payload'>): readonly Question[] {
  const { requests } = payload as Asked
  return requests.map((request, index) => ({ id: `${id}.${index + 1}`, ...request }))
}

/** Position of a question among those that were asked with it, from 0. */
export function positionOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('.') + 1)) - 1
}

/**
 * All that a person said to the questions of a request, as one text; `by` is null when nobody answered. Answers to one question of
 * several stand after it, or after its number without `questions`: a "no" alone could be read as the answer to another one.
 */
export function saidIn(
  answers: Answers,
  questions: readonly string[] = [],
): { readonly answer: string; readonly by: string | null } {
  const named = (id: string) => questions[positionOf(id)] ?? `(to question ${positionOf(id) + 1})`
  const said = answers
    .filter(({ answer }) => answer.trim() !== '')
    .map(({ to, answer }) => (answers.length === 1 ? answer : `${to.map(named).join(' ')} ${answer}`))
  return { answer: said.join('\n'), by: answers.find(({ by }) => by !== null)?.by ?? null }
}
