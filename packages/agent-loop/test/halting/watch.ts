import type { StateFile } from '@artoo/agent-loop'
import { applied } from '../../src/state/applied.js'
import type { StateEvent } from '../../src/state/events.js'
import { whatIsWrong, whatIsWrongAtRest } from './invariants.js'
import { isLess, type Naive, naiveMeasure, naiveWeights, needs, wholeOf } from './naive.js'
import type { Repository } from './repository.js'

/** Holds all that a loop commits against what must hold, and keeps the state as it is written. */
export interface Watch {
  /** The fold of what was committed. */
  readonly state: StateFile
  readonly faults: readonly string[]
  readonly iterations: number
  commit(events: readonly StateEvent[], at: string, revision: number): void
  /** The process is gone, and with it what was not yet written. */
  fallBack(written: StateFile): void
  fault(text: string): void
}

const terminal: readonly string[] = ['ready', 'stopped', 'completed', 'halted']

/** Atoms that were split and whose own check counts as held now, though it was not run. */
function unearned({ type }: StateEvent, before: StateFile, { atoms }: StateFile): readonly string[] {
  if (type === 'proved') return []
  return Object.entries(atoms).flatMap(([id, { agreed, children, status }]) => {
    const isNew = agreed && children.length > 0 && status === 'resolved' && before.atoms[id]?.status !== status
    return isNew ? [`${id} is resolved by ${type}`] : []
  })
}

export function watch(initial: StateFile, repository: Repository): Watch {
  let state = initial
  let weights = naiveWeights(initial)
  let iterations = 0
  let last: { readonly epoch: number; readonly measure: Naive; readonly revision: number } | null = null
  const faults: string[] = []
  /** Strategies that were tried to their end, by the revision of that. */
  let tried: { readonly key: string; readonly epoch: number; readonly revision: number }[] = []
  const fault = (text: string) => void faults.push(`revision ${state.revision}: ${text}`)

  function beforeEvent(event: StateEvent, revision: number): void {
    const { control, objective, epoch, in_flight } = state
    switch (event.type) {
      case 'iteration_began': {
        iterations++
        if (control.iteration >= objective.constraints.max_iterations) fault('an iteration beyond max_iterations')
        const measure = naiveMeasure(state, weights)
        if (last?.epoch === epoch && !isLess(measure, last.measure)) fault(`from ${last.measure} to ${measure}`)
        last = { epoch, measure, revision }
        return
      }
      case 'launched':
        if (tried.some(({ key, epoch: then }) => key === event.strategy && then === epoch))
          fault(`${event.strategy} again`)
        return
      case 'attempt_failed':
      case 'probed':
      case 'resolved':
        tried.push({ key: in_flight[event.launch]?.strategy ?? '', epoch, revision })
        return
      default:
    }
  }

  function afterEvent(event: StateEvent, before: StateFile): void {
    if (['split', 'repaired', 'corrected'].includes(event.type)) weights = naiveWeights(state)
    if (event.type !== 'backtracked') return
    const whole = wholeOf(before, before.or_groups[event.group]?.selected ?? '')
    for (const [id, binding] of Object.entries(before.bindings)) {
      const isGone = !Object.hasOwn(state.bindings, id)
      if (!isGone && state.bindings[id] !== binding) fault(`${id} is bound otherwise after a switch`)
      const isBuiltOnIt = whole.includes(id) || whole.some((ground) => needs(before, id).has(ground))
      if (isGone && !isBuiltOnIt) fault(`${id} lost its binding to a switch`)
    }
  }

  return {
    get state() {
      return state
    },
    get iterations() {
      return iterations
    },
    faults,
    fault,
    commit(events, at, revision) {
      const from = { epoch: state.epoch, measure: naiveMeasure(state, weights) }
      for (const event of events) {
        const before = state
        beforeEvent(event, revision)
        state = applied(state, event, at)
        afterEvent(event, before)
        faults.push(...unearned(event, before, state))
      }
      state = { ...state, revision }
      const to = naiveMeasure(state, weights)
      if (state.epoch === from.epoch && isLess(from.measure, to)) fault(`it rose from ${from.measure} to ${to}`)
      const isSettled = terminal.includes(state.control.status)
      for (const text of whatIsWrong(state)) fault(text)
      if (!isSettled && state.control.iteration % 7 !== 0) return
      for (const text of whatIsWrongAtRest(state, repository)) fault(text)
      if (isSettled && Object.keys(state.in_flight).length > 0) fault('something is under way after the end')
    },
    fallBack(written) {
      state = written
      weights = naiveWeights(state)
      // The next process goes on below what was measured before it.
      if (last && last.revision > written.revision) last = null
      tried = tried.filter(({ revision }) => revision <= written.revision)
    },
  }
}
