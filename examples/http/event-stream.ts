import type { ServerResponse } from 'node:http'
import type { PublicEvent } from '@artoo/insight'
import type { Clock } from '@artoo/sdk'

export interface EventStreamOptions {
  readonly clock: Clock
  /** Proxies close a connection that is silent for long, as one is while a person thinks. */
  readonly heartbeatMs: number
}

/** A response as Server-Sent Events. */
export interface EventStream {
  /** Resolves when the client can take more, so that a slow one fills no memory; at once when it has gone. */
  send(event: PublicEvent): Promise<void>
  end(): void
}

export function openEventStream(response: ServerResponse, { clock, heartbeatMs }: EventStreamOptions): EventStream {
  let closed = response.destroyed
  let cancelBeat = () => {}

  function beat(): void {
    const say = () => {
      if (!response.writableNeedDrain) response.write(': still here\n\n')
      beat()
    }
    cancelBeat = clock.schedule(heartbeatMs, say, { background: true })
  }

  function close(): void {
    closed = true
    cancelBeat()
  }

  response.once('close', close)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would collect the events and hand them on at the end.
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  response.flushHeaders()
  if (!closed) beat()

  return {
    async send({ name, data }) {
      if (closed) return
      // JSON holds no line break, which would end the event.
      if (!response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)) await drained(response)
    },
    end() {
      if (closed) return
      close()
      response.end()
    },
  }
}

/** Or closed: then nobody waits for room any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve()
    }
    response.on('drain', goOn).on('close', goOn)
  })
}
