/** A deeply frozen copy of a value, with the parts of it that JSON holds. It is made once and can be shared. */
export function frozenJson<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => Object.freeze(part))
}
