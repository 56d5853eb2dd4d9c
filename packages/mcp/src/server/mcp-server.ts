import type { PersonAnswer } from '@artoo/runtime'
import { isWaiting, type PersonRequest, type Task } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { implementation } from '../implementation.js'
import { failureOf } from './failure.js'
import { answersFrom, formsFor } from './forms.js'
import type { ServedArtoo } from './options.js'
import {
  interruptedOutcome,
  type Outcome,
  outcome,
  outcomeOf,
  runningOutcome,
  textOf,
  waitingOutcome,
} from './outcome.js'
import { type AskedState, expiredState, type SealedStates } from './sealed-state.js'
import type { TaskNames } from './task-names.js'
import { type Call, type Ending, notFound, type Tasks } from './tasks.js'

/** The parts of a server of one principal. */
export interface ServerParts extends Pick<ServedArtoo, 'answersByCall' | 'onError'> {
  readonly tasks: Tasks
  readonly names: TaskNames
  readonly states: SealedStates
  readonly principal: string
}

type ToolResult = CallToolResult | InputRequiredResult
type Answers = Readonly<Record<string, boolean | string>>

const taskId = z.string().min(1).max(300).describe('as run_task returned it')
const answers = z
  .record(z.string(), z.union([z.boolean(), z.string()]))
  .describe(
    "the user's answers by the ids of the requests: true or false for a confirmation or an access, a text for a question",
  )

const instructions =
  'run_task gives a task in words to an agent that plans, works with its own tools and checks the result. It may take minutes: ask for progress. A task that waits for its user or was interrupted goes on by resume_task. Answers to its requests are the user’s to give, not yours.'

