import { ArtooError } from '@artoo/spec'

/** @throws {ArtooError} `duplicate_name` when two share one. */
export function byName<T extends { readonly name: string }>(
  field: string,
  items: readonly T[] = [],
): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(item.name)) throw new ArtooError('duplicate_name', `${field} has two named ${item.name}`, { field })
    map.set(item.name, item)
  }
  return map
}
