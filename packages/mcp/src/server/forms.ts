import type { PersonAnswer } from '@artoo/runtime'
import type { PersonRequest } from '@artoo/sdk'
import { type InputRequest, type InputRequests, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { askedIn } from './outcome.js'

/** The forms for the open requests of a task, by their ids. */
export function formsFor(requests: readonly PersonRequest[]): InputRequests {
  return Object.fromEntries(requests.map((request) => [request.id, formFor(request)]))
}

type Schema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

function formFor(request: PersonRequest): InputRequest {
  return inputRequired.elicit({ message: askedIn(request), requestedSchema: schemaFor(request) })
}

const note = {
  type: 'string',
  title: 'Note',
  description: 'For the agent: a reason, or what it should do instead',
} as const

function schemaFor(request: PersonRequest): Schema {
  if (request.kind === 'confirm') {
    const allow = { type: 'boolean', title: 'Allow', description: 'This call, once' } as const
    return { type: 'object', properties: { allow, note }, required: ['allow'] }
  }
  if (request.kind === 'access') {
    const granted = { type: 'boolean', title: 'Granted', description: 'You have given the access' } as const
    return { type: 'object', properties: { granted, note }, required: ['granted'] }
  }
  const { choices = [], required } = request
  if (choices.length === 0) {
    const answer = { type: 'string', title: 'Answer' } as const
    return { type: 'object', properties: { answer }, required: required ? ['answer'] : [] }
  }
  const answer = { type: 'string', title: 'Answer', enum: [...new Set(choices)] }
  const other = { type: 'string', title: 'Another answer' } as const
  return { type: 'object', properties: { answer, other }, required: [] } as Schema
}

/** Answers that forms were returned with; a form that was put away without an answer leaves its request open. */
export interface FormAnswers {
  readonly answers: Readonly<Record<string, PersonAnswer>>
  /** Ids of requests that a person was asked about and left open. */
  readonly left: ReadonlySet<string>
}

/** The responses are the client's words: what is no answer to its form is none. */
export function answersFrom(
  requests: readonly PersonRequest[],
  responses: Record<string, unknown> | undefined,
  by: string,
): FormAnswers {
  const read = new Map(requests.map((request) => [request.id, answerFrom(request, responses, by)]))
  const isLeft = (id: string) => read.get(id) === undefined
  // Questions that were asked together are answered together.
  const left = requests.filter(({ id, kind }) => {
    if (kind === 'confirm') return isLeft(id)
    return requests.some((other) => other.kind !== 'confirm' && batchOf(other.id) === batchOf(id) && isLeft(other.id))
  })
  const leftIds = new Set(left.map(({ id }) => id))
  const answers = [...read].filter(([id]) => !leftIds.has(id))
  return { answers: Object.fromEntries(answers) as Record<string, PersonAnswer>, left: leftIds }
}

const batchOf = (id: string) => id.slice(0, id.lastIndexOf('.'))

type Content = Readonly<Record<string, unknown>> | null

/** Undefined for a form that was put away, or whose content is no answer. A refused form is a no. */
function answerFrom(
  { id, kind }: PersonRequest,
  responses: Record<string, unknown> | undefined,
  by: string,
): PersonAnswer | undefined {
  const response = inputResponse(responses, id)
  if (response.kind !== 'elicit' || response.action === 'cancel') return undefined
  return answerIn[kind](response.action === 'accept' ? (response.content ?? {}) : null, by)
}

const answerIn: Readonly<Record<PersonRequest['kind'], (content: Content, by: string) => PersonAnswer | undefined>> = {
  confirm(content, by) {
    if (content === null) return { allow: false, by }
    const { allow } = content
    return typeof allow === 'boolean' ? { allow: allow ? 'once' : false, ...noteIn(content), by } : undefined
  },
  access(content, by) {
    if (content === null) return { granted: false, by }
    const { granted } = content
    if (typeof granted !== 'boolean') return undefined
    return granted ? { granted, by } : { granted, ...noteIn(content), by }
  },
  question(content, by) {
    const words = [content?.other, content?.answer].find((text) => typeof text === 'string' && text.trim() !== '')
    return { answer: String(words ?? ''), by }
  },
}

const noteIn = ({ note }: Readonly<Record<string, unknown>>) =>
  typeof note === 'string' && note.trim() !== '' ? { note } : {}
