/** Of each kind, some of the cases in which it was seen. */
const seen = new Map<string, Set<number>>()
const names = new WeakMap<object, string>()
/** All of them would be too much over a long run. */
const mostCases = 100

/** A table of what hostile parts may do, each item a kind of its own. */
export function kinds<T>(table: string, items: readonly T[]): readonly T[] {
  names.set(items, table)
  for (const index of items.keys()) seen.set(`${table} ${index}`, new Set())
  return items
}

/** To be told of each choice, and by whose name it was made; a table that is not of kinds is passed over. */
export function take(items: readonly unknown[], index: number, { name }: { readonly name: string }): void {
  const table = names.get(items)
  const cases = table === undefined ? undefined : seen.get(`${table} ${index}`)
  if (cases && cases.size < mostCases) cases.add(Number(/:(\d+)/.exec(name)?.[1]))
}

/** Of each kind, by table and place in it, up to a hundred of the cases in which it was seen since this was last asked. */
export function kindsSeen(): ReadonlyMap<string, readonly number[]> {
  const all = new Map([...seen].map(([kind, cases]) => [kind, [...cases]]))
  for (const cases of seen.values()) cases.clear()
  return all
}
