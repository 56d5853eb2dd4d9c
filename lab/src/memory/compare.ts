/**
 * Two ways of remembering in one setting, sequence by sequence, with the planner's traits as they are or as they are given: the numbers of
 * docs/evidence/memory-rules.md. The exit code is 1 when the measured profile, with the planner as it is, does not help, or when lists of what failed do no harm
 * in a world that is mended.
 *
 *     npm run lab:memory -- [--family heldOut] [--kinds 6] [--drift] [--mended] [--sequences 48] [--of measured]
 *                           [--against 'measured, never asked'] [--obedience 0.3] [--stubborn]
 */
import { parseArgs } from 'node:util'
import { families } from './kinds.js'
import { shown } from './render.js'
import { runSequence, type SequenceResult } from './run-sequence.js'
import { jackknife, sum } from './statistics.js'
import { systems } from './systems.js'
import { sequenceLength } from './world.js'

const { values } = parseArgs({
  options: {
    family: { type: 'string', default: 'tuning' },
    kinds: { type: 'string', default: '6' },
    drift: { type: 'boolean', default: false },
    mended: { type: 'boolean', default: false },
    sequences: { type: 'string', default: '48' },
    of: { type: 'string', default: 'measured' },
    against: { type: 'string', default: 'measured, never asked' },
    obedience: { type: 'string' },
    stubborn: { type: 'boolean', default: false },
  },
})

function named<Value>(what: string, name: string, known: Readonly<Record<string, Value>>): Value {
  const value = Object.hasOwn(known, name) ? known[name] : undefined
  if (value === undefined) throw new Error(`--${what} ${name}: give one of ${Object.keys(known).join(' | ')}`)
  return value
}

function numberFrom(what: string, given: string, isSound: (value: number) => boolean, wanted: string): number {
  const value = given.trim() === '' ? Number.NaN : Number(given)
  if (!isSound(value)) throw new Error(`--${what} ${given}: give ${wanted}`)
  return value
}

const family = named('family', values.family, families)
const obedience =
  values.obedience === undefined
    ? family.persona.obedience
    : numberFrom('obedience', values.obedience, (value) => value >= 0 && value <= 1, 'a number from 0 to 1')
const isEnough = (value: number) => Number.isSafeInteger(value) && value >= 2
const sequences = numberFrom('sequences', values.sequences, isEnough, 'a whole number from 2')
const persona = { ...family.persona, obedience, isStubborn: values.stubborn }
const kinds = named('kinds', values.kinds, { 1: 1, 3: 3, 6: 6 } as const)
const [system, rival] = [named('of', values.of, systems), named('against', values.against, systems)]
const setting = { family: { ...family, persona }, kinds, drift: values.drift, mended: values.mended }

interface Run {
  readonly none: SequenceResult
  readonly one: SequenceResult
  readonly other: SequenceResult
}

const runs: Run[] = []
for (let sequence = 0; sequence < sequences; sequence++) {
  runs.push({
    none: await runSequence(setting, sequence, systems['no memory']),
    one: await runSequence(setting, sequence, system),
    other: await runSequence(setting, sequence, rival),
  })
}

type Statistic = (some: readonly Run[]) => number
type Contender = keyof Omit<Run, 'none'>

const share =
  (who: Contender): Statistic =>
  (some) =>
    sum(some.map((run) => run[who].repeated)) / sum(some.map(({ none }) => none.repeated))
const aTask =
  (who: Contender, what: 'solved' | 'calls'): Statistic =>
  (some) =>
    sum(some.map((run) => run[who][what])) / (some.length * sequenceLength)
const lineOf = (name: string, [repeated, solved, calls]: readonly [Statistic, Statistic, Statistic]) => {
  const cells = [shown(jackknife(runs, repeated), 100, 1), shown(jackknife(runs, solved), 100, 1)]
  return `| ${[name, ...cells, shown(jackknife(runs, calls), 1, 2)].join(' | ')} |`
}
const partsOf = (who: Contender) => [share(who), aTask(who, 'solved'), aTask(who, 'calls')] as const
const [one, other] = [partsOf('one'), partsOf('other')]
const difference =
  (part: 0 | 1 | 2): Statistic =>
  (some) =>
    one[part](some) - other[part](some)

const world = `${values.drift ? 'with' : 'without'} drift${values.mended ? ', mended between tasks' : ''}`
console.log(`${family.name} kinds, ${kinds}, ${world}, ${runs.length} sequences`)
console.log('| | repeated failures, % of those without memory | solved, % | calls a task |')
console.log('| --- | --- | --- | --- |')
console.log(lineOf(values.of, one))
console.log(lineOf(values.against, other))
console.log(lineOf('difference', [difference(0), difference(1), difference(2)]))

const gain = (who: Contender, what: 'solved' | 'calls') =>
  aTask(who, what)(runs) - sum(runs.map(({ none }) => none[what])) / (runs.length * sequenceLength)
const isAsItIs = values.obedience === undefined && !values.stubborn
const measured: Contender | null = values.of === 'measured' ? 'one' : values.against === 'measured' ? 'other' : null
const lists: Contender | null = values.of === 'lists' ? 'one' : values.against === 'lists' ? 'other' : null
const missed = [
  measured && gain(measured, 'solved') <= 0.05 && 'measured solves hardly more than no memory',
  measured && gain(measured, 'calls') >= 0 && 'measured takes no fewer calls than no memory',
  measured && !values.mended && share(measured)(runs) >= 0.5 && 'measured leaves half of the repeated failures',
  lists && values.mended && gain(lists, 'solved') >= 0 && 'lists solve no fewer tasks than no memory',
].filter((claim) => typeof claim === 'string')
if (isAsItIs && missed.length > 0) {
  console.error(missed.join('\n'))
  process.exitCode = 1
}
