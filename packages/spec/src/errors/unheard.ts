/** Takes a value that should not be a promise: if it is one, its failure must not end the process. */
export function unheard(value: unknown): void {
  if (Object(value) === value) Promise.resolve(value).catch(() => {})
}
