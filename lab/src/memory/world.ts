import { draw, type Key, pick, shuffled } from '../random.js'
import { findBy, type Plant, type Truth } from '../whole/plant.js'
import { type Family, type Kind, months } from './kinds.js'

export interface Setting {
  readonly family: Family
  readonly kinds: 1 | 3 | 6
  /** Midway the right tool and the right places of every kind change. */
  readonly drift: boolean
  /**
   * Tasks come minutes apart, and each kind is closed for some of them: a file is missing until its user has written it, a service is
   * down until it is up again. @defaultValue false
   */
  readonly mended?: boolean
  /** Number of tasks. @defaultValue `sequenceLength` */
  readonly length?: number
}

/** Tasks in a sequence of the study. */
export const sequenceLength = 50

export interface Task {
  readonly kind: Kind
  readonly plant: Plant
  readonly truth: Truth
  /** Changes with the world. */
  readonly phase: number
  readonly hoursBefore: number
}

/** Task by task what is asked for in a sequence, and the truth behind it. Twins are among the kinds together, or not at all. */
export function tasksOf(setting: Setting, sequence: number): readonly Task[] {
  const { family, drift, mended = false, length = sequenceLength } = setting
  const keys: readonly Key[] = [family.name, setting.kinds, sequence]
  const kinds = kindsOf(setting, sequence)
  return Array.from({ length }, (_, index): Task => {
    const phase = drift && index >= length / 2 ? 1 : 0
    const kind = pick(kinds, ...keys, 'kind', index)
    if (!kind) throw new Error('a family has no kinds')
    const wording = pick(kind.wordings, ...keys, 'words', index) ?? kind.name
    const words = wording.replace('{month}', pick(months, ...keys, 'month', index) ?? '')
    const { tools, places, levels } = family
    const truth = { ...truthOf(family, kind, phase, keys), ...(mended && { closed: closedAt(kind, index, keys) }) }
    const plant = { name: kind.name, words, noun: kind.noun, tools, places, levels, find: findBy(truth) }
    const hoursBefore = (mended ? 1 / 30 : 2) + (mended ? 1 / 12 : 8) * draw(...keys, 'hours', index)
    return { kind, plant, truth, phase, hoursBefore }
  })
}

/** Four tasks of every twelve find a kind closed, each kind from another one on. */
function closedAt(kind: Kind, index: number, keys: readonly Key[]): 'missing' | 'unavailable' | null {
  const from = Math.floor(12 * draw(...keys, kind.name, 'closed from'))
  if ((index + from) % 12 >= 4) return null
  return draw(...keys, kind.name, 'closed as') < 0.5 ? 'missing' : 'unavailable'
}

function kindsOf({ family, kinds: count }: Setting, sequence: number): readonly Kind[] {
  const { kinds } = family
  const first = (sequence * count) % kinds.length
  return [...kinds, ...kinds].slice(first, first + count)
}

/** Places are the noun's, which twins share; the right tool is the kind's own. */
function truthOf(family: Family, kind: Kind, phase: number, keys: readonly Key[]): Truth {
  const { places, levels } = family
  const [, blocked = '', stale = ''] = placesOf(places, phase, [...keys, kind.noun])
  const usual = levels[Math.floor(levels.length / 2)] ?? 1
  return {
    rightTools: [toolOf(family, kind, phase, keys)],
    blocked: [blocked],
    stale: kind.stale ? [stale] : [],
    level: kind.anyLevel ? (pick(levels, ...keys, kind.name, 'level') ?? usual) : usual,
    flaky: kind.flaky ?? 0,
  }
}

/** In the second phase what was good is blocked, and what was blocked is good. */
function placesOf(places: readonly string[], phase: number, keys: readonly Key[]): readonly string[] {
  const [good = '', blocked = '', ...rest] = shuffled(places, ...keys, 'places')
  return phase === 0 ? [good, blocked, ...rest] : [blocked, good, ...rest]
}

/** Another tool in each phase, and for each of two twins. */
function toolOf({ tools, kinds }: Family, kind: Kind, phase: number, keys: readonly Key[]): string {
  const names = kinds.map(({ name }) => name)
  const pair = [kind.name, kind.twin ?? kind.name].sort((one, other) => names.indexOf(one) - names.indexOf(other))
  const order = shuffled(tools, ...keys, pair[0] ?? '', 'tools')
  const place = kind.twin !== undefined && kind.name === pair[1] ? 1 : 0
  return order[2 * phase + place] ?? order[0] ?? ''
}
