import type { AuditReport, Check, Clock, Journal } from '@artoo/sdk'
import type { IdGenerator } from '@artoo/spec'
import { kinds, take } from './kinds.js'
import { pause } from './models.js'
import type { Random } from './random.js'
import { hostileText, secretWord } from './texts.js'
import { anyValue, returned, throwing, thrown } from './values.js'

/** `own` but for its n-th call, or all from there on, which fail as `fail` says. */
function failingAt<Given extends unknown[], T>(random: Random, own: (...given: Given) => T, fail: () => T) {
  const [first, onlyOnce] = [random.pick([1, 2, 5, 12, 25, 60]), random.chance(0.5)]
  let calls = 0
  return (...given: Given): T => {
    calls++
    return onlyOnce ? (calls === first ? fail() : own(...given)) : calls >= first ? fail() : own(...given)
  }
}

type Failure = (random: Random) => unknown

const rejecting: Failure = (random) => Promise.reject(random.of(thrown))
const never: Failure = () => new Promise(() => {})

/** What it is that fails is drawn now, and counted when it does. */
function failureOf(
  random: Random,
  failures: readonly Failure[],
  index = random.int(0, failures.length - 1),
): () => never {
  return () => {
    take(failures, index, random)
    return failures[index]?.(random) as never
  }
}

const appendFailures = kinds<Failure>('journal', [
  throwing,
  rejecting,
  (random) => pause(3).then(() => throwing(random)),
  returned,
  never,
])
const idFailures = kinds('id', [throwing, returned, () => ''])
const nowFailures = kinds('clock', [throwing, returned])
const timerFailures = kinds('timer', [throwing, returned])
const redactFailures = kinds('redact', [throwing, returned, hostileText])

export function journalOf(random: Random, isBroken: boolean, journal: Journal): Journal {
  const slow = random.chance(0.1)
  const append = async (...given: Parameters<Journal['append']>) => {
    if (slow) await pause(random.int(0, 10))
    return journal.append(...given)
  }
  if (!isBroken) return { ...journal, append }
  const fail = failureOf(random, appendFailures)
  return {
    ...journal,
    append: failingAt<Parameters<Journal['append']>, ReturnType<Journal['append']>>(random, append, fail),
  }
}

export function brokenIds(random: Random): IdGenerator {
  return failingAt<[], string>(random, () => crypto.randomUUID(), failureOf(random, idFailures))
}

/** The clock given to artoo; timers of the given one can still be counted. */
export function brokenClock(random: Random, clock: Clock): Clock {
  const index = random.int(0, nowFailures.length - 1)
  if (random.chance(0.5)) {
    const fail = failureOf(random, nowFailures, index)
    return { ...clock, now: failingAt(random, () => clock.now(), fail) }
  }
  const fail = failureOf(random, timerFailures, index)
  return {
    now: () => clock.now(),
    schedule: failingAt<Parameters<Clock['schedule']>, () => void>(
      random,
      (...timer) => clock.schedule(...timer),
      fail,
    ),
  }
}

export const masking = (text: string) => text.replaceAll(secretWord, '[…]')

export function brokenRedact(random: Random): (text: string) => string {
  const fail = failureOf(random, redactFailures)
  return failingAt<[string], string>(random, masking, fail)
}

export function auditing(random: Random): (report: AuditReport) => void | Promise<void> {
  return () => random.weighted(auditFailures) as never
}

const auditFailures = kinds<readonly [number, Failure]>('audit', [
  [0.3, throwing],
  [0.6, rejecting],
  [0.8, never],
  [1, returned],
])

export const checkNames = ['passes', 'fails', 'varies'] as const

export function checksOf(random: Random): readonly Check[] {
  let runs = 0
  const verdicts = { passes: true, fails: false }
  const checks = Object.entries(verdicts).map(([name, pass]): Check => {
    return { name, description: name, run: () => ({ pass, evidence: hostileText(random) }) }
  })
  const varies: Check = {
    name: 'varies',
    description: hostileText(random),
    run() {
      return random.fork(`run ${runs++}`).weighted(checkFailures) as never
    },
  }
  return [...checks, varies]
}

const checkFailures = kinds<readonly [number, Failure]>('check', [
  [0.2, throwing],
  [0.3, never],
  [0.6, returned],
  [1, (random) => ({ pass: anyValue(random), evidence: anyValue(random) })],
])
