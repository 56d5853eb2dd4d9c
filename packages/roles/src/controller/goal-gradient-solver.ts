import {
  type Decision,
  defaultProfile,
  intentResultDistance,
  loss,
  processImplausibility,
  profiles,
  resolveHyperparameters,
  resourceCost,
  type StopReason,
  step,
} from '@artoo/ggs'
import { isoTime } from '@artoo/llm'
import type { NewMegram } from '@artoo/mkct'
import { withCall } from '@artoo/runtime'
import { resolveMemoryProfile } from '../memory/memory-profiles.js'
import type { Outgoing } from '../messages/contracts.js'
import type { FinalResult, PlanDirective } from '../messages/control.js'
import type { Need } from '../messages/need.js'
import type { OutcomeSummary, Progress, ReplanRequest } from '../messages/outcome.js'
import type { Deadline } from '../messages/task.js'
import { failedByRefusals } from '../people/refusals.js'
import type { Role, Step } from '../role/role.js'
import { fits } from '../typed-output/fits.js'
import { accountOf } from './account.js'
import { atTheirBest, bestPartsAfter } from './best-parts.js'
import { type Experience, endOf, experiencesOf } from './experiences.js'
import { abandoned, accepted, answered, converged, measured, reachedBy } from './final-result.js'
import { leftBy, leftThen, withLeft } from './left.js'
import type { Cause } from './next-moves.js'
import { hasUnjudged, observe } from './observe.js'
import { ofWorkIn } from './of-work-in.js'
import { pauseFor, type TimeOfTask } from './pause.js'
import { planDirective } from './plan-directive.js'
import { type GoalGradientSolverComponents, initial, type Judged, type State } from './state.js'
import { heardOf, steer } from './steering.js'

/**
 * R7: the controller of the medium loop. The only role that emits `FinalResult`, and the only one that writes to
 * memory. Once it has ended a task it sends no more messages.
 *
 * @throws {GgsError} `invalid_hyperparameter` naming the one that is out of range.
 * @throws {ArtooError} `invalid_option` for an invalid memory profile.
 */
