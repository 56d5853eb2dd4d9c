/** What went wrong, in words, for whatever was thrown. Never throws itself. */
export function errorMessage(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.message || error.name)
    return String(error)
  } catch {
    return 'something without a message was thrown'
  }
}
