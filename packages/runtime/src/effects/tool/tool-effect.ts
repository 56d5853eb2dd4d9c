import { oneByOne, stopwatch, type Tool } from '@artoo/spec'
import {
  type BlockableCall,
  createVault,
  type DecidedCall,
  type Decision,
  knownPermissions,
  type Permissions,
  runToolCall,
  type ToolCallOutcome,
} from '@artoo/tools'
import { byName } from '../../by-name.js'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import { type Effect, effect } from '../../scope/effect.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { FairSlots } from '../../time/fair-slots.js'
import { answeredBefore } from './answered-before.js'
import { type Asking, type TurnPlace, type TurnQuestions, turnQuestions } from './asked-ahead.js'
import { callDoubts } from './call-doubts.js'
import { callKeys } from './call-keys.js'
import { callLedger, targetsWrittenIn } from './call-ledger.js'
import { type CallOrder, type CallPlace, callOrder } from './call-order.js'
import { readResults } from './call-origin.js'
import { callProgress } from './call-progress.js'
import { type Hooked, hookedCalls } from './hooked-calls.js'
import { toolQuestions } from './questions.js'
import { type InstancePermissions, type OnAlways, runPermissions } from './run-permissions.js'
import { toolAsks } from './tool-asks.js'
import type { ToolCallHooks } from './tool-call-hooks.js'
import { toolFacts } from './tool-facts.js'
import type { Called, Made, Request, ToolPort } from './tool-port.js'

export interface ToolEffectOptions {
  readonly tools: readonly Tool[]
  /** Places for executions in flight, over all runs. */
  readonly slots: FairSlots
  /** Rules and mode for all runs. @defaultValue no rules, mode `ask` */
  readonly permissions?: Permissions | undefined
  /** @defaultValue `always` is not offered to people */
  readonly onAlways?: OnAlways | undefined
  /** Called around each call; the system then has `hookContracts()`. @defaultValue nothing is called */
  readonly hooks?: ToolCallHooks | undefined
}

/**
 * Runs tool calls behind the Law 1 gate, and refuses what is blocked. Whether a call that is irreversible, or
 * under caution and no read, may be made is asked over the bus, one question at a time, so that question and answer stand in the log.
 *
 * @throws {ArtooError} `duplicate_name` for two tools of one name, `invalid_rule` and `invalid_option` for permissions that can't be read.
 */
export function toolEffect({ tools, slots, permissions, onAlways, hooks }: ToolEffectOptions): Effect {
  const known = knownPermissions(permissions, tools)
  const instance = { permissions: known, onAlways, always: [] }
  const components = { tools: byName('tools', tools), slots, instance, hooks }
  return effect({
    actor: 'tools',
    unanswered: 'ask',
    answers: { ToolRequest: ['ToolResult'] },
    facts: toolFacts(tools, known),
    vault: createVault(tools.flatMap(({ secrets }) => secrets ?? [])),
    bind: (port: ToolPort, scope) => bindToolService(port, scope, components),
  })
}

interface Components {
  readonly tools: ReadonlyMap<string, Tool>
  readonly slots: FairSlots
  readonly instance: InstancePermissions
  readonly hooks: ToolCallHooks | undefined
}

/** The number of a request among those of the run, from 1; a request that is made again after a crash keeps its own. */
function requestNumbers(history: RunScope['history']): (request: Pick<Request, 'id'>) => number {
  const numbers = new Map<string, number>()
  const numberOf = ({ id }: Pick<Request, 'id'>) => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return number
  }
  for (const event of history) if (event.type === 'ToolRequest') numberOf(event)
  return numberOf
}

/** `decidedBy` in the record of a call that a hook refuses. */
const decidedBy = 'onToolCall.before'

const reasonIn = (decision: Exclude<Decision, { verdict: 'run' }>) =>
  decision.verdict === 'ask' ? decision.question.reason : decision.reason

/** The outcome of a call that is refused before anything is known of it. */
function unmade(code: string, output: string): ToolCallOutcome {
  return {
    status: 'refused',
    output,
    code,
    target: null,
    effect: null,
    fullOutput: null,
    confirmed: false,
    change: null,
  }
}

