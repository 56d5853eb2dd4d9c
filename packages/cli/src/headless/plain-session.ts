import { oneLine, someLines } from '@artoo/llm'
import { isInterrupted, isWaiting } from '@artoo/sdk'
import type { Call } from '../call/call.js'
import { exitCodeOf, exitCodes } from '../call/exit-codes.js'
import type { Conversation, Outcome } from '../conversation/conversation.js'
import {
  callLine,
  decisionLines,
  emptyView,
  type Look,
  paintFor,
  planLines,
  resultLines,
  viewAfter,
} from '../view/index.js'

export interface PlainSession {
  readonly conversation: Conversation
  readonly call: Pick<Call, 'stdout' | 'stderr' | 'flags' | 'env'>
  readonly begin: () => Promise<unknown>
}

/** Carries out one task: the answer on stdout, progress on stderr. Resolves to the exit code. */
export async function plainSession({ conversation, call, begin }: PlainSession): Promise<number> {
  const { stdout, stderr, flags } = call
  const look: Look = { width: stderr.columns || Number.POSITIVE_INFINITY, paint: paintFor(stderr, call.env) }
  const say = (lines: readonly string[]) => {
    if (!flags.quiet) for (const line of lines) stderr.write(`${line}\n`)
  }
  const progress = progressLines(look)
  let code: number = exitCodes.complete[0]
  const stop = conversation.listen((happening) => {
    switch (happening.type) {
      case 'event':
        say(progress(happening.event))
        break
      case 'failure':
        code = exitCodes.failed[0]
        stderr.write(`artoo: ${someLines(happening.message)}\n`)
        break
      case 'outcome':
        code = exitCodeOf(happening.outcome)
        print(happening.outcome)
    }
  })

  function print(outcome: Outcome): void {
    if (isWaiting(outcome) || isInterrupted(outcome)) {
      const state = isWaiting(outcome) ? 'waiting for a person' : 'interrupted'
      say([`${state}: artoo resume ${outcome.taskId}`])
      return
    }
    const { output } = outcome
    // A pipe gets the text as it is.
    if (output !== null) stdout.write(`${stdout.isTTY ? someLines(output, Number.POSITIVE_INFINITY) : output}\n`)
    else if (flags.quiet) stderr.write(`artoo: ${oneLine(outcome.summary)}\n`)
    say(resultLines({ ...outcome, nextMoves: outcome.nextMoves.map(forTerminal) }, look))
  }

  try {
    await begin()
    await conversation.idle()
  } finally {
    stop()
  }
  return code
}

/** A move of the SDK that only a host could make, as what a person at a shell does instead. */
const forTerminal = (move: string) =>
  move.replace(
    /^Pass `confirm` so that somebody can allow (.*): nobody is there to be asked\.$/s,
    'Run it in a terminal, which asks you about $1; or allow it by --allow; or keep the question for `artoo resume` by --wait.',
  )

type Event = Parameters<typeof viewAfter>[1]

/** The lines for each event, of which most have no line. */
function progressLines(look: Look): (event: Event) => readonly string[] {
  let view = emptyView
  return (event) => {
    const before = view
    view = viewAfter(view, event)
    const notes = view.notes.slice(before.notes.length).map(({ text }) => `  ${text}`)
    switch (event.type) {
      case 'DispatchManifest':
        return planLines(view, look)
      case 'ToolResult': {
        const call = view.calls.find(({ id }) => id === event.payload.id)
        return call === undefined ? notes : [callLine(call, look), ...notes]
      }
      case 'ControlDecision': {
        const decided = view.decisions.at(-1)
        return decided === undefined || event.payload.terminal ? notes : [...decisionLines(decided, look), ...notes]
      }
      default:
        return notes
    }
  }
}
