import { errorMessage } from '@artoo/spec'
import type { ToolCallOutcome } from './tool-call.js'

/** Shortens a text for the model, to a limit in bytes. */
export type Cut = (text: string, limitBytes?: number) => string

/** Bytes of one output that are kept beside what the model sees. */
const mostKept = 1_048_576

export function outputOf(cut: Cut, text: string, limitBytes?: number): Pick<ToolCallOutcome, 'output' | 'fullOutput'> {
  const output = cut(text, limitBytes)
  return { output, fullOutput: output === text ? null : cut(text, mostKept) }
}

/** The message of an error, cut. When the cut fails, its own message takes the place: no part of the other is kept. */
export function messageOf(cut: Cut, message: string): Pick<ToolCallOutcome, 'output' | 'fullOutput'> {
  try {
    return outputOf(cut, message)
  } catch (error) {
    return { output: errorMessage(error), fullOutput: null }
  }
}
