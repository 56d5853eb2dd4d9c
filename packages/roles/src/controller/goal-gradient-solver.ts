import {
  type ControllerState,
  type Decision,
  type Hyperparameters,
  initialState,
  intentResultDistance,
  loss,
  processImplausibility,
  resolveHyperparameters,
  resourceCost,
  type StopReason,
  step,
} from '@artoo/ggs'
import type { NewMegram } from '@artoo/mkct'
import { isoTime } from '../iso-time.js'
import type { Outgoing } from '../messages/contracts.js'
import type { FinalResult } from '../messages/control.js'
import type { OutcomeSummary, ReplanRequest } from '../messages/outcome.js'
import type { Deadline } from '../messages/task.js'
import type { Role, Step } from '../role.js'
import { withActions } from './actions.js'
import { breakthroughsOf, endOf, experiencesOf } from './experiences.js'
import { abandoned, accepted, converged, measured, type Part } from './final-result.js'
import type { Cause } from './next-moves.js'
import { observe } from './observe.js'
import { planDirective } from './plan-directive.js'
import { refusalIn } from './refusal.js'

export interface GoalGradientSolverComponents {
  /** Checked once, here. */
  readonly hyperparameters?: Partial<Hyperparameters>
  /** Where the agent runs; experiences are kept apart by it. @defaultValue 'local' */
  readonly environment?: string
}

interface State {
  readonly startedAt: number
  /** What the user named. */
  readonly deadline: Deadline | null
  /** Milliseconds that people took. */
  readonly waitedMs: number
  readonly controller: ControllerState
  /** Of the last round. */
  readonly decision: Decision | null
  readonly lastRound: ReplanRequest | null
  /** The last Law 1 refusal that a subtask failed of. */
  readonly refusal: string | null
  /** Matched outputs of all rounds. */
  readonly parts: readonly Part[]
  /** What tool calls did in rounds that are over. */
  readonly actions: FinalResult['actions']
  readonly ended: boolean
}

const initial: State = {
  startedAt: 0,
  deadline: null,
  waitedMs: 0,
  controller: initialState,
  decision: null,
  lastRound: null,
  refusal: null,
  parts: [],
  actions: [],
  ended: false,
}

/**
 * R7: the controller of the medium loop. The only role that emits `FinalResult`, and the only one that writes to
 * memory. Once it has ended a task it says nothing more.
 *
 * @throws {GgsError} `invalid_hyperparameter` naming the one that is out of range.
 */
