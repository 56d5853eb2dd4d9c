/** What JSON holds of a value, as a copy that nobody can change: made once, it can be handed to many. */
export function frozenJson<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => Object.freeze(part))
}
