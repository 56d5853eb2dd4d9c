import { artooSystem } from '@artoo/roles'
import { withCall } from '@artoo/runtime'
import type { Event, PayloadOf } from '../journal/event.js'
import { createObserver } from '../journal/observer.js'
import { directionOf, ordersIn, readDecision } from './decision-stats.js'
import type { DecisionStats, TaskStats } from './schema.js'
import { noTools, withTool } from './tool-stats.js'
import { added } from './totals.js'
import { noVerdicts, verdictsOn } from './verdict-stats.js'
import { createWithoutWords } from './without-words.js'

const { contracts } = artooSystem

type Handlers = { readonly [K in Event['type']]?: (event: Extract<Event, { readonly type: K }>) => void }

/** A fold over the events of one task. */
export interface TaskFold {
  see(event: Event): void
  stats(kind: string | null): TaskStats
}

/** The fields that are read of a result, whatever else older ones lack. */
const ending = contracts.FinalResult.payload.pick({
  directive: true,
  reason: true,
  rounds: true,
  replans: true,
  elapsedMs: true,
})

const roles: readonly string[] = ['R1', 'R2', 'R3', 'R4a', 'R4b']

export function createTaskFold(taskId: string): TaskFold {
  const withoutWords = createWithoutWords()
  const observer = createObserver()
  const nothing = { events: 0, unread: 0, end: null, waitedMs: 0, hyperparameters: null, rounds: [], subtasks: 0 }
  let task: Omit<TaskStats, 'kind'> = {
    taskId,
    ...nothing,
    corrections: 0,
    verdicts: noVerdicts,
    tools: noTools,
    usage: {},
  }
  let manifest: PayloadOf<'DispatchManifest'> | null = null

  /** A payload as this version writes it, or as an older one did; what is neither is counted and left out. */
  function read<T>(schema: { safeParse(value: unknown): { readonly data?: T } }, event: Event): T | null {
    const { data } = schema.safeParse(event.payload)
    if (data !== undefined) return data
    task = { ...task, unread: task.unread + 1 }
    return null
  }

  function judged(round: PayloadOf<'OutcomeSummary' | 'ReplanRequest'>, accepted: boolean): void {
    const observation = withoutWords(observer.round(round, accepted))
    const rounds = [...task.rounds, { observation, decision: null }]
    const verdicts = manifest ? added(task.verdicts, verdictsOn(round, manifest)) : task.verdicts
    task = { ...task, rounds, verdicts }
  }

  function decided(payload: unknown): void {
    const decision = readDecision(payload)
    observer.decided({ orders: ordersIn(payload) })
    if (!decision) {
      task = { ...task, unread: task.unread + 1 }
      return
    }
    const { stats, hyperparameters } = decision
    const last = task.rounds.at(-1)
    const isOfLast = last !== undefined && last.decision === null
    const before = isOfLast ? task.rounds.slice(0, -1) : task.rounds
    const observation = isOfLast ? last.observation : null
    task = { ...task, hyperparameters, rounds: [...followed(before, stats), { observation, decision: stats }] }
  }

  const handlers: Handlers = {
    Waited(event) {
      const waited = read(contracts.Waited.payload, event)
      if (!waited) return
      observer.waited(waited.waitedMs)
      task = { ...task, waitedMs: waited.waitedMs }
    },
    DispatchManifest(event) {
      manifest = read(contracts.DispatchManifest.payload, event)
    },
    OutcomeSummary(event) {
      const round = read(contracts.OutcomeSummary.payload, event)
      if (round) judged(round, true)
    },
    ReplanRequest(event) {
      const round = read(contracts.ReplanRequest.payload, event)
      if (round) judged(round, false)
    },
    ControlDecision: ({ payload }) => decided(payload),
    SubTask({ to }) {
      if (to === 'R3') task = { ...task, subtasks: task.subtasks + 1 }
    },
    CorrectionSignal() {
      task = { ...task, corrections: task.corrections + 1 }
    },
    ToolResult(event) {
      const record = read(contracts.ToolResult.payload, event)
      if (record && !record.look) task = { ...task, tools: withTool(task.tools, record) }
    },
    ModelCall(event) {
      const call = read(contracts.ModelCall.payload, event)
      const role = call && roles.includes(call.role) ? call.role : 'other'
      if (call) task = { ...task, usage: withCall(task.usage, { ...call, role }) }
    },
    FinalResult(event) {
      const end = read(ending, event)
      if (end) task = { ...task, end }
    },
  }

  return {
    see(event) {
      task = { ...task, events: task.events + 1 }
      const handle = handlers[event.type] as ((event: Event) => void) | undefined
      handle?.(event)
    },
    stats: (kind) => ({ ...task, kind }),
  }
}

/** The rounds so far, and of the last one what came after it. */
function followed(rounds: TaskStats['rounds'], { round, D }: DecisionStats): TaskStats['rounds'] {
  const last = rounds.at(-1)
  if (last?.decision?.round !== round - 1) return rounds
  const decision = { ...last.decision, next: directionOf(last.decision.D, D) }
  return [...rounds.slice(0, -1), { ...last, decision }]
}
