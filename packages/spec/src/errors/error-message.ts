/** The message of an error or of any other thrown value. Never throws. */
export function errorMessage(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.message || error.name)
    return String(error)
  } catch {
    return 'something without a message was thrown'
  }
}
