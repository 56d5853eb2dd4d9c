import type { Envelope } from '@artoo/bus'

/** The event without the long text of a tool's output, a child's too: that is the journal's to keep, not the process's. */
export function withoutFullOutput<Event extends Envelope>(event: Event): Event {
  if (event.type === 'ChildEvent') {
    const { event: inner } = event.payload as { readonly event: Envelope }
    const slim = withoutFullOutput(inner)
    return slim === inner ? event : withPayload(event, { event: slim })
  }
  if (event.type !== 'ToolResult') return event
  const { fullOutput, ...payload } = event.payload as { readonly fullOutput?: unknown }
  return typeof fullOutput === 'string' ? withPayload(event, payload) : event
}

function withPayload<Event extends Envelope>(event: Event, payload: object): Event {
  return Object.freeze({ ...event, payload: Object.freeze(payload) })
}
