import { type ProfileName, profileNames } from '@artoo/ggs'
import { runEpisode } from '../controller/episode.js'
import { heldOutFamilies, tuningFamilies } from '../controller/plants/families.js'
import type { Family } from '../controller/plants/family.js'
import { plantOf } from '../controller/plants/plant.js'
import { solver } from '../controller/policies/solver.js'
import { percent, points, table, within } from '../report/markdown.js'
import { difference, type Estimate, estimate } from '../statistics.js'
import { runThrough } from './run-through.js'

const names = [
  'mixed',
  'several subtasks',
  'near miss',
  'empty target',
  'outage',
  'one criterion',
  'six subtasks',
] as const

/** Of one profile in a family. */
interface Comparison {
  /** Share of tasks that the SDK solves. */
  readonly through: Estimate
  /** And the simulation. */
  readonly simulated: Estimate
  /** How much more the SDK solves, of the same tasks. */
  readonly more: Estimate
  /** Share of tasks that both solve or neither does. */
  readonly agree: number
  /** Of the model, a task. */
  readonly calls: number
}

export interface ThroughSdkRow extends Readonly<Record<ProfileName, Comparison>> {
  readonly family: string
  readonly tasks: number
  /** How much more `measured` solves than `paper`, through the SDK and in the simulation. */
  readonly gain: Estimate
  readonly simulatedGain: Estimate
}

/** The same tasks in the simulation and through the whole SDK, the first `tasks` of some families. */
export async function studyThroughSdk(tasks: number): Promise<readonly ThroughSdkRow[]> {
  const families = [...tuningFamilies, ...heldOutFamilies].filter(({ name }) => names.some((one) => one === name))
  const rows: ThroughSdkRow[] = []
  for (const family of families) rows.push(await rowOf(family, tasks))
  return rows
}

interface Solved {
  readonly through: readonly number[]
  readonly simulated: readonly number[]
  readonly calls: readonly number[]
}

async function rowOf(family: Family, tasks: number): Promise<ThroughSdkRow> {
  const [paper, measured] = [await solvedBy('paper', family, tasks), await solvedBy('measured', family, tasks)]
  return {
    family: family.name,
    tasks,
    paper: comparisonOf(paper),
    measured: comparisonOf(measured),
    gain: difference(measured.through, paper.through),
    simulatedGain: difference(measured.simulated, paper.simulated),
  }
}

async function solvedBy(profile: ProfileName, family: Family, tasks: number): Promise<Solved> {
  const through: number[] = []
  const simulated: number[] = []
  const calls: number[] = []
  for (let number = 0; number < tasks; number++) {
    const plant = plantOf(family, number)
    const passage = await runThrough(plant, profile)
    through.push(passage.solved ? 1 : 0)
    calls.push(passage.calls)
    simulated.push(runEpisode(plant, solver(profile, { profile })).solved ? 1 : 0)
  }
  return { through, simulated, calls }
}

function comparisonOf({ through, simulated, calls }: Solved): Comparison {
  return {
    through: estimate(through),
    simulated: estimate(simulated),
    more: difference(through, simulated),
    agree: estimate(through.map((one, index) => (one === simulated[index] ? 1 : 0))).mean,
    calls: estimate(calls).mean,
  }
}

export function throughSdkTable(rows: readonly ThroughSdkRow[]): string {
  const head = [
    'family',
    ...profileNames.flatMap((name) => [`${name}: SDK`, `${name}: simulation`, `${name}: agree`, `${name}: calls`]),
  ]
  return table(
    [...head, 'gain: SDK', 'gain: simulation'],
    rows.map((row) => [
      row.family,
      ...profileNames.flatMap((name) => {
        const { through, simulated, agree, calls } = row[name]
        return [within(through), percent(simulated.mean), percent(agree), calls.toFixed(1)]
      }),
      points(row.gain),
      points(row.simulatedGain),
    ]),
  )
}
