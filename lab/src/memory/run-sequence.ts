import { artooSystem, newTask, resolveModels, resolveTiers, roleEffects } from '@artoo/roles'
import { createRuntime, fairSlots } from '@artoo/runtime'
import { createMemory } from '@artoo/sdk'
import { sequentialIds } from '@artoo/spec/testing'
import { draw, type Key } from '../random.js'
import { handsFor } from '../whole/hands.js'
import { noMemory } from '../whole/no-memory.js'
import { pausingClock } from '../whole/pausing.js'
import { personaModel } from '../whole/persona.js'
import { type Attempt, type Finding, reports } from '../whole/plant.js'
import { withKindsKnown } from './kinds-known.js'
import { oracleOf } from './oracle.js'
import type { System } from './systems.js'
import { type Setting, type Task, tasksOf } from './world.js'

/** What became of one sequence. */
export interface SequenceResult {
  readonly tasks: number
  readonly solved: number
  readonly delivered: number
  /** Of the model. */
  readonly calls: number
  /** Of tools, that failed for a reason that lasts. */
  readonly failures: number
  /** Those of them that had been met in an earlier task of the kind, with the world unchanged since. */
  readonly repeated: number
}

const hour = 3_600_000

/** One sequence of tasks of the same roles and memory, hours apart, with a persona as the model. */
export async function runSequence(setting: Setting, sequence: number, system: System): Promise<SequenceResult> {
  const { family } = setting
  const tasks = tasksOf(setting, sequence)
  const { clock, advance, skip } = pausingClock(Date.UTC(2026, 0, 1))
  let current: Task | undefined
  const isKept = system !== null && system !== 'oracle'
  const kept = isKept ? createMemory({ clock, ids: sequentialIds('m') }) : null
  const ofKinds = kept && system === 'kinds known' ? withKindsKnown(kept, () => present(current).kind.name) : kept
  const memory = ofKinds ?? memoryOf(system, () => present(current))
  let keys: readonly Key[] = []
  let calls = 0
  let made = 0
  const tally = tallyOf()
  const tools = handsFor(family, {
    plant: () => present(current).plant,
    luck: ({ tool, place }) => draw(...keys, 'call', made, tool, place),
    onCall(attempt, finding) {
      made++
      tally.met(present(current), attempt, finding)
    },
    wait: advance,
  })
  const models = resolveModels(personaModel({ persona: family.persona, luck: () => keys }, () => calls++))
  const parts = { tools, checks: [] }
  // Hosts name a profile; the tables are the lab's.
  const runtime = createRuntime({
    system: artooSystem,
    effects: roleEffects({
      ...parts,
      models,
      tiers: resolveTiers(),
      memory,
      slots: { models: fairSlots(12), tools: fairSlots(12) },
    }),
    ...{ clock, ids: sequentialIds() },
  })
  const memoryProfile = isKept && system !== 'kinds known' ? system : undefined
  const permissions = { allow: [], ask: [], deny: [], mode: undefined }
  const options = { ...parts, permissions, mayAsk: false, maxRetries: 0, memoryProfile }
  let solved = 0
  let delivered = 0
  for (const [index, task] of tasks.entries()) {
    advance(task.hoursBefore * hour)
    current = task
    keys = [family.name, setting.kinds, sequence, index]
    made = 0
    const run = runtime.run(newTask(task.plant.words, options))
    for await (const { type, payload } of run) {
      if (type === 'TimerRequest' && 'delayMs' in payload) skip(payload.delayMs)
    }
    const { output } = await run
    await memory.flush()
    tally.end()
    if (output !== null) delivered++
    if (output?.includes(reports.right)) solved++
  }
  await runtime.close()
  await kept?.close()
  return { tasks: tasks.length, solved, delivered, calls, ...tally.counts() }
}

const memoryOf = (system: System, task: () => Task) => (system === 'oracle' ? oracleOf(task) : noMemory)

function present(task: Task | undefined): Task {
  if (!task) throw new Error('a tool was called between two tasks')
  return task
}

/** Counts failures that last, and those that an earlier task of the kind had met. */
function tallyOf() {
  const known = new Set<string>()
  const met = new Set<string>()
  let failures = 0
  let repeated = 0
  return {
    met({ kind, phase }: Task, { tool, place }: Attempt, finding: Finding): void {
      if (finding !== 'wrong_method' && finding !== 'stale' && finding !== 'blocked') return
      const failure = JSON.stringify([kind.name, phase, finding, tool, finding === 'wrong_method' ? null : place])
      failures++
      if (known.has(failure)) repeated++
      met.add(failure)
    },
    /** What this task met is known from the next one on. */
    end(): void {
      for (const failure of met) known.add(failure)
      met.clear()
    },
    counts: () => ({ failures, repeated }),
  }
}
