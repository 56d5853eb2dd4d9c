import { ArtooError, errorCode, errorMessage } from '@artoo/spec'
import type { PersonRequest } from './person-requests.js'
import { readAnswer } from './read-answers.js'

/**
 * Reads answers to the open requests of a run before anything is written: an answer that looks like a secret is not stored.
 *
 * @throws {ArtooError} `unknown_request`, `invalid_answer`, `secret_in_answer`.
 */
export function assertAnswers(
  taskId: string,
  requests: readonly PersonRequest[],
  answers: Readonly<Record<string, unknown>> = {},
): void {
  const open = requests.map(({ id }) => id)
  for (const [id, answer] of Object.entries(answers)) {
    const field = `answers.${id}`
    const request = requests.find((one) => one.id === id)
    if (!request) {
      const there = open.length > 0 ? `it waits for ${open.join(', ')}` : 'it waits for nobody'
      throw new ArtooError('unknown_request', `${taskId} has no open request ${id}: ${there}`, { field })
    }
    if (request.kind === 'confirm') continue
    readWith(field, () => readAnswer(request, answer))
    // Questions that were asked together are answered together.
    const left = open.find((other) => batchOf(other) === batchOf(id) && !Object.hasOwn(answers, other))
    if (left === undefined) continue
    throw new ArtooError(
      'invalid_answer',
      `${left} was asked with ${id}: answer both; '' means that there is no answer`,
      {
        field: `answers.${left}`,
      },
    )
  }
}

const batchOf = (id: string) => id.slice(0, id.lastIndexOf('.'))

function readWith(field: string, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    throw new ArtooError(errorCode(error) ?? 'invalid_answer', errorMessage(error), { field })
  }
}
