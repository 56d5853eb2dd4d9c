import { frozenCopy, type PayloadOf } from '@artoo/bus'
import { outputLimits, truncateOutput } from '@artoo/tools'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import type { RunScope } from '../../scope/run-scope.js'
import { askHook, hookFailure, whyOf } from '../hooks/ask-hook.js'
import type { HookOutcome } from '../hooks/hook-contracts.js'
import type { ToolCallHooks } from './tool-call-hooks.js'
import type { ToolContracts } from './tool-contracts.js'
import type { Request, ToolPort } from './tool-port.js'

type Result = PayloadOf<ToolContracts<string>, 'ToolResult'>

/** A call as it is to be made. */
export interface Hooked {
  /** The request, with the input that the hook gave to it. */
  readonly request: Request
  /** The input with which it is made: of the request, or a person's own in its place. */
  readonly input: unknown
  /** The reason why it is not made after all. */
  readonly refused?: string
}

export interface HookedCalls {
  before(request: Request): Promise<Hooked>
  /** The same for the input that a person gave in place of the request's. */
  beforeOwn(request: Request, own: unknown): Promise<Hooked>
  /** The result with the text that the host's hook puts in its place. */
  after(result: Result, request: Request): Promise<Result>
}

/** The host's hooks around the tool calls of a run. What `before` said to an earlier process stands. */
export function hookedCalls({ before, after }: ToolCallHooks = {}, port: ToolPort, scope: RunScope): HookedCalls {
  const known = outcomesIn(scope.history)

  function note({ id, from: role, payload: { key, callId } }: Request, said: Said): void {
    const payload = { role, key, callId, ...said }
    port.publish({ type: 'HookOutcome', to: 'log', payload }, { causationId: id })
  }

  const contextFor = ({ from: role }: Request, signal: AbortSignal) => {
    return { taskId: scope.taskId, role, context: scope.context, signal }
  }

  /** The reason of a failed hook, once it is noted; undefined when the run has ended. */
  function failed(request: Request, hook: Said['hook'], error: unknown): string | undefined {
    if (scope.signal.aborted) return undefined
    const failure = hookFailure(hook, error)
    note(request, { hook, outcome: 'failed', why: whyOf(failure) })
    return failure.message
  }

  /** The words of `before` to the input, once they are noted; undefined when it has none. */
  async function asked(request: Request, input: unknown): Promise<Said | undefined> {
    if (!before) return undefined
    const hook = 'onToolCall.before'
    const { callId, tool, attempt } = request.payload
    try {
      const call = frozenCopy({ callId, tool, input, attempt })
      const answer = await askHook(hook, scope, (signal) => before(call, contextFor(request, signal)))
      if (!answer) return undefined
      const said: Said =
        'refuse' in answer
          ? { hook, outcome: 'refused', why: answer.refuse }
          : { hook, outcome: 'amended', why: null, input: frozenCopy(answer.input) }
      note(request, said)
      return said
    } catch (error) {
      const why = failed(request, hook, error)
      return why === undefined ? undefined : { hook, outcome: 'refused', why }
    }
  }

  return {
    async before(request) {
      const { callId, input: given } = request.payload
      const made = asSaid(known.get(callId) ?? (await asked(request, given)), given)
      return { request: { ...request, payload: { ...request.payload, input: made.input } }, ...made }
    },
    async beforeOwn(request, own) {
      // Its words to an earlier process may have been about the model's input.
      return { request, ...asSaid(await asked(request, own), own) }
    },
    async after(result, request) {
      if (!after) return result
      const hook = 'onToolCall.after'
      /** The text that was replaced is kept nowhere. */
      const withOutput = (text: string): Result => {
        const output = cuttingBeside(scope.redact)(() => truncateOutput(text, outputLimits.most))
        return { ...result, output, fullOutput: null }
      }
      try {
        const { key: _, fullOutput: __, ...record } = result
        const seen = frozenCopy(record)
        const answer = await askHook(hook, scope, (signal) => after(seen, contextFor(request, signal)))
        if (!answer) return result
        note(request, { hook, outcome: 'amended', why: null })
        return withOutput(answer.output)
      } catch (error) {
        const why = failed(request, hook, error)
        // The hook may have been there to take something out.
        if (why === undefined) return result
        const withheld = withOutput(`[the result of this call is withheld: ${why}]`)
        // A reader can't know what the call did, though it may have been carried out.
        return result.status === 'ok' ? { ...withheld, status: 'error', code: 'hook_failed' } : withheld
      }
    },
  }
}

type Said = Pick<HookOutcome, 'hook' | 'outcome' | 'why' | 'input'>

function asSaid(said: Said | undefined, input: unknown): Pick<Hooked, 'input' | 'refused'> {
  switch (said?.outcome) {
    case 'refused':
      return { input, refused: said.why ?? '' }
    case 'amended':
      return { input: said.input }
    default:
      return { input }
  }
}

/** The outcomes of `before` in earlier processes, by the id of the call. A hook that failed there is asked again. */
function outcomesIn(history: RunScope['history']): ReadonlyMap<string | null, HookOutcome> {
  const outcomes = history
    .filter(({ type }) => type === 'HookOutcome')
    .map(({ payload }) => payload as HookOutcome)
    .filter(({ hook, outcome }) => hook === 'onToolCall.before' && outcome !== 'failed')
  return new Map(outcomes.map((outcome) => [outcome.callId, outcome]))
}
