import type { ModelRequest } from '@artoo/spec'

/** Either a structured answer or one tool call. */
export type Turn =
  | { readonly json: unknown }
  | { readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } }

export type Data = Readonly<Record<string, unknown>>

/** The data of a request: the JSON object in its first user message; empty when there is none. */
export function dataOf(request: ModelRequest): Data {
  const message = request.messages.find((candidate) => candidate.role === 'user')
  const data = jsonIn(message?.content ?? '')
  return isData(data) ? data : {}
}

/** Parsed JSON; null when it is none. */
export function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function list(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter(isData) : []
}
