type Some<Item> = Iterable<Item> | AsyncIterable<Item>

export async function allOf<Item>(items: Some<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export async function* eachOf<Item>(items: Some<Item>): AsyncGenerator<Item> {
  yield* items
}

/** The last items; no more than those are held at a time. */
export async function lastOf<Item>(items: Some<Item>, most: number): Promise<readonly Item[]> {
  const last: Item[] = []
  for await (const item of items) if (last.push(item) > most) last.shift()
  return last
}
