import { ArtooError, shortened } from '@artoo/spec'
import { corrected } from './corrected.js'
import {
  atomIn,
  cut,
  groupIn,
  landed,
  landedAll,
  launchIn,
  noted,
  replaced,
  withAnew,
  withAtom,
  withGroup,
  withNodes,
  without,
} from './edits.js'
import type { StateEvent } from './events.js'
import { flowOf } from './flow.js'
import { behindOf, freed, reopened, withParts } from './ground.js'
import { interrupted } from './interrupted.js'
import { resolvedAbove } from './resolved-above.js'
import type { BaseCaseVerdict, StateFile, TrailEntry } from './state-file.js'

/**
 * The state after an event: pure, and the only way in which a state changes.
 *
 * @param at When it happened, an ISO time.
 */
export function applied(state: StateFile, event: StateEvent, at: string): StateFile {
  const trail = (...entries: TrailOf[]) => [...state.trail, ...entries.map((entry) => stamped(entry, at, state.epoch))]
  const control = (changes: Partial<StateFile['control']>): StateFile => ({
    ...state,
    control: { ...state.control, ...changes },
  })
  switch (event.type) {
    case 'started': {
      const status = state.control.redirect_requested ? 'redirecting' : 'running'
      return { ...recovered(state, at), control: { ...state.control, ...fresh, status } }
    }
    case 'stood':
      return { ...state, head: event.head }
    case 'iteration_began':
      return control({ iteration: state.control.iteration + 1 })
    case 'chosen': {
      const { group, choice, reason } = event
      const type = groupIn(state, group).failed.length > 0 ? 'or_switch' : 'or_select'
      return {
        ...withGroup(withAtom(state, choice, { status: 'pending' }), group, { selected: choice }),
        trail: trail({ type, group, selected: choice, reason: shortened(reason) }),
      }
    }
    case 'launched': {
      const { launch, atom, role, strategy } = event
      const { attempts, probes } = atomIn(state, atom)
      const spent = role === 'probe' ? { probes: probes + 1 } : { attempts: attempts + 1 }
      return {
        ...withAtom(state, atom, { status: 'in_progress', ...spent }),
        in_flight: { ...state.in_flight, [launch]: { atom, role, epoch: state.epoch, started: at, strategy } },
        strategies_tried: [...state.strategies_tried, strategy],
      }
    }
    case 'resolved':
      return resolved(state, event, at)
    case 'attempt_failed': {
      const { atom } = launchIn(state, event.launch)
      return {
        ...landed(state, event.launch, { notes: noted(atomIn(state, atom), event.reason) }),
        trail: trail({ type: 'atom_fail', atom, reason: shortened(event.reason) }),
      }
    }
    case 'probed': {
      const { launch, feasible, findings, cost_estimate } = event
      const atom = atomIn(state, launchIn(state, launch).atom)
      const note = `a probe found it ${feasible ? 'feasible' : 'not feasible'}: ${findings}`
      return landed(state, launch, {
        notes: noted(atom, note),
        ...(cost_estimate !== null && { cost_estimate }),
        // An infeasible atom isn't attempted again in this form.
        ...(!feasible && { attempts: Math.max(atom.attempts, state.objective.constraints.max_attempts) }),
      })
    }
    case 'dropped':
      return event.isRefunded ? refunded(state, event.launch) : cut(state, event.launch)
    case 'atom_failed':
      return failed(state, event.atom, event.reason, at)
    case 'backtracked':
      return backtracked(state, event, at)
    case 'split': {
      const { rank } = atomIn(state, event.atom)
      const grown = withNodes(state, event, { parent: event.atom, rank: rank - 1, agreed: false })
      return withAtom(grown, event.atom, { status: 'pending', children: event.atoms.map(({ id }) => id) })
    }
    case 'split_refused': {
      const notes = noted(atomIn(state, event.atom), `it was not split: ${event.reason}`)
      return withAtom(state, event.atom, { rank: 0, notes })
    }
    case 'repaired':
      return repaired(state, event)
    case 'given_up':
      return control({ repairs_left: state.control.repairs_left - 1, halt_detail: event.reason })
    case 'proved':
      return resolvedAbove(withAtom(state, event.atom, { status: 'resolved' }), event.atom)
    case 'disproved': {
      const { atom, reason } = event
      return {
        ...withAtom(state, atom, { status: 'failed', notes: noted(atomIn(state, atom), reason) }),
        trail: trail({ type: 'atom_fail', atom, reason: shortened(reason) }),
      }
    }
    case 'verified':
      return control({ last_verdict: { ...bounded(event.verdict), at } })
    case 'tokens_used':
      return control({ tokens_used: state.control.tokens_used + event.tokens })
    case 'stop_requested': {
      const isRunning = state.control.status === 'running'
      return control({ stop_requested: true, stop_reason: event.reason, ...(isRunning && { status: 'stopping' }) })
    }
    case 'redirect_requested':
      return control({ redirect_requested: true, status: 'redirecting' })
    case 'corrected':
      return corrected(state, event, at)
    case 'redirect_cancelled':
      return {
        ...control({ redirect_requested: false, status: 'running' }),
        corrections: [
          ...state.corrections,
          { timestamp: at, type: 'dag_adjustment', description: 'cancelled', trail_cleared: false },
        ],
      }
    case 'attested': {
      const { text, holds, by } = event
      if (state.head === null)
        throw new ArtooError('internal_error', 'there is no work of which anything could be said')
      return { ...state, attested: [...state.attested, { text, holds, by, at, head: state.head }] }
    }
    case 'ended': {
      const { status, code, detail } = event
      const stopped = landedAll(state)
      return { ...stopped, control: { ...stopped.control, status, halt_code: code, halt_detail: detail } }
    }
    default:
      return event satisfies never
  }
}

