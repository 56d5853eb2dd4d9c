import type { ModelRequest } from '@artoo/spec'

export type Data = Readonly<Record<string, unknown>>

/** The JSON object in the first user message; empty when there is none. */
export function dataOf({ messages }: ModelRequest): Data {
  return dataIn(messages.find(({ role }) => role === 'user')?.content ?? '')
}

export function dataIn(content: string): Data {
  try {
    const value: unknown = JSON.parse(content)
    return isData(value) ? value : {}
  } catch {
    return {}
  }
}

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objects = (value: unknown): readonly Data[] => list(value).filter(isData)

export const texts = (value: unknown): readonly string[] => list(value).map(text)
