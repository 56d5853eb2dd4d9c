/** True for an error of the operating system with one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** For `catch`: the value in place of such an error. */
export function unlessErrno<Value>(instead: Value, ...codes: readonly string[]) {
  return (error: unknown): Value => {
    if (isErrno(error, ...codes)) return instead
    throw error
  }
}