export function createGoalGradientSolver(components: GoalGradientSolverComponents = {}): Role<'R7', State> {
  const { environment = 'local', profile, nobodyConfirms, depth } = components
  const told = { nobodyConfirms, isDirect: depth === 'direct' }
  const hyperparameters = resolveHyperparameters(components.hyperparameters)
  const memoryProfile = resolveMemoryProfile(components.memoryProfile)
  const isDeliverable = fits(components.shape)
  const { targetsFor, refusals } = profiles[profile ?? defaultProfile]
  const blockedUntil = targetsFor === 'task' ? 'end' : 'change'
  const isRefused = (round: ReplanRequest | null) => refusals === 'once' && round !== null && failedByRefusals(round)

  /** Measures a round, decides on it, and returns the messages for the log and the memory. */
  function judge(
    state: State,
    round: OutcomeSummary | ReplanRequest,
    accepts: boolean,
    at: number,
  ): readonly [State, Decision, readonly Outgoing<'R7'>[]] {
    const [controller, decision] = step(
      state.controller,
      observe(round, { accepted: accepts, waitedMs: state.waitedMs, left: state.left }),
      {
        hyperparameters,
        ...(profile && { profile }),
      },
    )
    const fell = decision.gradient < -hyperparameters.epsilon
    const endedWell = decision.directive === 'accept' || decision.directive === 'success'
    const brokeThrough = state.controller.previousDirective === 'break_symmetry' && (fell || endedWell)
    const { blockedTargets, directive } = decision
    const experience: Experience = { round, blockedTargets, environment, at }
    const occasions = brokeThrough ? (['breakthrough', directive] as const) : [directive]
    // Unjudged and refused work leave no lesson.
    const isSilent = accepts ? hasUnjudged(round) : isRefused(round as ReplanRequest)
    const taught = isSilent ? [] : occasions
    const megrams = taught.flatMap((occasion) => experiencesOf(memoryProfile, occasion, experience))
    const sent: Outgoing<'R7'>[] = [{ type: 'ControlDecision', to: 'log', payload: decision }, ...megrams.map(remember)]
    return [{ ...state, controller, decision, heard: [] }, decision, sent]
  }

  function accept(state: State, round: OutcomeSummary, at: number): Step<'R7', State> {
    // The work beside the parts that were given up is done.
    if (state.left.length > 0) return replan(state, { ...round, gapSummary: '' }, at)
    const [next, decision, sent] = judge(state, round, true, at)
    return end(next, accepted(decision, round, accountOf(next, at, told)), sent)
  }

  /** Ends a task with an answer that was not judged. */
  function answer(state: State, output: string, at: number): Step<'R7', State> {
    const now = { ...costNow(state, at, { D: 0, P: 0 }), gradient: 0 }
    return end(state, answered(output, now, accountOf(state, at, told)), [])
  }

  function replan(state: State, round: ReplanRequest, at: number): Step<'R7', State> {
    const unmeasured = { ...state, lastRound: round, heard: [] }
    const needs = round.outcomes.flatMap((outcome) => outcome.needs)
    // A question is not a failure of a method: the round is not measured, and no lesson is stored.
    if (needs.length > 0) return stop(unmeasured, 'needs_answer', null, at, needs)
    if (isOutage(round)) return stop(unmeasured, 'infrastructure', failureIn(round), at)
    // Subtasks have the task's deadline too, and their timers may be the first.
    if ((state.deadline?.at ?? Infinity) <= at) return timeIsUp(unmeasured, at)
    const refusedRounds = state.refusedRounds + (isRefused(round) ? 1 : 0)
    // Another plan was made in the knowledge of the first refusal, and was refused too.
    if (isRefused(round) && refusedRounds > 1) return stop(unmeasured, 'refused', null, at)
    const [judged, decision, sent] = judge({ ...state, refusedRounds }, round, false, at)
    const isBest = judged.controller.best?.round === judged.controller.rounds
    const best = isBest ? { decision, round } : state.best
    const bestParts = bestPartsAfter(state.bestParts, round)
    const next = { ...judged, lastRound: round, best, bestParts }
    const { directive } = decision
    switch (directive) {
      case 'accept':
      case 'success': {
        const { decision: of, round: nearest } = delivered({ decision, round }, best)
        const given = { decision: of, round: withLeft(leftThen(state.left, of), nearest), last: round, isDeliverable }
        return end(next, converged(given, accountOf(next, at, told)), sent)
      }
      case 'deliver':
      case 'abandon': {
        const reason = decision.reason ?? 'replans_exhausted'
        const outcomes = atTheirBest(round.outcomes, bestParts)
        const reached = withLeft(state.left, { ...round, outcomes })
        const ending = { reason, detail: null, decision, reached, merged: round.output }
        return end(next, abandoned({ ...ending, measured: measured(decision) }, accountOf(next, at, told)), sent)
      }
      default:
        return goOn(next, { decision, round }, directive, at, sent)
    }
  }

  /** Orders the next plan, after a pause where that is an order: also of a part beside others that go on otherwise. */
  function goOn(
    state: State,
    { decision, round }: Judged,
    directive: PlanDirective['directive'],
    at: number,
    sent: readonly Outgoing<'R7'>[],
  ): Step<'R7', State> {
    const left = [...state.left, ...leftBy(decision, round)]
    const payload = planDirective(decision, directive, round, {
      ...{ actions: state.actions, left, blockedUntil },
      nobodyConfirms: nobodyConfirms !== undefined,
    })
    const next = { ...state, left }
    const delayMs = pauseFor(decision, timeIn(state, at))
    if (delayMs === 0) return [next, [...sent, { type: 'PlanDirective', to: 'R2', payload }]]
    return [
      { ...next, pending: payload },
      [...sent, { type: 'TimerRequest', to: 'timer', payload: { key: pause, delayMs } }],
    ]
  }

  function timeIn(state: State, at: number): TimeOfTask {
    const { timeBudgetMs: budgetMs } = hyperparameters
    const spentMs = Math.max(0, accountOf(state, at, told).elapsedMs - state.waitedMs)
    const leftMs = Math.min(budgetMs - spentMs, (state.deadline?.at ?? Infinity) - at)
    return { budgetMs, leftMs, roundMs: spentMs / state.controller.rounds }
  }

  /** Ends a task that can't go on, with the last loss that was measured, or that of a task without outcomes. */
  function stop(
    state: State,
    reason: Cause,
    detail: string | null,
    at: number,
    needs: readonly Need[] = [],
  ): Step<'R7', State> {
    const { decision, lastRound, heard } = state
    const account = accountOf(state, at, told)
    const D = decision?.loss.D ?? intentResultDistance([])
    const P = decision?.loss.P ?? processImplausibility([])
    const now = { ...costNow(state, at, { D, P }), gradient: decision?.gradient ?? 0 }
    // A task without another plan was measured and failed; one that was merely cut off proves nothing (Law 3).
    const megrams =
      reason === 'stalled' && lastRound
        ? endOf(memoryProfile, { round: lastRound, blockedTargets: [], environment, at })
        : []
    const found = reachedBy(lastRound, heard)
    const reached = found && withLeft(state.left, found)
    const merged = heard.length === 0 ? (lastRound?.output ?? null) : null
    const ending = { reason, detail, measured: now, decision, reached, merged, needs }
    return end(state, abandoned(ending, account), megrams.map(remember))
  }

  /** The loss of a distance and an implausibility at what was spent so far. */
  function costNow(state: State, at: number, { D, P }: { readonly D: number; readonly P: number }) {
    const { replans } = state.controller
    const elapsedMs = Math.max(0, accountOf(state, at, told).elapsedMs - state.waitedMs)
    const Omega = resourceCost({ replans, elapsedMs }, hyperparameters)
    const { L } = loss({ D, P, Omega }, hyperparameters)
    return { loss: { D, P, Omega, L }, replans }
  }

  function timeIsUp(state: State, at: number): Step<'R7', State> {
    const named = isoTime(state.deadline?.at ?? at)
    return stop(state, 'user_deadline', named, at)
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
        case 'UserWords':
          return steer(state, message.payload.text)
        case 'SteeringHeard':
          return [heardOf(state, message.payload.numbers), []]
        case 'Deadline': {
          const { payload: deadline } = message
          return [{ ...state, deadline }, timerFor(deadline)]
        }
        case 'TimerFired':
          return message.payload.key === pause ? resumed(state) : timeIsUp(state, message.at)
        case 'Answer':
          return answer(state, message.payload.output, message.at)
        case 'Unanswered':
          return stop(state, 'needs_answer', null, message.at, message.payload.needs)
        case 'ModelCall':
          return [{ ...state, usage: withCall(state.usage, message.payload) }, []]
        case 'Action':
          return [{ ...state, actions: [...state.actions, message.payload] }, []]
        case 'Progress':
          return [hear(state, message.payload), []]
        case 'OutcomeSummary':
          return accept(state, ofWorkIn(message.payload), message.at)
        case 'ReplanRequest':
          return replan(state, ofWorkIn(message.payload), message.at)
        case 'Interrupt':
          return stop(state, message.payload.reason, message.payload.message, message.at)
        case 'RoleFailure': {
          const { message: why } = message.payload
          const reason = reasonOf(state, message.payload, isRefused(state.lastRound))
          return stop(state, reason, why, message.at)
        }
      }
    },
  }
}

