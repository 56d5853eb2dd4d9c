import type { ToolContext } from '@artoo/spec'

type Needed = 'signal' | 'confirmed' | 'taskId' | 'context'

/** A context as a host may give it: fields that are left out get values that suit a single call. */
export type GivenContext = Pick<ToolContext, Needed> & {
  readonly [Field in keyof ToolContext]?: ToolContext[Field] | undefined
}

/**
 * A whole context for a call that no run makes: a random `callId`, an `idempotencyKey` of task and call, the first `attempt`, the first
 * epoch as `fence`, an `onProgress` that tells nobody, an `ask` that nobody answers. A context that has all of them is returned as it is.
 */
export function toolContext(given: GivenContext): ToolContext {
  const { callId = randomId(), attempt = 1, fence = 1, onProgress = tellNobody, ask = askNobody } = given
  const own = { callId, attempt, fence, onProgress, ask }
  const isWhole = Object.entries(own).every(([name, value]) => given[name as keyof ToolContext] === value)
  if (isWhole && 'idempotencyKey' in given) return given as ToolContext
  return { ...given, ...own, idempotencyKey: given.idempotencyKey ?? `${given.taskId}:${callId}` }
}

function tellNobody(): void {}

const askNobody: ToolContext['ask'] = async (questions) => questions.map(() => null)

/** 128 random bits in hexadecimal. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
