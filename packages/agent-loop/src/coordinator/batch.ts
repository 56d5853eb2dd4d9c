import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts } from '../messages/contracts.js'
import { briefOf } from '../state/brief.js'
import { atomIn } from '../state/edits.js'
import type { LaunchPlan } from './move.js'
import type { Success } from './phase.js'
import { nextTicket, type Turn } from './turn.js'

/** Paths that a binding names. */
const mostArtifacts = 50

/** Sends sub-agents out. What each attempt costs is written before it begins. */
export function launch(turn: Turn, plans: readonly LaunchPlan[]): void {
  const { objective } = turn.loop
  const launches = plans.map((plan, index) => ({ ...plan, launch: `${turn.revision}-${index + 1}` }))
  // The briefs are made before the launches are recorded: the note of one launch is not yet known to the others.
  const requests = launches.map(({ launch: id, atom, role }) => ({
    launch: id,
    role,
    brief: briefOf(turn.loop, atom),
    parallel: objective.constraints.max_parallel_agents,
  }))
  turn.happen({ type: 'iteration_began' })
  for (const { launch: id, atom, role, key } of launches) {
    turn.happen({ type: 'launched', launch: id, atom, role, strategy: key })
  }
  for (const payload of requests) turn.send({ type: 'LaunchRequest', to: 'agents', payload })
  turn.phase = { name: 'running', open: launches.map((each) => each.launch), queue: [] }
}

/** Takes in what a sub-agent came to. A success is integrated while others are still under way, so that no crash loses it with them. */
export function agentReported(turn: Turn, { launch: id, report }: PayloadOf<LoopContracts, 'AgentReport'>): void {
  const { phase } = turn
  if (phase.name !== 'running' || !phase.open.includes(id)) {
    turn.send(discard(id))
    return
  }
  const open = phase.open.filter((other) => other !== id)
  switch (report.outcome) {
    case 'success': {
      const rivals = rivalsOf(turn, id, open)
      callOff(turn, rivals, 'another choice succeeded first', false)
      const left = open.filter((other) => !rivals.includes(other))
      const queue = [...phase.queue, { launch: id, report }]
      settle(turn, left, queue)
      if (queue.length === 1) integrateFirst(turn, queue)
      return
    }
    case 'findings':
      turn.happen({ ...report, type: 'probed', launch: id, cost_estimate: report.costEstimate })
      break
    case 'failure':
      turn.happen({ type: 'attempt_failed', launch: id, reason: report.reason })
      break
    default:
      report satisfies never
  }
  turn.send(discard(id))
  settle(turn, open, phase.queue)
}

function rivalsOf({ loop }: Turn, id: string, open: readonly string[]): readonly string[] {
  const groupOf = (launched: string) => atomIn(loop, loop.in_flight[launched]?.atom ?? '').group
  const group = groupOf(id)
  return group === null ? [] : open.filter((other) => groupOf(other) === group)
}

/** @param isRefunded By a person's wish, which is no attempt. */
export function callOff(turn: Turn, launches: readonly string[], reason: string, isRefunded: boolean): void {
  if (launches.length === 0) return
  for (const id of launches) turn.happen({ type: 'dropped', launch: id, isRefunded })
  turn.send({ type: 'Abort', to: 'agents', payload: { launches: [...launches], reason } }, ...launches.map(discard))
}

/** After a stop, what is still under way had its time. */
export function graceIsOver(turn: Turn): void {
  if (turn.phase.name !== 'running') return
  const { open, queue } = turn.phase
  callOff(turn, open, 'the loop is stopped', true)
  settle(turn, [], queue)
}

/** The batch is over when all have reported and what succeeded is integrated. */
function settle(turn: Turn, open: readonly string[], queue: readonly Success[]): void {
  turn.phase = { name: 'running', open, queue }
  if (open.length > 0 || queue.length > 0) return
  turn.next = turn.loop.head === turn.verified ? 'decide' : 'verify'
}

function integrateFirst(turn: Turn, [first]: readonly Success[]): void {
  if (!first) return
  const { atom } = turn.loop.in_flight[first.launch] ?? { atom: '' }
  const { writes, description } = atomIn(turn.loop, atom)
  const payload = { ticket: nextTicket(turn), launch: first.launch, claim: writes, message: `${atom}: ${description}` }
  turn.send({ type: 'Integrate', to: 'workspaces', payload })
}

export function integrated(turn: Turn, { ticket, launch: id, result }: PayloadOf<LoopContracts, 'Integrated'>): void {
  const { phase } = turn
  if (phase.name !== 'running' || ticket !== turn.ticket) return
  const [first, ...queue] = phase.queue
  if (result.status === 'conflict') {
    const where = result.paths.length > 0 ? ` (${result.paths.join(', ')})` : ''
    turn.happen({ type: 'attempt_failed', launch: id, reason: `side_effect_conflict: ${result.reason}${where}` })
  } else {
    const { summary, artifacts } = (first as Success).report
    const { commit, head, changed } = result
    const made = [...new Set([...artifacts, ...changed])].slice(0, mostArtifacts)
    turn.happen({ type: 'resolved', launch: id, summary, artifacts: made, commit, head })
  }
  settle(turn, phase.open, queue)
  integrateFirst(turn, queue)
}

const discard = (id: string) => ({ type: 'Discard', to: 'agents', payload: { launch: id } }) as const
