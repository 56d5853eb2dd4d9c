import type { Clarify, Confirm } from '@artoo/sdk'
import { kinds } from './kinds.js'
import { pause } from './models.js'
import type { Random } from './random.js'
import { hostileText } from './texts.js'
import { returned, throwing, thrown } from './values.js'

/** Longer than any `personTimeoutMs` of a case, in real time. */
const tooLateMs = 60

/** The ways in which somebody who has made up his mind says so, or doesn't. */
const sayings = kinds<(allow: boolean, random: Random) => unknown>('confirmation', [
  (allow) => allow,
  (allow) => allow,
  (allow) => allow,
  (allow, random) => ({ allow: allow && 'once', by: hostileText(random), note: hostileText(random) }),
  (_, random) => ({ allow: false, done: true, note: hostileText(random) }),
  (allow, random) => ({ allow: random.pick([allow, 'yes', allow && 'always', null]), by: hostileText(random) }),
  (allow, random) => pause(random.int(0, 5)).then(() => allow),
  (allow) => pause(tooLateMs).then(() => allow),
  () => new Promise(() => {}),
  (_, random) => throwing(random),
  (_, random) => Promise.reject(random.of(thrown)),
  (allow, random) => (allow ? returned(random) : 'no'),
])

/** A person of whom nobody knows what he will say. Nobody ever says yes to the shell. */
export function confirmOf(random: Random): Confirm | undefined {
  if (random.chance(0.25)) return undefined
  const yes = random.pick([0.2, 0.9])
  let questions = 0
  return ({ tool }) => {
    const own = random.fork(`question ${questions++}`)
    const allow = own.chance(yes) && tool !== 'shell'
    return own.pick(sayings)(allow, own) as never
  }
}

export function clarifyOf(random: Random): Clarify | undefined {
  if (random.chance(0.3)) return undefined
  let questions = 0
  return () => {
    const own = random.fork(`question ${questions++}`)
    return own.weighted(clarifications) as never
  }
}

const clarifications = kinds<readonly [number, (random: Random) => unknown]>('clarification', [
  [0.5, hostileText],
  [0.6, (random) => ({ answer: hostileText(random), by: hostileText(random) })],
  [0.7, (random) => pause(random.pick([2, tooLateMs])).then(() => hostileText(random))],
  [0.8, () => new Promise(() => {})],
  [0.9, throwing],
  [1, returned],
])
