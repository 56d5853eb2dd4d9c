import { setTimeout as delay } from 'node:timers/promises'

interface Received {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly data: any
}

/** A task as a client sees it. */
export interface WatchedTask {
  readonly response: Response
  /** What has arrived, byte by byte. */
  readonly bytes: () => string
  readonly seen: readonly Received[]
  /** Reads until an event of this name has come that no earlier call returned. */
  until(name: string): Promise<Received['data']>
  /** Reads to the end. */
  rest(): Promise<readonly Received[]>
}

export function post(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-user': 'ada', ...init.headers }
  return fetch(url, { method: 'POST', body: JSON.stringify(body), ...init, headers })
}

export async function startTask(
  url: string,
  text: string,
  { user = 'ada', signal }: { readonly user?: string; readonly signal?: AbortSignal } = {},
): Promise<WatchedTask> {
  const response = await post(`${url}/tasks`, { text }, { headers: { 'x-user': user }, ...(signal && { signal }) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const seen: Received[] = []
  let bytes = ''
  let parsedTo = 0
  let returned = 0

  async function readOn(): Promise<boolean> {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return false
    bytes += value
    for (let end = bytes.indexOf('\n\n', parsedTo); end !== -1; end = bytes.indexOf('\n\n', parsedTo)) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(bytes.slice(parsedTo, end)) ?? []
      if (name && data) seen.push({ name, data: JSON.parse(data) })
      parsedTo = end + 2
    }
    return true
  }

  return {
    response,
    bytes: () => bytes,
    seen,
    async until(name) {
      for (;;) {
        while (returned < seen.length) {
          const event = seen[returned++]
          if (event?.name === name) return event.data
        }
        if (!(await readOn())) throw new Error(`the stream ended without ${name}: ${bytes}`)
      }
    },
    async rest() {
      while (await readOn());
      return seen
    },
  }
}

/** Waits for what no event of a stream announces. */
export async function eventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 6_000) throw new Error(`never came true: ${isSo}`)
    await delay(10)
  }
}
