import type { ServerResponse } from 'node:http'
import { ArtooError } from '@artoo/sdk'

export interface HttpErrorOptions {
  /** The part of the request that is wrong. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that gets no more than `{ error: { code, message, field } }`. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, { field, headers = {} }: HttpErrorOptions = {}) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
    this.headers = headers
  }
}

/** The errors of artoo that are the client's to hear; any other is ours. */
const statusByCode: Readonly<Record<string, number>> = {
  ...{ invalid_input: 400, task_ended: 409, no_journal: 409 },
  closed: 503,
}

function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const status = ArtooError.isInstance(error) ? statusByCode[error.code] : undefined
  if (ArtooError.isInstance(error) && status !== undefined) {
    return new HttpError(status, error.code, error.message, error.field === undefined ? {} : { field: error.field })
  }
  console.error(error)
  return new HttpError(500, 'internal_error', 'something went wrong here; the log of the server says what')
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(`${JSON.stringify(value)}\n`)
}

export function sendError(response: ServerResponse, thrown: unknown): void {
  if (response.destroyed) return
  const { status, code, message, field, headers } = httpErrorOf(thrown)
  // In the middle of a stream a broken connection is all that is left to say it with.
  if (response.headersSent) response.destroy()
  else sendJson(response, status, { error: { code, message, field } }, headers)
}
