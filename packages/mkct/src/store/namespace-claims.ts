import { ArtooError, type Store } from '@artoo/spec'

const claims = new WeakMap<Store, Set<string>>()

/**
 * One writer per namespace of a store object: two would lose each other's counts. Returns the release.
 *
 * @throws {ArtooError} `namespace_in_use`
 */
export function claimNamespace(store: Store, namespace: string): () => void {
  const taken = claims.get(store) ?? new Set()
  claims.set(store, taken)
  if (taken.has(namespace)) {
    const message = `The namespace ${JSON.stringify(namespace)} of this store is open already; share that memory, or close it first.`
    throw new ArtooError('namespace_in_use', message, { field: 'namespace' })
  }
  taken.add(namespace)
  return () => void taken.delete(namespace)
}