type TrailOf = TrailEntry extends infer E ? (E extends TrailEntry ? Omit<E, 'at' | 'epoch'> : never) : never

const stamped = (entry: TrailOf, at: string, epoch: number) => ({ at, epoch, ...entry }) as TrailEntry

function bounded<V extends Pick<BaseCaseVerdict, 'evidence' | 'failures'>>(verdict: V): V {
  const failures = verdict.failures.slice(0, 20).map((failure) => shortened(failure))
  return { ...verdict, evidence: shortened(verdict.evidence, 2000), failures }
}

const fresh = {
  halt_code: null,
  halt_detail: null,
  stop_requested: false,
  stop_reason: null,
} as const satisfies Partial<StateFile['control']>

/** Settles the work that a process left under way when it died. */
function recovered(state: StateFile, at: string): StateFile {
  return Object.keys(state.in_flight).reduce((left, launch) => interrupted(left, launch, at), state)
}

/** As if it had not been launched. It begins a new epoch, since the measure rises. */
function refunded(state: StateFile, id: string): StateFile {
  const { atom, role } = launchIn(state, id)
  const { attempts, probes } = atomIn(state, atom)
  const back = role === 'probe' ? { probes: probes - 1 } : { attempts: attempts - 1 }
  return { ...withAtom(cut(state, id), atom, back), epoch: state.epoch + 1 }
}

function resolved(state: StateFile, event: Extract<StateEvent, { type: 'resolved' }>, at: string): StateFile {
  const { launch, summary, artifacts, commit, head } = event
  const { atom: id } = launchIn(state, launch)
  const { group } = atomIn(state, id)
  const binding = { summary, artifacts: [...artifacts], commit, origin: 'worker' as const, epoch: state.epoch }
  const bound: StateFile = {
    ...landed(state, launch, { status: 'resolved' }),
    head,
    bindings: replaced(state.bindings, [[id, binding]]),
  }
  return resolvedAbove(group === null ? bound : won(bound, group, id, at), id)
}

