import { someLines } from '@artoo/llm'
import { isInterrupted, isWaiting } from '@artoo/sdk'
import type { Call } from '../command-line/call.js'
import { exitCodeOf, exitCodes } from '../command-line/exit-codes.js'
import type { Conversation, Outcome } from '../conversation/conversation.js'

export interface PlainSession {
  readonly conversation: Conversation
  readonly call: Pick<Call, 'stdout' | 'stderr' | 'flags'>
  /** The lines of progress for an event. */
  readonly progress: (conversation: Conversation) => readonly string[]
  /** The lines that follow the answer: what is missing, how to go on. */
  readonly ending: (outcome: Outcome, conversation: Conversation) => readonly string[]
  readonly begin: () => Promise<void>
}

/** Carries out one task: the answer on stdout, progress on stderr. Resolves to the exit code. */
export async function plainSession({ conversation, call, progress, ending, begin }: PlainSession): Promise<number> {
  const { stdout, stderr, flags } = call
  const say = (lines: readonly string[]) => {
    if (!flags.quiet) for (const line of lines) stderr.write(`${line}\n`)
  }
  let code: number = exitCodes.complete[0]
  const stop = conversation.listen((happening) => {
    switch (happening.type) {
      case 'event':
        say(progress(conversation))
        break
      case 'failure':
        code = exitCodes.failed[0]
        stderr.write(`artoo: ${someLines(happening.message)}\n`)
        break
      case 'outcome': {
        const { outcome } = happening
        code = exitCodeOf(outcome)
        const answer = isWaiting(outcome) || isInterrupted(outcome) ? null : outcome.output
        if (answer !== null) stdout.write(`${stdout.isTTY ? someLines(answer) : answer}\n`)
        say(ending(outcome, conversation))
      }
    }
  })
  try {
    await begin()
    await conversation.idle()
  } finally {
    stop()
  }
  return code
}
