type Fields = Readonly<Record<string, unknown>>

/** An object or a list. */
export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** An object that is no list. */
export const isRecord = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value)

/** True for an object whose prototype is null or an `Object.prototype`, of this realm or of another (a test runner's, an iframe's). */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The fields of an object that are not undefined. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