/** The first that succeeds is taken; the others count as not tried. */
function won(state: StateFile, group: string, choice: string, at: string): StateFile {
  const { selected, choices, failed: given } = groupIn(state, group)
  if (selected !== null) return state
  const entry = stamped(
    { type: 'or_select', group, selected: choice, reason: 'the first that succeeded' },
    at,
    state.epoch,
  )
  const others = choices.filter((other) => other !== choice && !given.includes(other))
  const taken = others.reduce((left, other) => withAtom(left, other, { status: 'superseded' }), state)
  return { ...withGroup(taken, group, { selected: choice }), trail: [...state.trail, entry] }
}

/** A choice is out of its group; anything else is a dead end. */
function failed(state: StateFile, id: string, reason: string, at: string): StateFile {
  const { group } = atomIn(state, id)
  const down = withAtom(state, id, { status: 'failed' })
  return group === null ? down : givenUp(down, group, id, reason, at)
}

/** Gives up a choice: everything that builds on it is done anew, and groups that chose because of it choose anew. */
function givenUp(state: StateFile, id: string, choice: string, reason: string, at: string): StateFile {
  const { failed: before, selected } = groupIn(state, id)
  const { atoms: behind, grounded } = behindOf(state, flowOf(state), choice)
  const changes = { failed: [...before, choice], selected: selected === choice ? null : selected }
  const turned: StateFile = {
    ...state,
    atoms: withAnew(state.atoms, behind),
    or_groups: { ...state.or_groups, ...reopened(state, grounded) },
    bindings: without(state.bindings, behind),
    trail: [
      ...state.trail,
      stamped({ type: 'or_fail', group: id, choice, reason: shortened(reason) }, at, state.epoch),
    ],
  }
  return freed(withGroup(turned, id, changes))
}

function backtracked(state: StateFile, event: Extract<StateEvent, { type: 'backtracked' }>, at: string): StateFile {
  const { group: id, reason, head, residual } = event
  const { selected: choice } = groupIn(state, id)
  if (choice === null) throw new ArtooError('internal_error', `${id} has no selected choice to turn back from`)
  const turned = givenUp(state, id, choice, reason, at)
  const parts = withParts(state, choice)
  // The failed parts stay as they are: there the choice can be repaired.
  const sound = parts.filter((part) => atomIn(state, part).status !== 'failed')
  return {
    ...withAtom({ ...turned, atoms: withAnew(turned.atoms, sound) }, choice, { status: 'failed' }),
    head,
    bindings: without(turned.bindings, parts),
    residual_effects: [...state.residual_effects, ...residual],
  }
}

/** Paid with a repair, so that it may split even what may not be split any more. */
function repaired(state: StateFile, event: Extract<StateEvent, { type: 'repaired' }>): StateFile {
  const { deadEnd: id, atoms } = event
  const control = { ...state.control, repairs_left: state.control.repairs_left - 1 }
  if (atoms.length === 0) return { ...state, control }
  if (id === null) {
    const rank = state.objective.constraints.max_depth
    return { ...withNodes(state, event, { parent: null, rank, agreed: false }), control }
  }
  const { rank, children } = atomIn(state, id)
  const grown = withNodes(state, event, { parent: id, rank: Math.max(0, rank - 1), agreed: false })
  const parts = [...children, ...atoms.map((atom) => atom.id)]
  return { ...revived(withAtom(grown, id, { children: parts }), id), control }
}

/** Taken up again, with all that it is a part of. */
function revived(state: StateFile, id: string): StateFile {
  const { group: choosing, parent } = atomIn(state, id)
  const up = withAtom(state, id, { status: 'pending' })
  const group = choosing === null ? null : groupIn(state, choosing)
  const changes = group && { selected: id, failed: group.failed.filter((choice) => choice !== id) }
  const taken = choosing !== null && changes ? withGroup(up, choosing, changes) : up
  return parent === null ? taken : revived(taken, parent)
}
