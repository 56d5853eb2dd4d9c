/** Whether an error is one of the operating system with one of these codes. Test runners give a test an `Error` of its own, so the class says little. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(String(Object(error).code))
}

/** A handler for `catch`: returns the value in place of such an error, and throws any other. */
export function unlessErrno<Value>(instead: Value, ...codes: readonly string[]) {
  return (error: unknown): Value => {
    if (isErrno(error, ...codes)) return instead
    throw error
  }
}