/** A server of the four tools for one principal. */
export function mcpServer({
  tasks,
  names,
  states,
  principal,
  answersByCall = 'questions',
  onError,
}: ServerParts): McpServer {
  const server = new McpServer(implementation, {
    instructions,
    // A person may be asked often, and may take a while.
    inputRequired: { maxRounds: 100, roundTimeoutMs: 3_600_000 },
    // A state that is refused here gives an error of the protocol, as it has to; `onerror` gets the reason.
    requestState: { verify: (state) => states.open(state) },
    cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
  })
  if (onError) server.server.onerror = onError
  /** The lines that each request was sent: on the older revision one request goes through all rounds. */
  const lines = new WeakMap<AbortSignal, number>()

  /** Whether the client can put a form before its user. */
  function canAsk(ctx: ServerContext): boolean {
    const envelope = ctx.mcpReq.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined
    const capabilities = envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities()
    const elicitation = capabilities?.elicitation
    return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  }

  function callOf(ctx: ServerContext): Call {
    const { signal, _meta, notify } = ctx.mcpReq
    const progressToken = _meta?.progressToken
    const onLine = (message: string) => {
      if (progressToken === undefined || signal.aborted) return
      const progress = (lines.get(signal) ?? 0) + 1
      lines.set(signal, progress)
      notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined)
    }
    return { principal, signal, onLine }
  }

  async function waiting(
    ctx: ServerContext,
    taskId: string,
    requests: readonly PersonRequest[],
    left: readonly string[],
  ): Promise<ToolResult> {
    const asked = canAsk(ctx) ? requests.filter(({ id }) => !left.includes(id)) : []
    if (asked.length === 0) return resultOf(waitingOutcome(await names.nameOf(taskId), requests))
    const state = { taskId, asked: asked.map(({ id, askedAt }) => [id, askedAt] as const), left }
    return inputRequired({ inputRequests: formsFor(asked), requestState: await states.seal(state) })
  }

  async function ended(ctx: ServerContext, { taskId, ending, events }: Ending, left: readonly string[] = []) {
    if (isWaiting(ending)) return waiting(ctx, taskId, ending.requests, left)
    return resultOf(outcomeOf(await names.nameOf(taskId), ending, events))
  }

  /** Goes on with a task whose questions were answered in forms. What was answered before, in a call whose result was lost, stays so. */
  async function goOnWithForms(ctx: ServerContext, state: AskedState | null): Promise<ToolResult> {
    if (state === null) throw expiredState()
    const task = await tasks.find(state.taskId)
    const isAsked = ({ id, askedAt }: PersonRequest) => state.asked.some(([one, at]) => one === id && at === askedAt)
    const asked = task.requests.filter(isAsked)
    const { answers, left } = answersFrom(asked, ctx.mcpReq.inputResponses, principal)
    const leftOpen = [...state.left, ...left]
    if (task.state === 'waiting' && Object.keys(answers).length === 0) {
      return waiting(ctx, task.taskId, task.requests, leftOpen)
    }
    return ended(ctx, await tasks.goOn(task, callOf(ctx), answers), leftOpen)
  }

  /** @throws {ArtooError} `not_found` */
  async function idOf(name: string): Promise<string> {
    const id = await names.idOf(name)
    if (id === null) throw notFound()
    return id
  }

  const taskNamed = async (name: string): Promise<Task> => tasks.find(await idOf(name))

  function answerTo(task: Task, ctx: ServerContext, id: string, given: boolean | string): PersonAnswer {
    const field = `answers.${id}`
    const request = task.requests.find((one) => one.id === id)
    if (!request) throw new ArtooError('unknown_request', `the task has no open request ${id}`, { field })
    if (request.kind === 'question') return { answer: String(given), by: principal }
    if (canAsk(ctx) || answersByCall === 'questions') {
      const remedy = canAsk(ctx)
        ? 'call resume_task without it, and the user gets a form'
        : 'the host takes it elsewhere, or from a client that shows forms'
      throw new ArtooError('needs_person', `only the user may answer ${id}: ${remedy}`, { field })
    }
    if (typeof given !== 'boolean')
      throw new ArtooError('invalid_answer', `${id} is answered by true or false`, { field })
    if (request.kind === 'access') return { granted: given, by: principal }
    return { allow: given ? 'once' : false, by: principal }
  }

  async function resumed(ctx: ServerContext, name: string, given: Answers = {}): Promise<ToolResult> {
    const task = await taskNamed(name)
    const answers = Object.entries(given).map(([id, answer]) => [id, answerTo(task, ctx, id, answer)] as const)
    if (task.state === 'waiting' && answers.length === 0) return waiting(ctx, task.taskId, task.requests, [])
    return ended(ctx, await tasks.goOn(task, callOf(ctx), Object.fromEntries(answers)))
  }

  async function statusOf(name: string): Promise<Outcome> {
    const id = await idOf(name)
    const line = tasks.lineOf(id)
    if (line !== undefined) return runningOutcome(name, line)
    const task = await tasks.find(id)
    switch (task.state) {
      case 'running':
        return runningOutcome(name, null)
      case 'waiting':
        return waitingOutcome(name, task.requests)
      case 'died':
        return interruptedOutcome(name)
      case 'unreadable':
        throw task.problem
      case 'ended': {
        const { ending, events } = await tasks.resultOf(task)
        return outcomeOf(name, ending, events)
      }
      default:
        return task.state satisfies never
    }
  }

  /** A tool whose errors are results. A call that brings a state goes on where the task waits, whichever tool it began with. */
  function tool<Schema extends z.ZodObject>(
    name: string,
    config: Omit<Parameters<McpServer['registerTool']>[1], 'inputSchema' | 'outputSchema'> & { inputSchema: Schema },
    call: (args: z.output<Schema>, ctx: ServerContext) => Promise<ToolResult>,
  ): void {
    server.registerTool(
      name,
      { ...config, outputSchema: outcome } as never,
      (async (args: z.output<Schema>, ctx: ServerContext) => {
        try {
          return await call(args, ctx)
        } catch (error) {
          return failureOf(error, onError)
        }
      }) as never,
    )
  }

  const acts = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

  tool(
    'run_task',
    {
      title: 'Run a task',
      description:
        'Gives a task in words to the agent, and returns its result. It asks its user what only a person can decide.',
      inputSchema: z.strictObject({
        task: z.string().min(1).describe('the task, with all that the agent has to know'),
      }),
      annotations: acts,
    },
    async ({ task }, ctx) => {
      const state = ctx.mcpReq.requestState<AskedState | null>()
      if (state !== undefined) return goOnWithForms(ctx, state)
      const call = callOf(ctx)
      const onStart = (id: string) => void names.nameOf(id).then((name) => call.onLine(`Task ${name} has begun.`))
      return ended(ctx, await tasks.start(task, { ...call, onStart }))
    },
  )

  tool(
    'resume_task',
    {
      title: 'Resume a task',
      description: 'Goes on with a task that waits for its user or was interrupted, and returns its result.',
      inputSchema: z.strictObject({ taskId, answers: answers.optional() }),
      annotations: acts,
    },
    async (args, ctx) => {
      const state = ctx.mcpReq.requestState<AskedState | null>()
      return state === undefined ? resumed(ctx, args.taskId, args.answers) : goOnWithForms(ctx, state)
    },
  )

  tool(
    'task_status',
    {
      title: 'Look at a task',
      description: 'Returns whether a task is under way, waits or was interrupted, and its result once it has ended.',
      inputSchema: z.strictObject({ taskId }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (args) => resultOf(await statusOf(args.taskId)),
  )

  tool(
    'cancel_task',
    {
      title: 'Cancel a task',
      description: 'Ends a task for good. What it has changed stays so.',
      inputSchema: z.strictObject({ taskId }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (args, ctx) => ended(ctx, await tasks.cancel(await taskNamed(args.taskId), callOf(ctx))),
  )

  return server
}

function resultOf(outcome: Outcome): CallToolResult {
  return { content: [{ type: 'text', text: textOf(outcome) }], structuredContent: { ...outcome } }
}
