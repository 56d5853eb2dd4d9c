import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError } from './http-error.js'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the path's groups matched. */
  readonly parts: readonly string[]
  /** Aborts when the client has gone, or has to go. */
  readonly signal: AbortSignal
}

export interface Route {
  readonly method: string
  readonly path: RegExp
  handle(exchange: Exchange): Promise<void> | void
}

/** @throws {HttpError} 404 or 405. */
export function findRoute(
  routes: readonly Route[],
  { method, url = '' }: IncomingMessage,
): { readonly route: Route; readonly parts: readonly string[] } {
  const path = url.replace(/\?.*$/s, '')
  const there = routes.filter((route) => route.path.test(path))
  const route = there.find((candidate) => candidate.method === method)
  if (route) return { route, parts: decoded(route.path.exec(path)?.slice(1) ?? []) }
  if (there.length === 0) throw new HttpError(404, 'not_found', `there is nothing at ${path}`)
  const allow = there.map((candidate) => candidate.method).join(', ')
  throw new HttpError(405, 'method_not_allowed', `${path} takes ${allow}`, { headers: { allow } })
}

function decoded(parts: readonly string[]): string[] {
  try {
    return parts.map(decodeURIComponent)
  } catch {
    throw new HttpError(404, 'not_found', 'the path is not well encoded')
  }
}