/** The key of the timer of a pause. */
const pause = 'pause'

/** Sends the plan's order that was held back. */
function resumed(state: State): Step<'R7', State> {
  const { pending } = state
  return pending === null
    ? [state, []]
    : [{ ...state, pending: null }, [{ type: 'PlanDirective', to: 'R2', payload: pending }]]
}

/** This round, or the best before it, with that round's loss. */
function delivered(present: Judged, best: Judged | null): Judged {
  const { deliver, round, replans } = present.decision
  if (deliver === round || best === null) return present
  return { round: best.round, decision: { ...best.decision, replans } }
}

/** The last report on a subtask counts. */
function hear(state: State, outcome: Progress): State {
  const others = state.heard.filter(({ subtaskId }) => subtaskId !== outcome.subtaskId)
  return { ...state, heard: [...others, outcome] }
}

/** The deadline is a time of the wall clock: waiting for people does not postpone it. */
function timerFor({ at: until }: Deadline): readonly Outgoing<'R7'>[] {
  return until === null ? [] : [{ type: 'TimerRequest', to: 'timer', payload: { key: 'deadline', until } }]
}

/** Whether only failures of a provider stood in the way: another plan would meet them too. */
function isOutage({ outcomes, taskVerdicts }: ReplanRequest): boolean {
  const failed = outcomes.filter((outcome) => outcome.status === 'failed')
  return taskVerdicts.length === 0 && failed.length > 0 && failed.every((outcome) => outcome.infrastructure)
}

const failureIn = ({ outcomes }: ReplanRequest) =>
  outcomes.find(({ status }) => status === 'failed')?.failureReason ?? null

function reasonOf(
  state: State,
  { code, infrastructure }: { readonly code: string; readonly infrastructure: boolean },
  isRefused: boolean,
): StopReason {
  if (infrastructure) return 'infrastructure'
  if (code !== 'planning_failed' && code !== 'infeasible') return 'role_failed'
  if (isRefused) return 'refused'
  const { decision } = state
  const isBlocked = decision !== null && decision.blockedTools.length + decision.blockedTargets.length > 0
  // Earlier plans and blocked tools may be the reason why no plan is left.
  return decision && (isBlocked || code === 'planning_failed') ? 'stalled' : code
}

function end(state: State, result: FinalResult, sent: readonly Outgoing<'R7'>[]): Step<'R7', State> {
  const problem = state.deadline?.problem
  const payload = problem ? { ...result, summary: `${result.summary} There was no deadline: ${problem}.` } : result
  return [{ ...state, ended: true }, [...sent, { type: 'FinalResult', to: 'host', payload }]]
}

function remember(payload: NewMegram): Outgoing<'R7'> {
  return { type: 'Megram', to: 'R5', payload }
}
