import { publicResult } from '@artoo/insight'
import type { ArtooContracts, FinalResult } from '@artoo/roles'
import {
  type AnswerPiece,
  type Interrupted,
  isInterrupted,
  isWaiting,
  type PersonRequest,
  type RunEventOf,
  type Waiting,
} from '@artoo/runtime'
import { ArtooError, assertOptions } from '@artoo/spec'
import { askUser, callsIn } from './answers.js'
import type { UIChunk } from './chunk.js'
import { type MessageWriter, messageWriter } from './message-writer.js'

type RunEvent = RunEventOf<ArtooContracts>

/** A run of `createArtoo`, as `run`, `resume` and a session's `run` return it. */
export interface ShownRun extends AsyncIterable<RunEvent>, PromiseLike<FinalResult | Waiting | Interrupted> {
  readonly taskId: string
  readonly events: readonly RunEvent[]
  readonly answer: AsyncIterable<AnswerPiece>
}

export interface UIMessageStreamOptions {
  /**
   * Tools whose inputs and outputs go into the page. Of a call of another tool the page gets the name, and at the end its
   * target and status: inputs and outputs may hold what the user must not see.
   *
   * @defaultValue none
   */
  readonly reveal?: readonly string[] | undefined
  /**
   * The reasoning of models goes into the page, where providers show it: it may speak of what the user must not see.
   *
   * @defaultValue false
   */
  readonly sendReasoning?: boolean | undefined
  /**
   * The messages that the page has. The last one goes on, if it is this task's: calls that stand in it are not shown again.
   *
   * @defaultValue none: the page has nothing of the task
   */
  readonly originalMessages?: readonly unknown[] | undefined
}

/**
 * A task as the UI message stream of the AI SDK: one assistant message, whose id is the task's, with the answer while it is
 * written, a part for each tool call, and an approval or a question for each thing that the task waits for. The end has the status
 * in `messageMetadata`. Prompts, plans and the words of providers stay out of it.
 *
 * A reader that goes away doesn't end the task: give `run` the request's `signal` if it should.
 *
 * @throws {ArtooError} `invalid_option` for an unknown option.
 */
export function toUIMessageStream(run: ShownRun, options: UIMessageStreamOptions = {}): ReadableStream<UIChunk> {
  assertOptions(options, ['reveal', 'sendReasoning', 'originalMessages'], { of: 'toUIMessageStream' })
  assertRun(run)
  const { reveal = [], sendReasoning = false, originalMessages = [] } = options
  let isGone = false
  return new ReadableStream<UIChunk>({
    async start(controller) {
      const send = (chunk: UIChunk) => {
        if (!isGone) controller.enqueue(chunk)
      }
      const known = callsIn(originalMessages, run.taskId)
      const message = messageWriter(run.taskId, { known, partsBefore: partsIn(originalMessages), send })
      await write(run, message, { reveal: new Set(reveal), sendReasoning })
      if (!isGone) controller.close()
    },
    cancel() {
      isGone = true
    },
  })
}

interface Shown {
  readonly reveal: ReadonlySet<string>
  readonly sendReasoning: boolean
}

async function write(run: ShownRun, message: MessageWriter, { reveal, sendReasoning }: Shown): Promise<void> {
  const pieces = async () => {
    let isData = false
    for await (const piece of run.answer) {
      // The text of data is its JSON, which is shown as data.
      if (piece.type === 'answer_delta' && !isData) message.text(piece.text)
      if (piece.type === 'answer_value') message.value(piece.value)
      isData ||= piece.type === 'answer_value'
      if (piece.type === 'answer_reset') message.reset()
      if (piece.type === 'reasoning_delta' && sendReasoning) message.reasoning(piece.text)
    }
  }
  const events = async () => {
    for await (const event of run) show(event, message, reveal)
  }
  try {
    await Promise.all([pieces(), events()])
    end(await run, run, message)
  } catch {
    // The words of the error may be a provider's: they are for the log.
    message.end({ type: 'error', errorText: 'The task failed.' })
  }
}

function show(event: RunEvent, message: MessageWriter, reveal: ReadonlySet<string>): void {
  switch (event.type) {
    case 'ToolRequest': {
      const { callId, tool, input, readsOnly } = event.payload
      // A judge's look at the work is no part of it.
      if (!readsOnly) message.call(callId, tool, reveal.has(tool) ? input : {})
      return
    }
    case 'ToolProgress': {
      const { callId, tool } = event.payload
      const soFar = progressIn(event.payload, reveal.has(tool))
      if (soFar !== undefined) message.progress(callId, soFar)
      return
    }
    case 'ToolResult': {
      const { id, tool } = event.payload
      message.done(id, outcomeIn(event.payload, reveal.has(tool)))
      return
    }
    case 'ConfirmationAnswer':
      message.answered([event.payload.callId])
      return
    case 'ClarificationAnswer':
      message.answered(event.payload.answers.flatMap(({ to }) => to))
  }
}

type PayloadOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>['payload']

function outcomeIn({ status, code, target, output }: PayloadOf<'ToolResult'>, isShown: boolean) {
  if (status === 'ok') return { output: isShown ? asData(output) : { status, target } }
  if (status === 'error') return { errorText: isShown ? output : (code ?? status) }
  return 'denied' as const
}

/** The part that a page may see; undefined when there is none. */
function progressIn({ message, output, done, total }: PayloadOf<'ToolProgress'>, isShown: boolean): unknown {
  if (isShown && output !== undefined) return asData(output)
  return message === null && done === null ? undefined : { message, done, total }
}

/** Tools' results are kept as text; those that are JSON are data for a page. */
function asData(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return output
  }
}

function end(outcome: FinalResult | Waiting | Interrupted, { events }: ShownRun, message: MessageWriter): void {
  if (isWaiting(outcome)) {
    for (const request of outcome.requests) ask(request, message)
    message.end({ type: 'finish', messageMetadata: { status: 'waiting' } })
  } else if (isInterrupted(outcome)) {
    message.end({ type: 'abort', reason: outcome.reason })
  } else {
    const { status, output, summary, missing, refused, basis, nextMoves } = publicResult(outcome, events)
    // The best so far of an abandoned task is no answer, and was not streamed as one.
    if (!message.hasAnswer()) message.text([output, summary].filter(Boolean).join('\n\n'))
    message.end({ type: 'finish', messageMetadata: { status, summary, missing, refused, basis, nextMoves } })
  }
}

function ask(request: PersonRequest, message: MessageWriter): void {
  const { id } = request
  if (request.kind === 'confirm') {
    const { action, reason, tool, target, change } = request
    message.confirm(id, { action, reason, tool, target, diff: change?.diff ?? null })
  } else {
    const { question, kind, choices = [], required = false } = request
    message.call(id, askUser, { question, kind, choices, required })
  }
}

/** The number of parts of the message that goes on. */
function partsIn(messages: readonly unknown[]): number {
  const { parts } = Object(messages.at(-1)) as { readonly parts?: unknown }
  return Array.isArray(parts) ? parts.length : 0
}

/** @throws {ArtooError} `invalid_option` for what is no handle, such as the awaited result. */
function assertRun(run: unknown): void {
  const { answer, events, taskId } = Object(run) as Partial<ShownRun>
  if (typeof taskId === 'string' && Array.isArray(events) && answer !== undefined) return
  const message = 'it shows the handle that run() or resume() returns, and not its result: leave out the await'
  throw new ArtooError('invalid_option', message, { field: 'run' })
}
