/** The most bytes of one message of a server, as over stdio. */
const longestMessage = 10 * 1024 * 1024

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A `fetch` whose responses fail when one message in them is longer than 10 MiB. */
export function boundedFetch(given: Fetch = (url, init) => fetch(url, init)): Fetch {
  return async (url, init) => {
    const response = await given(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counting(isStream)), { status, statusText, headers })
  }
}

/** Counts the bytes of the whole body, or of each event of a stream of events: an empty line ends one. */
function counting(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  const lines = emptyLines()
  let count = 0
  return new TransformStream({
    transform(bytes, controller) {
      const last = isStream ? lines.lastIn(bytes) : -1
      count = last === -1 ? count + bytes.length : bytes.length - last - 1
      if (count > longestMessage) throw new Error(`a message of the server is longer than ${longestMessage} bytes`)
      controller.enqueue(bytes)
    },
  })
}

const lineFeed = 10
const carriageReturn = 13

/** Finds empty lines in a text that comes in pieces. */
function emptyLines(): { lastIn(bytes: Uint8Array): number } {
  /** Bytes of the line that has begun, and whether the first one is a carriage return. */
  let length = 0
  let isReturn = false
  return {
    /** The place where the last empty line of this piece ends; -1 when none does. */
    lastIn(bytes) {
      let found = -1
      let start = 0
      for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, start)) {
        if (length === 0) isReturn = bytes[start] === carriageReturn
        length += at - start
        if (length === 0 || (length === 1 && isReturn)) found = at
        length = 0
        start = at + 1
      }
      if (length === 0) isReturn = bytes[start] === carriageReturn
      length += bytes.length - start
      return found
    },
  }
}
