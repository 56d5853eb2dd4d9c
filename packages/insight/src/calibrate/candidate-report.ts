import { type Share, shareOf } from '@artoo/spec'
import {
  type Candidate,
  type CandidateParting,
  type Consequence,
  changes,
  consequences,
  type DecisionChange,
  partingOf,
} from './parting.js'
import type { RecordedTask } from './recorded-task.js'

/** The way of one candidate with the recorded tasks; each of them is compared with itself. */
export interface CandidateReport {
  readonly candidate: Candidate
  /** Tasks that would have taken another way. */
  readonly parted: Share
  /** By what the first parting of a task changes. */
  readonly changes: Readonly<Record<DecisionChange, Share>>
  /** By what is known to come of it. */
  readonly consequences: Readonly<Record<Consequence, Share>>
  /** The upper limit of each kind's share if all that is `unknown` came to it too: it lies between that kind's `low` and this. */
  readonly atMost: Readonly<Record<Exclude<Consequence, 'unknown'>, number>>
  /** Recorded decisions up to the first parting of their task, that one included, and those behind it, of which nothing can be said. */
  readonly decisions: { readonly compared: number; readonly unknown: number }
  /** Rounds of the record that ends known to be `cheaper` would have spared. */
  readonly roundsSpared: number
  readonly partings: readonly CandidateParting[]
}

export function candidateReport(candidate: Candidate, tasks: readonly RecordedTask[]): CandidateReport {
  const partings = tasks.flatMap((task) => partingOf(task, candidate) ?? [])
  const share = (is: (parting: CandidateParting) => boolean) => shareOf(partings.filter(is).length, tasks.length)
  const byConsequence = table(consequences, (kind) => share(({ consequence }) => consequence === kind))
  const { unknown, ...known } = byConsequence
  const all = sum(tasks.map(({ decisions }) => decisions.length))
  const behind = sum(partings.map(({ roundsAfter }) => roundsAfter))
  const cheaper = partings.filter(({ consequence }) => consequence === 'cheaper')
  return {
    candidate,
    parted: shareOf(partings.length, tasks.length),
    changes: table(changes, (kind) => share(({ change }) => change === kind)),
    consequences: byConsequence,
    atMost: table(
      Object.keys(known) as (keyof typeof known)[],
      (kind) => shareOf(known[kind].count + unknown.count, tasks.length).high,
    ),
    decisions: { compared: all - behind, unknown: behind },
    roundsSpared: sum(cheaper.map(({ roundsAfter }) => roundsAfter)),
    partings,
  }
}

function table<Kind extends string, Value>(kinds: readonly Kind[], of: (kind: Kind) => Value) {
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, Value>
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
