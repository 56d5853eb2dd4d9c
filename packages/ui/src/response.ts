import { type ShownRun, toUIMessageStream, type UIMessageStreamOptions } from './ui-message-stream.js'

/**
 * The UI message stream of a task as the answer to `useChat`: server-sent events.
 *
 * @example
 * const { messages } = await request.json()
 * const answered = answersIn(messages)
 * const run = answered ? artoo.resume(answered.taskId, answered) : artoo.run({ messages }, { onUnanswered: 'wait' })
 * return toResponse(run, { originalMessages: messages })
 */
export function toResponse(run: ShownRun, options?: UIMessageStreamOptions): Response {
  const lines = new TransformStream<unknown, string>({
    transform: (chunk, controller) => controller.enqueue(`data: ${JSON.stringify(chunk)}\n\n`),
    flush: (controller) => controller.enqueue('data: [DONE]\n\n'),
  })
  const body = toUIMessageStream(run, options).pipeThrough(lines).pipeThrough(new TextEncoderStream())
  return new Response(body, { headers })
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  // Keeps nginx from holding the events back.
  'x-accel-buffering': 'no',
}
