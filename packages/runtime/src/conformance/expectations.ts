import { ArtooError } from '@artoo/spec'

export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** @throws {ArtooError} `conformance` when they differ as JSON. */
export function assertSame(actual: unknown, expected: unknown): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value) ?? 'nothing')
  if (found === wanted) return
  throw new ArtooError('conformance', `expected ${wanted?.slice(0, 500)}, found ${found?.slice(0, 500)}`)
}
