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
  let count = 0
  let isLineEmpty = true
  const read = (bytes: Uint8Array) => {
    count += bytes.length
    if (!isStream) return
    for (const [at, byte] of bytes.entries()) {
      if (byte === lineFeed && isLineEmpty) count = bytes.length - at - 1
      if (byte !== carriageReturn) isLineEmpty = byte === lineFeed
    }
  }
  return new TransformStream({
    transform(bytes, controller) {
      read(bytes)
      if (count > longestMessage) throw new Error(`a message of the server is longer than ${longestMessage} bytes`)
      controller.enqueue(bytes)
    },
  })
}

const lineFeed = 10
const carriageReturn = 13
