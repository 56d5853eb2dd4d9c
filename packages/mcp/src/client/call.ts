import { ArtooError, isRecord, type ToolContext, within } from '@artoo/spec'
import type { Client } from '@modelcontextprotocol/client'
import type { Connection, Session } from './connection.js'
import { elicit } from './elicitation.js'
import { isLost, isUnauthorized, isUnavailable, told } from './failure.js'
import { line } from './foreign-text.js'
import { withoutSecrets } from './secrets.js'

type RequestOptions = NonNullable<Parameters<Client['callTool']>[1]>

/** Parameters that answer what the server asked in its last result. */
interface Answers {
  readonly inputResponses?: Readonly<Record<string, unknown>>
  readonly requestState?: string
}

/** Sends the request, and sends it again with the answers when the server has questions. */
export type Send<Result> = (client: Client, answers: Answers, options: RequestOptions) => Promise<Result>

/** Rounds of questions in one call. */
const mostRounds = 10
/** The SDK's own limit would end calls that artoo's limit allows; this is the longest that a timer takes. */
const longest = 2 ** 31 - 1

/** Makes one request on behalf of a call. Whatever fails is told as artoo tells it. */
export async function request<Result>(
  connection: Connection,
  context: ToolContext,
  send: Send<Result>,
): Promise<Result> {
  const session = await sessionFor(connection, context)
  session.calls.add(context)
  try {
    return await rounds(session, context, send)
  } catch (error) {
    throw await failure(connection, session, context, error)
  } finally {
    session.calls.delete(context)
    connection.release(session)
  }
}

async function sessionFor(connection: Connection, { signal }: ToolContext): Promise<Session> {
  try {
    return await within(signal, undefined, () => connection.session())
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ArtooError) || error.code === 'mcp_unauthorized' || error.code === 'mcp_closed') throw error
    // The same call may go well later, whatever kept the server from starting.
    throw new ArtooError('tool_unavailable', error.message)
  }
}

async function rounds<Result>(session: Session, context: ToolContext, send: Send<Result>): Promise<Result> {
  let answers: Answers = {}
  const { signal, onProgress } = context
  const options: RequestOptions = {
    ...{ signal, timeout: longest, allowInputRequired: true },
    onprogress: ({ progress, total, message }) =>
      onProgress({
        done: progress,
        ...(total !== undefined && { total }),
        ...(typeof message === 'string' && { message: line(message) }),
      }),
  }
  for (let round = 0; round <= mostRounds; round++) {
    const result = await send(session.client, answers, options).catch(async (error) => {
      if (await arePagesOpened(session.server, error, context)) return null
      throw error
    })
    if (result === null) continue
    if (!isRecord(result) || result.resultType !== 'input_required') return result
    const inputRequests = isRecord(result.inputRequests) ? result.inputRequests : {}
    const { requestState } = result
    const isPause = Object.keys(inputRequests).length === 0
    if (isPause) await pause(signal)
    answers = {
      ...(!isPause && { inputResponses: await answersTo(session.server, inputRequests, context) }),
      ...(typeof requestState === 'string' && { requestState }),
    }
  }
  const message = `MCP server ${session.server} asked for more than ${mostRounds} times and gave no result`
  throw new ArtooError('mcp_too_many_questions', message)
}

/** The JSON-RPC code of the revision 2025-11-25 for a call that needs a page opened before. */
const pageRequired = -32_042

/** Whether the server refuses the call until pages are opened, and a person has opened them. */
async function arePagesOpened(server: string, error: unknown, context: ToolContext): Promise<boolean> {
  const { code, data } = (isRecord(error) ? error : {}) as { readonly code?: unknown; readonly data?: unknown }
  const pages = isRecord(data) && Array.isArray(data.elicitations) ? data.elicitations : []
  if (code !== pageRequired || pages.length === 0 || pages.length > mostPages) return false
  for (const page of pages) {
    const { action } = await elicit(server, { ...page, mode: 'url' }, context)
    if (action !== 'accept') return false
  }
  return true
}

const mostPages = 5

async function answersTo(server: string, requests: Readonly<Record<string, unknown>>, context: ToolContext) {
  const answers: Record<string, unknown> = {}
  // One after the other: a person reads one form at a time.
  for (const [key, entry] of Object.entries(requests)) {
    if (!isRecord(entry) || entry.method !== 'elicitation/create') {
      throw new Error(
        `MCP server ${server} asks for ${line(isRecord(entry) ? entry.method : '', 64)}, which isn't offered`,
      )
    }
    answers[key] = await elicit(server, entry.params, context)
    context.signal.throwIfAborted()
  }
  return answers
}

/** A server that is busy gives only a state, to be asked again with. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, 250)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** The JSON-RPC code for parameters that the server refuses. */
const invalidParams = -32_602

async function failure(
  connection: Connection,
  session: Session,
  { signal }: ToolContext,
  error: unknown,
): Promise<unknown> {
  // The SDK tells an abort as a time-out.
  if (signal.aborted) return signal.reason
  if (error instanceof ArtooError) return error
  const { server, client, secrets } = session
  const message = told(error, secrets)
  if (isUnauthorized(error)) {
    return new ArtooError('mcp_unauthorized', `MCP server ${server} wants an authorisation: ${message}`)
  }
  if (isLost(error, client.getProtocolEra())) {
    connection.drop(session)
    const refused = withoutSecrets(await session.refused, secrets)
    const why = [message, session.trouble, refused].filter((text) => text !== '').join('; ')
    const next = 'It is not known whether the call was carried out. The next call connects anew'
    return new ArtooError('tool_unavailable', `the connection to MCP server ${server} broke: ${why}. ${next}`)
  }
  if (isUnavailable(error)) return new ArtooError('tool_unavailable', `MCP server ${server}: ${message}`)
  const { code } = error as { readonly code?: unknown }
  if (code === 'REQUEST_TIMEOUT') return new ArtooError('tool_timeout', `MCP server ${server}: ${message}`)
  return code === invalidParams ? new ArtooError('invalid_input', message) : new Error(message)
}

/**
 * Answers a question that a server of the older revision asks outside of a call. It belongs to the most recent call; while calls of several
 * tasks are under way it can't be told whose people to ask, and the question is cancelled.
 */
export function answerOutside({ server, calls }: Session, params: unknown) {
  const contexts = [...calls]
  const isOneTask = new Set(contexts.map(({ taskId }) => taskId)).size === 1
  const context = isOneTask ? contexts.at(-1) : undefined
  const count = context ? (questions.get(context) ?? 0) + 1 : 0
  if (context) questions.set(context, count)
  return elicit(server, params, count > mostRounds ? undefined : context)
}

/** The questions that came outside of each call. */
const questions = new WeakMap<ToolContext, number>()