export function createGoalGradientSolver(components: GoalGradientSolverComponents = {}): Role<'R7', State> {
  const { environment = 'local' } = components
  const hyperparameters = resolveHyperparameters(components.hyperparameters)

  /** Measures a round, decides, and says what is to be logged and remembered of it. */
  function judge(
    state: State,
    round: OutcomeSummary | ReplanRequest,
    accepts: boolean,
  ): readonly [State, Decision, readonly Outgoing<'R7'>[]] {
    const [controller, decision] = step(state.controller, observe(round, accepts, state.waitedMs), hyperparameters)
    const fell = decision.gradient < -hyperparameters.epsilon
    const endedWell = decision.directive === 'accept' || decision.directive === 'success'
    const brokeThrough = state.controller.previousDirective === 'break_symmetry' && (fell || endedWell)
    const megrams = [...(brokeThrough ? breakthroughsOf(round) : []), ...experiencesOf(decision, round, environment)]
    const sent: Outgoing<'R7'>[] = [{ type: 'ControlDecision', to: 'log', payload: decision }, ...megrams.map(remember)]
    return [{ ...state, controller, decision, actions: withActions(state.actions, round) }, decision, sent]
  }

  function accept(state: State, round: OutcomeSummary): Step<'R7', State> {
    const [next, decision, sent] = judge(state, round, true)
    return end(next, accepted(decision, round, next.actions), sent)
  }

  function replan(state: State, round: ReplanRequest, at: number): Step<'R7', State> {
    const refusal = refusalIn(round) ?? state.refusal
    const unmeasured = { ...state, lastRound: round, refusal, actions: withActions(state.actions, round) }
    if (isOutage(round)) return stop(unmeasured, 'infrastructure', round.gapSummary, at)
    // Subtasks have the task's deadline too, and their timers may be the first.
    if ((state.deadline?.at ?? Infinity) <= at) return timeIsUp(unmeasured, at)
    const [judged, decision, sent] = judge(state, round, false)
    const next = { ...judged, lastRound: round, refusal }
    const { parts, actions } = next
    const { directive } = decision
    switch (directive) {
      case 'accept':
      case 'success':
        return end(next, converged(decision, round, refusal, actions), sent)
      case 'abandon': {
        const reason = decision.reason ?? 'replans_exhausted'
        const detail = round.gapSummary
        const ending = { reason, detail, parts, measured: measured(decision), decision, round, refusal, actions }
        return end(next, abandoned(ending), sent)
      }
      default:
        return [
          next,
          [...sent, { type: 'PlanDirective', to: 'R2', payload: planDirective(decision, directive, round) }],
        ]
    }
  }

  /** Ends a task that can't go on, with the last loss that was measured, or that of a task without outcomes. */
  function stop(state: State, reason: Cause, detail: string, at: number): Step<'R7', State> {
    const { decision, lastRound: round, refusal } = state
    const { replans } = state.controller
    // The last resort may not throw, so a clock that runs backwards or wild counts as one that stands still.
    const spentMs = at - state.startedAt - state.waitedMs
    const elapsedMs = spentMs > 0 && spentMs <= Number.MAX_SAFE_INTEGER ? spentMs : 0
    const Omega = resourceCost({ replans, elapsedMs }, hyperparameters)
    const D = decision?.loss.D ?? intentResultDistance([])
    const P = decision?.loss.P ?? processImplausibility([])
    const { L } = loss({ D, P, Omega }, hyperparameters)
    const now = { loss: { D, P, Omega, L }, gradient: decision?.gradient ?? 0, replans }
    const { parts, actions } = state
    // A task without another plan was measured and failed; one that was merely cut off proves nothing (Law 3).
    const megrams = reason === 'stalled' && round ? [endOf('abandon', round, detail, environment)] : []
    return end(
      state,
      abandoned({ reason, detail, parts, measured: now, decision, round, refusal, actions }),
      megrams.map(remember),
    )
  }

  function timeIsUp(state: State, at: number): Step<'R7', State> {
    const named = isoTime(state.deadline?.at ?? at)
    return stop(state, 'user_deadline', `It was the time that the user named: ${named}.`, at)
  }

  return {
    actor: 'R7',
    initial,
    decide(state, message) {
      if (state.ended) return [state, []]
      switch (message.type) {
        case 'TaskStarted':
          return [{ ...state, startedAt: message.at }, []]
        case 'Waited':
          return [{ ...state, waitedMs: message.payload.waitedMs }, []]
        case 'Deadline': {
          const { payload: deadline, at } = message
          return [{ ...state, deadline }, timerFor(deadline, at)]
        }
        case 'TimerFired':
          return timeIsUp(state, message.at)
        case 'Progress': {
          const { intent, output } = message.payload
          return [{ ...state, parts: [...state.parts, { intent, output }] }, []]
        }
        case 'OutcomeSummary':
          return accept(state, message.payload)
        case 'ReplanRequest':
          return replan(state, message.payload, message.at)
        case 'Interrupt':
          return stop(state, message.payload.reason, message.payload.message, message.at)
        case 'RoleFailure': {
          const { code, message: why } = message.payload
          const reason = reasonOf(state, message.payload)
          // That one is written for the user to read.
          const detail = reason === 'infeasible' ? why : `${message.from}: ${why} [${code}]`
          return stop(state, reason, detail, message.at)
        }
      }
    },
  }
}

/** People who take their time don't put it off: it is a time on the wall. */
function timerFor({ at: deadline }: Deadline, now: number): readonly Outgoing<'R7'>[] {
  if (deadline === null) return []
  const delayMs = Math.max(0, deadline - now)
  return [{ type: 'TimerRequest', to: 'timer', payload: { key: 'deadline', delayMs } }]
}

/** Nothing but a provider's failure stood in the way: another plan would meet it too. */
function isOutage({ outcomes, taskVerdicts }: ReplanRequest): boolean {
  const failed = outcomes.filter((outcome) => outcome.status === 'failed')
  return taskVerdicts.length === 0 && failed.length > 0 && failed.every((outcome) => outcome.infrastructure)
}

function reasonOf(
  state: State,
  { code, infrastructure }: { readonly code: string; readonly infrastructure: boolean },
): StopReason {
  if (infrastructure) return 'infrastructure'
  if (code !== 'planning_failed' && code !== 'infeasible') return 'role_failed'
  // After a failed round it is what was blocked that leaves no plan.
  return state.controller.rounds > 0 ? 'stalled' : code
}

function end(state: State, result: FinalResult, sent: readonly Outgoing<'R7'>[]): Step<'R7', State> {
  const problem = state.deadline?.problem
  const payload = problem ? { ...result, summary: `${result.summary} There was no deadline: ${problem}.` } : result
  return [{ ...state, ended: true }, [...sent, { type: 'FinalResult', to: 'host', payload }]]
}

function remember(payload: NewMegram): Outgoing<'R7'> {
  return { type: 'Megram', to: 'R5', payload }
}
