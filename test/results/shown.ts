import type { FinalResult } from '@artoo/sdk'

/** The text that a user reads when a task has ended. */
export function shown({ status, output, summary, nextMoves }: FinalResult): string {
  const moves = nextMoves.map((move) => `- ${move}`).join('\n')
  return status === 'complete' ? `${output}\n\n${summary}` : [output, summary, moves].filter(Boolean).join('\n\n')
}
