import { type AuditReport, type Check, type Clock, type Journal, memoryJournal } from '@artoo/sdk'
import type { IdGenerator } from '@artoo/spec'
import { pause } from './models.js'
import type { Random } from './random.js'
import { hostileText, secretWord } from './texts.js'
import { anyValue, returned, thrown } from './values.js'

/** `own` but for its n-th call, or all from there on, which fail as `fail` says. */
function failingAt<Given extends unknown[], T>(random: Random, own: (...given: Given) => T, fail: () => T) {
  const [first, onlyOnce] = [random.pick([1, 2, 5, 12, 25, 60]), random.chance(0.5)]
  let calls = 0
  return (...given: Given): T => {
    calls++
    return onlyOnce ? (calls === first ? fail() : own(...given)) : calls >= first ? fail() : own(...given)
  }
}

const failing = (random: Random) => (): never => {
  throw random.of(thrown)
}

export function journalOf(random: Random, isBroken: boolean): Journal {
  const journal = memoryJournal()
  const slow = random.chance(0.1)
  const own = async (...given: Parameters<Journal['append']>) => {
    if (slow) await pause(random.int(0, 10))
    return journal.append(...given)
  }
  if (!isBroken) return { ...journal, append: own }
  const fail = random.pick([
    failing(random),
    () => Promise.reject(random.of(thrown)),
    () => pause(3).then(failing(random)),
    () => returned(random) as never,
    () => new Promise<void>(() => {}),
  ])
  return { ...journal, append: failingAt<Parameters<Journal['append']>, void | Promise<void>>(random, own, fail) }
}

export function brokenIds(random: Random): IdGenerator {
  return failingAt<[], string>(
    random,
    () => crypto.randomUUID(),
    random.pick([failing(random), () => returned(random) as string, () => '']),
  )
}

/** The clock given to artoo; timers of the given one can still be counted. */
export function brokenClock(random: Random, clock: Clock): Clock {
  const odd = () => returned(random) as never
  const fail = random.pick([failing(random), odd])
  if (random.chance(0.5)) return { ...clock, now: failingAt(random, () => clock.now(), fail) }
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
  const fail = random.pick([failing(random), () => returned(random) as string, () => hostileText(random)])
  return failingAt<[string], string>(random, masking, fail)
}

export function auditing(random: Random): (report: AuditReport) => void | Promise<void> {
  return () => {
    const kind = random.next()
    if (kind < 0.3) throw random.of(thrown)
    if (kind < 0.6) return Promise.reject(random.of(thrown))
    return kind < 0.8 ? new Promise(() => {}) : (returned(random) as never)
  }
}

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
      const own = random.fork(`run ${runs++}`)
      const kind = own.next()
      if (kind < 0.2) throw own.of(thrown)
      if (kind < 0.3) return new Promise(() => {})
      if (kind < 0.6) return returned(own) as never
      return { pass: anyValue(own), evidence: anyValue(own) } as never
    },
  }
  return [...checks, varies]
}
