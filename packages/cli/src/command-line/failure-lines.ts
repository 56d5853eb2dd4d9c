import { someLines } from '@artoo/llm'
import { ArtooError, errorMessage } from '@artoo/spec'
import { exitCodes } from '../call/exit-codes.js'

/** The lines for an error that ends a command, and the exit code. An error of ours says what to do; any other one shows its stack. */
export function failureLines(error: unknown): { readonly lines: readonly string[]; readonly exitCode: number } {
  if (ArtooError.isInstance(error)) {
    return { lines: [`artoo: ${someLines(error.message)} (${error.code})`], exitCode: exitCodes.usage[0] }
  }
  const stack = error instanceof Error && error.stack ? error.stack : errorMessage(error)
  return {
    lines: [`artoo: an unexpected error; please report it with these lines`, someLines(stack)],
    exitCode: exitCodes.failed[0],
  }
}