interface Place extends Pick<CallPlace, 'inOrder'>, Pick<TurnPlace, 'foresee'> {
  /** The run's calls are used up. */
  readonly isOver: boolean
}

function bindToolService(port: ToolPort, scope: RunScope, { tools, slots, instance, hooks }: Components): void {
  const { signal, clock, limits, people } = scope
  const inTurn = slots.forRun(signal)
  const before = answeredBefore(scope, tools)
  const permitted = runPermissions(scope, [...tools.values()], instance)
  const turns = new Map<string, { readonly order: CallOrder; readonly turn: TurnQuestions }>()
  const numberOf = requestNumbers(scope.history)
  const ledger = callLedger(scope.taskId, targetsWrittenIn(scope.history))
  const keys = callKeys(scope, tools)
  const reads = readResults(scope.history)
  const doubts = callDoubts(scope, before, keys)
  const hooked = hookedCalls(hooks, port, scope)
  const asks = toolAsks(port)
  const questions = toolQuestions(port, scope, { tools, before, doubts, keys, permitted })
  /** A call of a run that is about to end has no result: nobody is to hear one before the run's signal aborts. */
  const theEnd = new Promise<never>(() => {})
  const mayExecute = async () => (await scope.holds()) || theEnd

  function turnsOf(key: string) {
    const known = turns.get(key) ?? { order: callOrder(oneByOne(signal)), turn: turnQuestions(questions.askAll) }
    turns.set(key, known)
    return known
  }

  async function run(request: Request, made: Made, { inOrder, foresee, isOver }: Place): Promise<ToolCallOutcome> {
    const { callId, attempt, tool: name, blockedTargets, cautions, readsOnly } = request.payload
    const tool = tools.get(name)
    if (!tool) return unmade('unknown_tool', `there is no tool ${name}`)
    if (isOver) {
      const output = `the run's ${limits.toolCalls} tool calls (limits.toolCalls) are used up: report what you have`
      return unmade('too_many_calls', output)
    }
    const blockOn = (call: BlockableCall) =>
      cuttingBeside(scope.redact)(() =>
        ledger.refusalOf({ ...call, callId, tool: name, given: made.input }, blockedTargets),
      )
    const cautionOn = (target: string | null) =>
      cautions
        .filter((caution) => caution.tool === name && caution.target === target)
        .map(({ reason }) => reason)
        .join('; ') || null
    const isDecided = doubts.answerBefore(request) || (tool.idempotent && doubts.mayBeDone(request))
    const called: Called = Object.assign(made, { tool })
    const { confirm, foresee: ahead, isAnswered } = questions.asker(request, called)
    const timeoutMs = limits.toolTimeoutMs
    const idempotencyKeyOf = (parsed: unknown) => keys.keyOf({ callId, tool: name, input: made.input, parsed })
    const runOf = (parsed: unknown) => scope.part(() => idempotencyKeyOf(parsed))
    const progress = callProgress(port, scope, request)
    const onProgress = progress.tell
    const ofCall = {
      callId,
      attempt,
      idempotencyKeyOf,
      runOf,
      fence: scope.epoch,
      mayExecute,
      onProgress,
      ask: asks.asker(request),
    }
    const promised = before.questionOf.get(callId)?.secrets
    const ofRun = {
      redact: scope.redact,
      vault: scope.vault,
      promised,
      taskId: scope.taskId,
      context: scope.context,
      signal,
      clock,
      timeoutMs,
    }
    const inRun = { ...ofRun, ...ofCall }
    const waitingInOrder: typeof inOrder = (kind, work) => {
      const goOn = scope.hold(request.id)
      return inOrder(kind, (stale) => {
        goOn()
        // Before the next call begins, whose key depends on it: what ends without a result throws.
        const ended = (status: 'ok' | 'error') => () => keys.ended(callId, status)
        const carriedOut = work(stale)
        carriedOut.then(ended('ok'), ended('error'))
        return carriedOut
      })
    }
    if (readsOnly) {
      const decide = (call: DecidedCall) => permitted.decide(call, { doubt: null, isAnswered: false })
      const looking = { ...inRun, readsOnly, decideOn: decide, inTurn, inOrder: waitingInOrder }
      return runToolCall(tool, made.input, looking).finally(progress.end)
    }
    const doubt = doubts.ofRule(request, tool)
    const decideOn = async (call: DecidedCall) => {
      const decision = await permitted.decide(call, { doubt, isAnswered: isAnswered() })
      const isTold = decision.verdict !== 'run' && doubt !== null && reasonIn(decision).endsWith(doubt)
      // A call that is refused now may have been allowed to an earlier process, which carried it out.
      const isLate = decision.verdict === 'refuse' && doubt !== null && call.effect.kind !== 'read'
      made.isDoubted ||= isTold || isLate
      return decision
    }
    const asking = (people.mayConfirm || isDecided) && {
      confirm,
      ...(people.asksTogether && { foresee: (question: () => Promise<Asking | null>) => ahead(foresee, question) }),
    }
    const onAmended = async (given: unknown) => {
      const { input, refused } = await hooked.beforeOwn(request, given)
      made.input = input
      return refused === undefined ? { input } : { refused, decidedBy }
    }
    const gate = { ...asking, blockOn, cautionOn, decideOn, keepsRules: permitted.keepsRules }
    const making = { ...inRun, ...gate, onAmended, inTurn, inOrder: waitingInOrder }
    return runToolCall(tool, made.input, making).finally(progress.end)
  }

  /** The outcome of a call that a hook refuses, and which an earlier process may have carried out. */
  function refusedByHook(request: Request, called: Made, why: string): ToolCallOutcome {
    const { tool } = request.payload
    called.isDoubted ||= doubts.isUnderWay(request) && tools.get(tool)?.declaredEffect !== 'read'
    return { ...unmade('law1_refused', `[LAW1] refused: ${tool}: ${why}.`), decidedBy }
  }

  /** The call as the host's hook lets it be made; with the input that a person gave to an earlier process, where there is one. */
  async function reviewed(asked: Request): Promise<Hooked> {
    const own = doubts.inputBefore(asked)
    return own === asked.payload.input ? hooked.before(asked) : hooked.beforeOwn(asked, own)
  }

  async function answer(asked: Request, place: Place): Promise<void> {
    if (!(await scope.mayBegin())) return
    const { request, input, refused } = await reviewed(asked)
    // The words of a hook must stand in the log before it is acted on: the next process reads it there.
    if (hooks && !(await scope.mayBegin())) return
    const { from: to, payload } = request
    const { key, callId: id, attempt, tool, readsOnly } = payload
    await keys.ready()
    const elapsed = stopwatch(clock)
    const called: Made = { input, isDoubted: doubts.mayBeDone(request) }
    const ended = refused === undefined ? await run(request, called, place) : refusedByHook(request, called, refused)
    const outcome = called.isDoubted ? doubts.withDoubt(ended) : ended
    if (signal.aborted) return
    const about = { key, id, attempt, tool, input: called.input, ...(readsOnly && { look: readsOnly }) }
    const made = { ...about, ...outcome, durationMs: elapsed() }
    const origin = outcome.status === 'refused' ? reads.originOf(made, scope.words()) : null
    const result = await hooked.after({ ...made, ...(origin && { origin }) }, request)
    if (signal.aborted) return
    ledger.note(result, clock.now())
    questions.note(result)
    reads.note(result)
    port.publish({ type: 'ToolResult', to, payload: result }, { causationId: request.id })
  }

  port.receive((message) => {
    if (message.type === 'ToolRequest') {
      const { order, turn } = turnsOf(message.payload.key)
      const [place, inTurn] = [order.enter(), turn.enter()]
      const isOver = numberOf(message) > limits.toolCalls
      return answer(message, { inOrder: place.inOrder, foresee: inTurn.foresee, isOver }).finally(() => {
        place.leave()
        inTurn.leave()
      })
    }
    if (message.type === 'ModeChanged') return
    if (message.type === 'ClarificationAnswer') return asks.answered(message.payload)
    ledger.answered(message.payload.callId)
    questions.answered(message.payload)
  })
}
