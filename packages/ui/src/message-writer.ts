import type { Confirmation, UIChunk } from './chunk.js'

type Ending = Extract<UIChunk, { readonly type: 'finish' | 'abort' | 'error' }>

/** Writes the parts of one message in an order that a page can show. */
export interface MessageWriter {
  text(delta: string): void
  reasoning(delta: string): void
  /** Shows the data of a task whose output is data, as far as it is written. */
  value(value: unknown): void
  /** Whether a text, or data, stands. */
  hasAnswer(): boolean
  /** Voids the texts so far. */
  reset(): void
  call(id: string, tool: string, input: unknown): void
  progress(id: string, output: unknown): void
  done(id: string, outcome: { readonly output: unknown } | { readonly errorText: string } | 'denied'): void
  confirm(id: string, asked: Confirmation): void
  answered(ids: readonly string[]): void
  end(ending: Ending): void
}

interface Page {
  /** Ids of the calls that stand in the message already. */
  readonly known: Iterable<string>
  /** Parts that the message has: a part of the same id would be written over where it stands. */
  readonly partsBefore: number
  readonly send: (chunk: UIChunk) => void
}

export function messageWriter(messageId: string, { known, partsBefore, send }: Page): MessageWriter {
  const calls = new Set(known)
  let parts = 0
  /** The text or reasoning part under way. */
  let open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | null = null
  let isWritten = false
  let hasValue = false
  let attempt = 1
  /** The step has calls: a text after them begins another, as it does in the AI SDK. */
  let hasCalls = false

  send({ type: 'start', messageId })
  send({ type: 'start-step' })

  function close(): void {
    if (open !== null) send({ type: `${open.kind}-end`, id: open.id })
    open = null
  }

  function write(kind: 'text' | 'reasoning', delta: string): void {
    if (open?.kind !== kind) {
      close()
      nextStep()
      parts += 1
      open = { kind, id: `${kind}-${parts}` }
      send({ type: `${kind}-start`, id: open.id })
    }
    send({ type: `${kind}-delta`, id: open.id, delta })
  }

  function nextStep(): void {
    if (!hasCalls) return
    hasCalls = false
    send({ type: 'finish-step' })
    send({ type: 'start-step' })
  }

  return {
    text(delta) {
      isWritten = true
      write('text', delta)
    },
    reasoning: (delta) => write('reasoning', delta),
    value(data) {
      hasValue = true
      send({ type: 'data-answer-value', id: `value-${partsBefore}-${attempt}`, data })
    },
    hasAnswer: () => isWritten || hasValue,
    reset() {
      close()
      if (isWritten || hasValue) send({ type: 'data-answer-reset', data: {} })
      isWritten = false
      hasValue = false
      attempt += 1
    },
    call(toolCallId, toolName, input) {
      close()
      if (calls.has(toolCallId)) return
      hasCalls = true
      calls.add(toolCallId)
      send({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true })
    },
    progress(toolCallId, output) {
      if (!calls.has(toolCallId)) return
      send({ type: 'tool-output-available', toolCallId, output, dynamic: true, preliminary: true })
    },
    done(toolCallId, outcome) {
      if (!calls.has(toolCallId)) return
      if (outcome === 'denied') send({ type: 'tool-output-denied', toolCallId })
      else if ('output' in outcome) send({ type: 'tool-output-available', toolCallId, ...outcome, dynamic: true })
      else send({ type: 'tool-output-error', toolCallId, ...outcome, dynamic: true })
    },
    confirm(id, asked) {
      this.call(id, asked.tool, {})
      send({ type: 'data-confirmation', id, data: asked })
      send({ type: 'tool-approval-request', toolCallId: id, approvalId: id })
    },
    answered(ids) {
      for (const id of ids) send({ type: 'data-answered', id, data: {} })
    },
    end(ending) {
      close()
      // A page that goes on when all calls of the last step have results must not do so at the end.
      if (ending.type === 'finish' && ending.messageMetadata.status !== 'waiting') nextStep()
      send({ type: 'finish-step' })
      send(ending)
    },
  }
}
