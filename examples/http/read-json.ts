import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.js'

/**
 * The JSON object in a request's body.
 *
 * @throws {HttpError} 415, 413 or 400.
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Readonly<Record<string, unknown>>> {
  // Pages of other sites may send text unasked, but JSON only after a preflight that nobody here answers.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(415, 'unsupported_media_type', 'send the content type application/json')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  // Too much is read to its end and forgotten: an answer in the middle of an upload often gets lost.
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes) throw new HttpError(413, 'body_too_large', `send at most ${maxBytes} bytes`)
  const body = parsed(Buffer.concat(chunks))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new HttpError(400, 'invalid_json', 'send a JSON object')
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'invalid_json', 'the body is no JSON in UTF-8')
  }
}
