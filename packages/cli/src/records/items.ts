type Some<Item> = Iterable<Item> | AsyncIterable<Item>

export async function allOf<Item>(items: Some<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export async function* eachOf<Item>(items: Some<Item>): AsyncGenerator<Item> {
  yield* items
}
