import { ArtooError, isRecord } from '@artoo/spec'
import { readConfirmAnswer } from '@artoo/tools'
import { assertAnswers } from '../people/assert-answers.js'
import type { Job } from './job-queue.js'

/**
 * Reads answers to the requests of a job before the queue stores them. The queue itself refuses those to a job that doesn't wait.
 *
 * @throws {ArtooError} `invalid_option` for what is not a record; `unknown_request`, `invalid_answer`, `secret_in_answer` as for a run;
 * `unsupported_option` for an access granted with its `context`, which is kept nowhere.
 */
export function assertCarriedAnswers(job: Job | null, answers: unknown): void {
  if (!isRecord(answers)) {
    throw new ArtooError('invalid_option', 'answers must be a record by the ids of the requests', { field: 'answers' })
  }
  if (job?.state !== 'waiting') return
  const { taskId, requests } = job
  assertAnswers(taskId, requests, answers)
  for (const { id, kind } of requests) {
    const answer = answers[id]
    if (answer === undefined) continue
    if (kind === 'confirm') readConfirmAnswer(answer)
    else if (Object(answer).context !== undefined) throw notCarried(id)
  }
}

function notCarried(id: string): ArtooError {
  const remedy = "answer { granted: true } and return the secret from the worker's context"
  const message = `a context with secrets is not kept in a queue: ${remedy}`
  return new ArtooError('unsupported_option', message, { field: `answers.${id}.context` })
}
