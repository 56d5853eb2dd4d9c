import { type MemoryProfile, memoryProfiles } from '@artoo/roles'

/** What is compared; null: no memory; `kinds known`: the measured profile on a memory that takes no kind for another. */
export type System = MemoryProfile | 'oracle' | 'kinds known' | null

const { paper, measured } = memoryProfiles

const actions = ['change_path', 'refine', 'change_approach', 'break_symmetry'] as const

type Row = MemoryProfile['writes']['accept'][number]

/** A list of whatever failed, kept and enforced for good. */
const everyFailure = [
  { of: 'failed', key: 'pair', f: 0.95, sigma: -1, k: 0.01 },
  { of: 'momentary', key: 'pair', f: 0.95, sigma: -1, k: 0.01 },
] as const
const lists: MemoryProfile = {
  writes: {
    ...{ accept: [], success: [], deliver: everyFailure, abandon: everyFailure, breakthrough: [] },
    ...{ again: everyFailure, wait: everyFailure, ask: [] },
    ...{ change_path: everyFailure, refine: everyFailure, change_approach: everyFailure, break_symmetry: everyFailure },
  },
  reads: { ...paper.reads, similarFrom: 0.4 },
}

/** A profile with one more row on each of the occasions. */
function adding(
  profile: MemoryProfile,
  occasions: readonly (keyof MemoryProfile['writes'])[],
  row: Row,
): MemoryProfile {
  const rows = occasions.map((occasion) => [occasion, [...profile.writes[occasion], row]] as const)
  return { ...profile, writes: { ...profile.writes, ...Object.fromEntries(rows) } }
}

/** A profile without the rows that one speaks against. */
function without(profile: MemoryProfile, unwanted: (row: Row) => boolean): MemoryProfile {
  const rows = Object.entries(profile.writes).map(([occasion, kept]) => [
    occasion,
    kept.filter((row) => !unwanted(row)),
  ])
  return { ...profile, writes: Object.fromEntries(rows) as MemoryProfile['writes'] }
}

const isPair = ({ key }: Row) => key === 'pair'

const readBy = (reads: Partial<MemoryProfile['reads']>): MemoryProfile => ({
  ...measured,
  reads: { ...measured.reads, ...reads },
})

/** A state of the world is a lesson for a day like any other, and what memory holds against a pair is enforced. */
const aDay = { of: 'momentary', key: 'pair', f: 0.85, sigma: -0.2, k: 0.5 } as const
const isRecent = ({ of }: Row) => of === 'momentary' || of === 'refuted'
const forbidding: MemoryProfile = {
  ...adding(without(measured, isRecent), [...actions, 'abandon'], aDay),
  reads: { ...measured.reads, against: 'forbid' },
}

export const systems = {
  'no memory': null,
  paper,
  measured,
  lists,
  'measured, forbidding': forbidding,
  'kinds known': 'kinds known',
  oracle: 'oracle',
  'measured, no credit for pairs': without(measured, (row) => row.of === 'matched' && isPair(row)),
  'measured, no similar intents': readBy({ similarFrom: 1 }),
  'measured, likeness as it is': readBy({ sharpness: 1 }),
  'measured, in no order': readBy({ older: 1 }),
  'measured, warned of all tools': readBy({ allFailed: 'warn' }),
  'measured, never asked': readBy({ againstWarnings: 'let_pass' }),
  'measured, not warnings alone': readBy({ others: 'all' }),
} as const satisfies Readonly<Record<string, System>>

export type SystemName = keyof typeof systems

/** What the verdict is on. */
export const judged = ['no memory', 'measured'] as const satisfies readonly SystemName[]

/** Those that every held-out setting is run with. */
export const mainSystems = ['no memory', 'paper', 'measured', 'oracle'] as const satisfies readonly SystemName[]

/** Those of the sequences in which the world is mended between tasks. */
export const mendedSystems = [
  'no memory',
  'lists',
  'paper',
  'measured, forbidding',
  'measured',
] as const satisfies readonly SystemName[]

const isMain = (name: SystemName) =>
  ['kinds known', 'lists', 'measured, forbidding'].includes(name) || mainSystems.some((main) => main === name)

/** One switch each, on three tuning kinds. */
export const switches = (Object.keys(systems) as SystemName[]).filter((name) => !isMain(name))
