import { type AgentBatch, type Phase, phases } from '../protocol/batch.js'
import { type Tier, tiers } from '../protocol/card.js'
import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { DeliberationReport, ReportedCost } from './deliberation-report.js'
import type { ReportInput } from './report-input.js'

export function metricsOf({ state, log, agent }: ReportInput): DeliberationReport['metrics'] {
  const byTier = new Map<Tier, Sum>()
  const byPhase = new Map<Phase | null, Sum>()
  for (const { phase, ...use } of uses(log)) {
    addTo(byTier, agent(use.agent).tier, use)
    addTo(byPhase, phase, use)
  }
  const { startedAt, updatedAt, iteration, deployed, used } = state
  const elapsed = startedAt && updatedAt ? Date.parse(updatedAt) - Date.parse(startedAt) : 0
  const rows = [null, ...phases] as const
  return {
    iterations: iteration,
    agentsDeployed: deployed.length,
    modelCalls: used.modelCalls,
    totalTokens: used.tokens,
    // A clock may be set back.
    timeElapsedMs: Math.max(0, elapsed),
    byTier: tiers.flatMap((tier) => costOf(byTier.get(tier), (cost) => ({ tier, ...cost }))),
    byPhase: rows.flatMap((phase) => costOf(byPhase.get(phase), (cost) => ({ phase, ...cost }))),
  }
}

interface Use {
  readonly agent: number
  readonly tokens: number
  readonly modelCalls: number
  readonly ms: number
}

interface Sum {
  readonly agents: Set<number>
  modelCalls: number
  tokens: number
  timeMs: number
}

function addTo<Key>(sums: Map<Key, Sum>, key: Key, { agent, tokens, modelCalls, ms }: Use): void {
  const sum = sums.get(key) ?? { agents: new Set(), modelCalls: 0, tokens: 0, timeMs: 0 }
  sum.agents.add(agent)
  sum.modelCalls += modelCalls
  sum.tokens += tokens
  sum.timeMs += ms
  sums.set(key, sum)
}

function costOf<Row>(sum: Sum | undefined, row: (cost: ReportedCost) => Row): readonly Row[] {
  return sum ? [row({ ...sum, agents: sum.agents.size })] : []
}

/** The uses of agents' outputs, with the phase of each. */
function* uses(log: readonly LogEntry[]): Generator<Use & { readonly phase: Phase | null }> {
  const phaseOf = new Map<number, Phase>()
  for (const { event } of log) {
    if (event.type === 'planned') phaseOf.clear()
    for (const { agents, phase } of sentBy(event, phaseOf)) for (const agent of agents) phaseOf.set(agent, phase)
    if (event.type === 'usage') yield { ...event, phase: phaseOf.get(event.agent) ?? null }
  }
}

/** A substitute is in the phase of those that it was sent with, or for. */
function sentBy(event: SessionEvent, phaseOf: ReadonlyMap<number, Phase>): readonly AgentBatch[] {
  if (event.type === 'planned') return event.batches
  const together =
    event.type === 'launched'
      ? event.agents
      : event.type === 'agent_recovery' && event.substitute !== null
        ? [event.agent, event.substitute]
        : []
  const phase = together.map((agent) => phaseOf.get(agent)).find((known) => known !== undefined)
  return phase ? [{ phase, agents: together.filter((agent) => !phaseOf.has(agent)) }] : []
}
