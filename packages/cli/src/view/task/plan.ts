import { oneLine, type RunEvent } from '@artoo/sdk'
import type { PayloadOf } from './events.js'

/** A part of the work. */
export interface Part {
  readonly id: string
  /** Parts of one number go side by side. */
  readonly sequence: number
  /** The round that planned it. */
  readonly round: number
  readonly intent: string
  readonly state: 'open' | 'working' | 'done' | 'failed' | 'kept'
  /** 1 for the first. */
  readonly attempt: number
  /** The failed part that it takes the place of, in words. */
  readonly insteadOf: string | null
  /** The reason for a failure, or the last correction. */
  readonly why: string | null
  /** The work is one conversation in the user's words. */
  readonly isDirect: boolean
}

export interface Plan {
  /** 0 before the first plan. */
  readonly round: number
  readonly criteria: readonly string[]
  readonly parts: readonly Part[]
}

export const noPlan: Plan = { round: 0, criteria: [], parts: [] }

export function planAfter(plan: Plan, event: RunEvent): Plan {
  switch (event.type) {
    case 'DispatchManifest':
      return planned(plan, event.payload)
    case 'SubTask':
      return event.to === 'R3' ? changed(plan, event.payload.subtaskId, { state: 'working' }) : plan
    case 'CorrectionSignal': {
      const { subtaskId, attempt, whatToDo } = event.payload
      return changed(plan, subtaskId, { state: 'working', attempt, why: oneLine(whatToDo) })
    }
    case 'SubTaskOutcome':
      return changed(plan, event.payload.subtaskId, outcomeOf(event.payload))
    case 'PlanDirective':
      return standing(plan, event.payload.done)
    case 'FinalResult':
      return {
        ...plan,
        parts: plan.parts.map((part) => (part.state === 'working' ? { ...part, state: 'open' } : part)),
      }
    default:
      return plan
  }
}

/** Parts that were done stay; the rest makes room for the new ones. */
function planned(plan: Plan, { round, criteria, subtasks }: PayloadOf<'DispatchManifest'>): Plan {
  const stays = ({ state }: Part) => state === 'done' || state === 'kept'
  const kept = plan.parts.filter(stays).map((part): Part => ({ ...part, state: 'kept' }))
  const added = subtasks.map(
    ({ subtaskId, sequence, intent, replaces, direct }): Part => ({
      ...{ id: subtaskId, sequence, round, intent: oneLine(intent), state: 'open', attempt: 1, why: null },
      ...{ insteadOf: plan.parts.find(({ id }) => id === replaces)?.intent ?? null, isDirect: direct === true },
    }),
  )
  return { round, criteria: criteria.map(({ text }) => oneLine(text)), parts: [...kept, ...added] }
}

function outcomeOf({ status, failureReason, attempts, verdicts }: PayloadOf<'SubTaskOutcome'>): Partial<Part> {
  if (status === 'matched') return { state: 'done', attempt: attempts, why: null }
  const why = failureReason ?? verdicts.find(({ verdict }) => verdict === 'fail')?.evidence ?? null
  return { state: 'failed', attempt: attempts, why: why === null ? null : oneLine(why) }
}

/** A part that matched and does not stand any more fell with the result as a whole. */
function standing(plan: Plan, done: PayloadOf<'PlanDirective'>['done']): Plan {
  const stands = new Set(done.map(({ subtaskId }) => subtaskId))
  const fell = ({ id, state }: Part) => (state === 'done' || state === 'kept') && !stands.has(id)
  const why = 'the result as a whole fell short'
  return { ...plan, parts: plan.parts.map((part) => (fell(part) ? { ...part, state: 'failed', why } : part)) }
}

function changed(plan: Plan, id: string, change: Partial<Part>): Plan {
  return { ...plan, parts: plan.parts.map((part) => (part.id === id ? { ...part, ...change } : part)) }
}
