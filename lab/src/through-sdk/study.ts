import { type ProfileName, profileNames } from '@artoo/ggs'
import { type Episode, runEpisode } from '../controller/episode.js'
import { causesPolicy, solver } from '../controller/policies/solver.js'
import { families } from '../plants/design/families.js'
import type { Family } from '../plants/plant.js'
import { percent, points, table, within } from '../report/markdown.js'
import { difference, type Estimate, estimate } from '../statistics.js'
import { naming } from './naming.js'
import { type Passage, runThrough } from './run-through.js'

const names = [
  'mixed',
  'several subtasks',
  'near miss',
  'empty target',
  'mended by the task',
  'outage that ends',
  'some impossible',
] as const

const policies = { causes: causesPolicy(), paper: solver('paper', { profile: 'paper' }) } as const

/** The same task in the simulation. */
export const simulate = (family: Family, number: number, profile: ProfileName): Episode =>
  runEpisode(family.plant(number), policies[profile], { family: family.name, naming })

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
  /** Share of tasks that ended with the parts that were done, through the SDK and in the simulation. */
  readonly parts: number
  readonly simulatedParts: number
}

export interface ThroughSdkRow extends Readonly<Record<ProfileName, Comparison>> {
  readonly family: string
  readonly tasks: number
  /** How much more `causes` solves than `paper`, through the SDK and in the simulation. */
  readonly gain: Estimate
  readonly simulatedGain: Estimate
}

/** The same tasks in the simulation and through the whole SDK, the first `tasks` of some families. */
export async function studyThroughSdk(tasks: number): Promise<readonly ThroughSdkRow[]> {
  const rows: ThroughSdkRow[] = []
  for (const name of names) rows.push(await rowOf(familyNamed(name), tasks))
  return rows
}

export function familyNamed(name: string): Family {
  const family = families.find((one) => one.name === name)
  if (!family) throw new RangeError(`no family ${name}`)
  return family
}

interface Played {
  readonly passage: Passage
  readonly episode: Episode
}

async function rowOf(family: Family, tasks: number): Promise<ThroughSdkRow> {
  const [paper, causes] = [await played('paper', family, tasks), await played('causes', family, tasks)]
  return {
    ...{ family: family.name, tasks, paper: comparisonOf(paper), causes: comparisonOf(causes) },
    gain: difference(solvedThrough(causes), solvedThrough(paper)),
    simulatedGain: difference(solvedSimulated(causes), solvedSimulated(paper)),
  }
}

async function played(profile: ProfileName, family: Family, tasks: number): Promise<readonly Played[]> {
  const all: Played[] = []
  for (let number = 0; number < tasks; number++) {
    const passage = await runThrough(family.plant(number), profile)
    all.push({ passage, episode: simulate(family, number, profile) })
  }
  return all
}

const flags = (all: readonly Played[], of: (one: Played) => boolean) => all.map((one) => (of(one) ? 1 : 0))
const solvedThrough = (all: readonly Played[]) => flags(all, ({ passage }) => passage.solved)
const solvedSimulated = (all: readonly Played[]) => flags(all, ({ episode }) => episode.solved)
const share = (values: readonly number[]) => estimate(values).mean

function comparisonOf(all: readonly Played[]): Comparison {
  const [through, simulated] = [solvedThrough(all), solvedSimulated(all)]
  return {
    through: estimate(through),
    simulated: estimate(simulated),
    more: difference(through, simulated),
    agree: share(flags(all, ({ passage, episode }) => passage.solved === episode.solved)),
    calls: share(all.map(({ passage }) => passage.calls)),
    parts: share(flags(all, ({ passage }) => passage.delivers === 'parts')),
    simulatedParts: share(flags(all, ({ episode }) => episode.delivers === 'parts')),
  }
}

export function throughSdkTable(rows: readonly ThroughSdkRow[]): string {
  const columns = (name: ProfileName) => [
    ...['SDK', 'simulation', 'agree', 'calls'].map((column) => `${name}: ${column}`),
    ...(name === 'causes' ? ['causes: parts, SDK', 'causes: parts, simulation'] : []),
  ]
  return table(
    ['family', ...profileNames.flatMap(columns), 'gain: SDK', 'gain: simulation'],
    rows.map((row) => [
      row.family,
      ...profileNames.flatMap((name) => {
        const { through, simulated, agree, calls, parts, simulatedParts } = row[name]
        const shown = [within(through), percent(simulated.mean), percent(agree), calls.toFixed(1)]
        return name === 'causes' ? [...shown, percent(parts), percent(simulatedParts)] : shown
      }),
      points(row.gain),
      points(row.simulatedGain),
    ]),
  )
}
