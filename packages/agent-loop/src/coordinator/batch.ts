import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts } from '../messages/contracts.js'
import { briefOf } from '../state/brief.js'
import { atomIn } from '../state/edits.js'
import type { LaunchPlan } from './move.js'
import type { Success } from './phase.js'
import { nextTicket, type Transition } from './transition.js'

/** Paths that a binding names. */
const mostArtifacts = 50

/** Sends sub-agents out. What each attempt costs is written before it begins. */
export function launch(transition: Transition, plans: readonly LaunchPlan[]): void {
  const { objective } = transition.loop
  const launches = plans.map((plan, index) => ({ ...plan, launch: `${transition.revision}-${index + 1}` }))
  // The briefs are made before the launches are recorded: the note of one launch is not yet known to the others.
  const requests = launches.map(({ launch: id, atom, role }) => ({
    launch: id,
    role,
    brief: briefOf(transition.loop, atom),
    parallel: objective.constraints.max_parallel_agents,
  }))
  transition.happen({ type: 'iteration_began' })
  for (const { launch: id, atom, role, key } of launches) {
    transition.happen({ type: 'launched', launch: id, atom, role, strategy: key })
  }
  for (const payload of requests) transition.send({ type: 'LaunchRequest', to: 'agents', payload })
  transition.phase = { name: 'running', open: launches.map((each) => each.launch), queue: [] }
}

/** Takes in what a sub-agent came to. A success is integrated while others are still under way, so that no crash loses it with them. */
export function agentReported(
  transition: Transition,
  { launch: id, report }: PayloadOf<LoopContracts, 'AgentReport'>,
): void {
  const { phase } = transition
  if (phase.name !== 'running' || !phase.open.includes(id)) {
    transition.send(discard(id))
    return
  }
  const open = phase.open.filter((other) => other !== id)
  switch (report.outcome) {
    case 'success': {
      const rivals = rivalsOf(transition, id, open)
      callOff(transition, rivals, 'another choice succeeded first', false)
      const left = open.filter((other) => !rivals.includes(other))
      const queue = [...phase.queue, { launch: id, report }]
      settle(transition, left, queue)
      if (queue.length === 1) integrateFirst(transition, queue)
      return
    }
    case 'findings':
      transition.happen({ ...report, type: 'probed', launch: id, cost_estimate: report.costEstimate })
      break
    case 'failure':
      transition.happen({ type: 'attempt_failed', launch: id, reason: report.reason })
      break
    default:
      report satisfies never
  }
  transition.send(discard(id))
  settle(transition, open, phase.queue)
}

function rivalsOf({ loop }: Transition, id: string, open: readonly string[]): readonly string[] {
  const groupOf = (launched: string) => atomIn(loop, loop.in_flight[launched]?.atom ?? '').group
  const group = groupOf(id)
  return group === null ? [] : open.filter((other) => groupOf(other) === group)
}

/** @param isRefunded By a person's wish, which is no attempt. */
export function callOff(
  transition: Transition,
  launches: readonly string[],
  reason: string,
  isRefunded: boolean,
): void {
  if (launches.length === 0) return
  for (const id of launches) transition.happen({ type: 'dropped', launch: id, isRefunded })
  transition.send(
    { type: 'Abort', to: 'agents', payload: { launches: [...launches], reason } },
    ...launches.map(discard),
  )
}

/** After a stop, what is still under way had its time. */
export function graceIsOver(transition: Transition): void {
  if (transition.phase.name !== 'running') return
  const { open, queue } = transition.phase
  callOff(transition, open, 'the loop is stopped', true)
  settle(transition, [], queue)
}

/** The batch is over when all have reported and what succeeded is integrated. */
function settle(transition: Transition, open: readonly string[], queue: readonly Success[]): void {
  transition.phase = { name: 'running', open, queue }
  if (open.length > 0 || queue.length > 0) return
  transition.next = transition.loop.head === transition.verified ? 'decide' : 'verify'
}

function integrateFirst(transition: Transition, [first]: readonly Success[]): void {
  if (!first) return
  const { atom } = transition.loop.in_flight[first.launch] ?? { atom: '' }
  const { writes, description } = atomIn(transition.loop, atom)
  const payload = {
    ticket: nextTicket(transition),
    launch: first.launch,
    claim: writes,
    message: `${atom}: ${description}`,
  }
  transition.send({ type: 'Integrate', to: 'workspaces', payload })
}

export function integrated(
  transition: Transition,
  { ticket, launch: id, result }: PayloadOf<LoopContracts, 'Integrated'>,
): void {
  const { phase } = transition
  if (phase.name !== 'running' || ticket !== transition.ticket) return
  const [first, ...queue] = phase.queue
  if (result.status === 'conflict') {
    const where = result.paths.length > 0 ? ` (${result.paths.join(', ')})` : ''
    transition.happen({ type: 'attempt_failed', launch: id, reason: `side_effect_conflict: ${result.reason}${where}` })
  } else {
    const { summary, artifacts } = (first as Success).report
    const { commit, head, changed } = result
    const made = [...new Set([...artifacts, ...changed])].slice(0, mostArtifacts)
    transition.happen({ type: 'resolved', launch: id, summary, artifacts: made, commit, head })
  }
  settle(transition, phase.open, queue)
  integrateFirst(transition, queue)
}

const discard = (id: string) => ({ type: 'Discard', to: 'agents', payload: { launch: id } }) as const
