import type { PayloadOf } from '@artoo/bus'
import { positionOf } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { ArtooContracts, Outgoing } from '../messages/contracts.js'
import type { Clarification, Need } from '../messages/need.js'
import type { ModelNeed } from '../messages/outputs.js'
import { oneLine } from '../prompts/one-line.js'
import { fitted } from '../prompts/room.js'

/** Rounds of questions of a planner in a task, and of an executor in a subtask. */
export const mostRounds = 2

/** Characters of one question, and of one choice. */
const longestQuestion = 1_000
const longestChoice = 200

/** The share of the room for a conversation that the answers of one round may take. */
const shareOfRound = 1 / 16

/** The questions of a model, fit to be shown to a person. */
export function needsOf(given: readonly ModelNeed[] | null | undefined): readonly Need[] {
  return (given ?? []).map((need): Need => {
    if ('access' in need) return { kind: 'access', question: oneLine(need.access, longestQuestion) || '?' }
    const choices = (need.choices ?? [])
      .map((choice) => oneLine(choice, longestChoice))
      .filter((choice) => choice !== '')
    return {
      kind: 'question',
      question: oneLine(need.question, longestQuestion) || '?',
      ...(choices.length > 0 && { choices }),
    }
  })
}

interface Asker {
  readonly from: 'perceiver' | 'planner' | 'executor'
  /** Comes back with the answer. */
  readonly key?: string
  /** The part of the work that it is about. */
  readonly subtask?: string
}

export function questionFor(
  needs: readonly Need[],
  { from, key, subtask }: Asker,
): Extract<Outgoing<'R1' | 'R2' | 'R3'>, { type: 'ClarificationRequest' }> {
  const about = subtask === undefined ? {} : { subtask: oneLine(subtask, longestChoice) }
  const requests = needs.map((need) => {
    // Before anybody has looked, the work can begin without an answer.
    const isRequired = from !== 'perceiver' && need.kind === 'question'
    return { ...need, ...(isRequired && { required: true as const }), from, ...about }
  })
  return { type: 'ClarificationRequest', to: 'host', payload: { ...(key !== undefined && { key }), requests } }
}

export interface Heard {
  readonly clarifications: readonly Clarification[]
  /** Questions without an answer: nobody gave one, or none that can be taken. */
  readonly open: readonly Need[]
  /** The first access that was refused, as a refusal of a call is told. */
  readonly refusal: string | null
}

export function heardOf(
  needs: readonly Need[],
  answers: PayloadOf<ArtooContracts, 'ClarificationAnswer'>['answers'],
  room: number,
): Heard {
  const asked = (to: readonly string[]) => to.flatMap((id) => needs[positionOf(id)] ?? [])
  const given = answers.filter(({ code }) => code === undefined)
  const clarifications = given.map(({ to, answer, granted, keys, note }) => {
    const questions = asked(to).map(({ question }) => question)
    return fitted(
      { questions, answer: granted === undefined ? answer : accessText(granted, keys, note) },
      room * shareOfRound,
    )
  })
  const no = given.find(({ granted }) => granted === false)
  const refused = no && asked(no.to)[0]
  const why = no?.note ? `: ${oneLine(no.note, longestQuestion)}` : ''
  return {
    clarifications,
    open: answers.flatMap(({ to, code }) => (code === undefined ? [] : asked(to))),
    refusal: refused ? `[LAW1] refused: access to ${refused.question} was asked for and not granted${why}.` : null,
  }
}

const refusedAccess = 'access was refused'

/** Whether a person refused an access. */
export const isAccessRefused = ({ answer, added }: Clarification): boolean =>
  added === undefined && answer.startsWith(refusedAccess)

function accessText(granted: boolean, keys: readonly string[] = [], note = ''): string {
  if (!granted) return `${refusedAccess}${note && `: ${note}`}`
  return keys.length > 0 ? `access was granted; the tools have: ${keys.join(', ')}` : 'access was granted'
}

/** The answers, for the model that asked. */
export function answersText(clarifications: readonly Clarification[]): Message & { readonly role: 'user' } {
  const goOn = [
    'Go on from where you were.',
    clarifications.some(isAccessRefused) && 'A refused access stays refused in this task.',
  ]
  return {
    role: 'user',
    content: `${JSON.stringify({ answers: clarifications }, null, 1)}\n${goOn.filter(Boolean).join(' ')}`,
  }
}

export const noMoreQuestions: Message & { readonly role: 'user' } = {
  role: 'user',
  content: 'Nothing more can be asked. Go on with what you have, and say what is left open.',
}

/** The answers, each once: parts of the work that were told the same report it each. */
export function eachOnce(clarifications: readonly Clarification[]): readonly Clarification[] {
  const known = new Map(clarifications.map((one) => [JSON.stringify(one), one]))
  return [...known.values()]
}
