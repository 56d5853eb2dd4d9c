/** The fields that an error of another library may carry, each read once. */
export type ForeignFields = Readonly<Record<string, unknown>>

/** The error and its causes, five at the most. Never throws, whatever the getters do. */
export function causesOf(error: unknown): readonly ForeignFields[] {
  const chain: ForeignFields[] = []
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 5; at = chain.at(-1)?.cause) {
    chain.push(snapshotOf(at as ForeignFields))
  }
  return chain
}

const readable = [
  ...['name', 'message', 'cause', 'type', 'code', 'isRetryable'],
  ...['status', 'statusCode', 'headers', 'responseHeaders', 'retryAfterMs'],
]

function snapshotOf(error: ForeignFields): ForeignFields {
  return Object.fromEntries(readable.map((name) => [name, unlessItThrows(() => error[name])]))
}

/** Undefined for a getter of a foreign object that throws. */
export function unlessItThrows(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The HTTP status that an error carries, from 400 to 599, under the names that HTTP clients use. */
export function httpStatusOf({ statusCode, status, code }: ForeignFields): number | undefined {
  return [statusCode, status, code].find((found) => typeof found === 'number' && found >= 400 && found <= 599) as
    | number
    | undefined
}

const networkCodes = /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|NETDOWN)|UND_ERR_)/
/** The messages of fetch in Node, Chromium, Firefox and Safari where an error has no code. */
const networkMessages = /^(fetch failed|terminated|Failed to fetch|NetworkError|Load failed|network error)/i

/** Whether no connection came about, or it broke. */
export function isNetworkFailure({ code, message }: ForeignFields): boolean {
  return (
    (typeof code === 'string' && networkCodes.test(code)) ||
    (typeof message === 'string' && networkMessages.test(message))
  )
}
