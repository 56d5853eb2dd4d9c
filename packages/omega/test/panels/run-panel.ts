import { isDeepStrictEqual } from 'node:util'
import { memoryJournal, replayRun } from '@artoo/runtime'
import { nextMacrotask } from '@artoo/spec'
import { sequentialIds } from '@artoo/spec/testing'
import { createPhi } from '../../src/deliberation/deliberation.js'
import type { DeliberationSettings, DeliberationState } from '../../src/deliberation/transition.js'
import { omegaSystem } from '../../src/messages/system.js'
import { createOmega, type DeliberationEvent } from '../../src/omega/create-omega.js'
import type { ProgressStep } from '../../src/omega/progress.js'
import type { DeliberationReport } from '../../src/report/deliberation-report.js'
import type { Roster } from '../../src/roster/roster.js'
import { foldLog } from '../../src/session/fold.js'
import { chanceOf } from './chance.js'
import { randomClimate } from './climate.js'
import { hurriedClock } from './hurried-clock.js'
import { logIn, whatIsWrong } from './invariants.js'
import { randomKnowledge } from './problems.js'
import { randomPanel } from './random-panel.js'
import { surroundings } from './surroundings.js'

export interface PanelOutcome {
  readonly kind: string
  readonly faults: readonly string[]
  readonly events: readonly DeliberationEvent[]
  readonly report: DeliberationReport | null
}

/** So many panels are decided again from their journals: one in this many. */
const replayed = 5

/** One random panel, from its problem to its report and its journal. */
export async function runPanel(seed: number): Promise<PanelOutcome> {
  const chance = chanceOf(seed)
  const climate = randomClimate(chance.of('climate'))
  const clock = hurriedClock()
  const journal = memoryJournal()
  const faults: string[] = []
  const unhandled = (error: unknown) => void faults.push(`nobody heard of ${error}`)
  process.on('unhandledRejection', unhandled)
  const { options, roster } = randomPanel(chance.of('panel'), climate, clock)
  const omega = createOmega({ ...options, ...surroundings(chance, climate, clock), journal, ids: sequentialIds() })
  const stop = new AbortController()
  const run = omega.deliberate('Is it so?', { ...randomKnowledge(chance.of('problem')), signal: stop.signal })
  void abortAfter(run, climate.abortAfter, () => void (climate.abortBy === 'signal' ? stop.abort() : omega.close()))
  const steps = lastStep(run.progress)
  let report: DeliberationReport | null = null
  const ended = run.result.then(
    (result) => {
      report = result
    },
    (error) => void faults.push(`there is no report: ${error}`),
  )
  if (!(await clock.drive(ended))) faults.push('it goes on for ever')
  if (!(await clock.drive(omega.close()))) faults.push('it never closes')
  for (let turn = 0; turn < 3; turn++) await nextMacrotask()
  if (clock.pending > 0) faults.push(`${clock.pending} timers are left`)
  const { events } = run
  faults.push(...whatIsWrong(events, report, roster))
  if (report) faults.push(...progressFaults(await steps, report))
  if (seed % replayed === 0 && report) faults.push(...(await partings(journal, run.taskId, events, roster)))
  process.off('unhandledRejection', unhandled)
  return { kind: climate.panel, faults, events, report }
}

async function abortAfter(run: AsyncIterable<unknown>, count: number | null, abort: () => void): Promise<void> {
  if (count === null) return
  let left = count
  for await (const _ of run) if (left-- === 0) abort()
}

async function lastStep(progress: AsyncIterable<ProgressStep>): Promise<ProgressStep | undefined> {
  let last: ProgressStep | undefined
  for await (const step of progress) last = step
  return last
}

/** What is told last is what is reported. */
function progressFaults(last: ProgressStep | undefined, { answer, confidence, metrics }: DeliberationReport) {
  if (!last || !isDeepStrictEqual([last.answer, last.confidence], [answer, confidence]))
    return ['progress tells another end']
  const isWithin = last.heard >= 0 && last.heard <= last.agents && last.modelCalls <= metrics.modelCalls
  return isWithin ? [] : [`${last.heard} of ${last.agents} agents are heard`]
}

/** What is decided otherwise from the journal, or is not what the log of the session comes to. */
async function partings(
  journal: ReturnType<typeof memoryJournal>,
  taskId: string,
  events: readonly DeliberationEvent[],
  roster: Roster,
): Promise<readonly string[]> {
  let last: DeliberationState | undefined
  const deciders = (settings: unknown) => {
    const phi = createPhi({ ...(settings as DeliberationSettings), roster })
    const decide: typeof phi.decide = (state, message) => {
      const decided = phi.decide(state, message)
      last = decided[0]
      return decided
    }
    return [{ ...phi, decide }]
  }
  const { parting } = await replayRun(journal, taskId, { system: omegaSystem as never, deciders: deciders as never })
  const isSame = isDeepStrictEqual(plain(last?.session), plain(foldLog(logIn(events))))
  return [
    ...(parting === null ? [] : [`replayed, it parts at ${parting.seq} in ${parting.where}`]),
    ...(isSame ? [] : ['the session that is decided on is not what its log comes to']),
  ]
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
