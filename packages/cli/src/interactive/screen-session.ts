import { join } from 'node:path'
import { isInterrupted, isWaiting } from '@artoo/sdk'
import { stateFolder } from '@artoo/sdk/node'
import type { Call } from '../call/call.js'
import { exitCodeOf, exitCodes } from '../call/exit-codes.js'
import type { Conversation } from '../conversation/conversation.js'
import { type Block, type Command, fileHistory, startScreen } from '../screen/index.js'
import { paintFor } from '../view/index.js'
import { slashCommands } from './slash-commands.js'
import { createViews, wordsBlock } from './views.js'

export interface ScreenSession {
  readonly call: Call
  /** A sentence on the conversation to begin with. */
  readonly note: string | undefined
  readonly conversation: Conversation
  readonly useModel: (id: string) => Promise<void>
  /** Begins the only task; null: the person begins tasks, and leaves. */
  readonly begin: (() => Promise<unknown>) | null
}

/** Holds a conversation on the screen of the terminal. Resolves to the exit code. */
export async function screenSession({ call, note, conversation, useModel, begin }: ScreenSession): Promise<number> {
  const { env, stdout, signal } = call
  const paint = paintFor(stdout, env)
  const done = new AbortController()
  // A person may leave before the only task has ended.
  let code: number = (begin ? exitCodes.interrupted : exitCodes.complete)[0]
  let stopped: string | null = null
  const stop = conversation.listen((happening) => {
    if (happening.type === 'failure') code = exitCodes.failed[0]
    if (happening.type === 'outcome') {
      const { outcome } = happening
      code = exitCodeOf(outcome)
      stopped = isInterrupted(outcome) || isWaiting(outcome) ? outcome.taskId : null
    }
    // A single task ends the screen, unless a person stopped it and may want to say something.
    const isOver =
      happening.type === 'failure' || (happening.type === 'outcome' && happening.outcome.status !== 'interrupted')
    if (begin && isOver) queueMicrotask(() => done.abort())
  })
  const commands = slashCommands({ conversation, paint, width: () => stdout.columns || 80, useModel })
  try {
    await startScreen({
      ...{ conversation, env },
      views: createViews({ conversation, paint, now: Date.now }),
      history: fileHistory(join(stateFolder({ root: conversation.agent.root }), 'history.jsonl')),
      commands: commands.map(({ answer, ...command }): Command => {
        return { ...command, run: async (argument, own) => (await answer(argument, own)).shown }
      }),
      signal: AbortSignal.any([signal, done.signal]),
      begin: begin ?? undefined,
      earlier: begin ? [] : await earlierBlocks(conversation),
      notes: [
        ...conversation.agent.notes,
        ...(note === undefined ? [] : [note]),
        ...(begin ? [] : ['Say what to do. /help lists commands and keys.']),
      ],
    })
    const open = conversation.taskId ?? stopped
    if (open !== null && !signal.aborted) stdout.write(`The task can be resumed: artoo resume ${open}\n`)
  } finally {
    stop()
  }
  return begin ? code : exitCodes.complete[0]
}

/** Turns that are shown when a conversation is gone on with. */
const mostTurns = 3

/** The last turns before this process. A turn that can't be read is no reason to stay away. */
async function earlierBlocks({ agent, id }: Conversation): Promise<readonly Block[]> {
  const turns = await agent.artoo
    .session({ id })
    .turns()
    .catch(() => [])
  return turns
    .slice(-mostTurns)
    .flatMap(({ asked, answer }) => [wordsBlock(asked), ...(answer === '' ? [] : [{ markdown: answer }])])
}
