import type { AgentCard } from '../../src/protocol/card.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'

/** What an agent was shown, by id. */
export interface Shown {
  readonly claims: readonly string[]
  readonly contradictions: readonly string[]
}

type Data = Record<string, unknown>

/** A report of the agent's that has the right form and means something, though perhaps nothing that can be so. */
export function randomReport(chance: Chance, climate: Climate, card: AgentCard, shown: Shown): Data {
  const isFlood = chance.is(climate.floods)
  const long = isFlood ? ' and so on'.repeat(40) : ''
  const explores = card.tier === 'GENESIS' && !card.sumsUp
  const hasAnswer = explores && !chance.is(climate.reticent / 2)
  return {
    verdict: `Says ${card.name}`.slice(0, 200),
    ...(Object.keys(card.verdicts).length > 0 && { native: nativeOf(chance, climate, card) }),
    confidence: chance.is(climate.reticent) ? null : confidenceOf(chance, climate),
    text: chance.pick(['', `Why not?${long.repeat(8)}`]),
    answer: hasAnswer ? statement(chance, climate, 'Do', long) : null,
    check: hasAnswer ? checkOf(chance, climate) : null,
    claims: chance.is(0.4) ? claims(chance, climate, isFlood ? 8 : chance.below(3), long) : [],
    references: references(chance, climate, card, shown),
    contradictions: contradictions(chance, climate, card, shown),
    ...parts(chance, climate, card, shown),
  }
}

const confidenceOf = (chance: Chance, { confidence: [least, most] }: Climate) => chance.between(least, most)

const statement = (chance: Chance, climate: Climate, before: string, after: string) =>
  `${before} ${chance.below(climate.statements)}${after}`.slice(0, 400)

const checkOf = (chance: Chance, climate: Climate) =>
  chance.is(climate.checked) ? { name: chance.is(0.95) ? 'look' : 'none', arguments: {} } : null

function nativeOf(chance: Chance, climate: Climate, { verdicts }: AgentCard): string {
  const names = Object.keys(verdicts)
  const kind = names.find((name) => verdicts[name] === 'SUPPORTS')
  return chance.is(climate.kindness) ? (kind ?? chance.pick(names)) : chance.pick(names)
}

function claims(chance: Chance, climate: Climate, count: number, long: string): Data[] {
  return Array.from({ length: count }, () => ({
    statement: statement(chance, climate, 'It is', long),
    confidence: chance.is(climate.reticent) ? null : confidenceOf(chance, climate),
    critical: chance.is(climate.critical),
  }))
}

function references(chance: Chance, climate: Climate, card: AgentCard, shown: Shown): Data[] {
  const looks = { GENESIS: 0.1, BRIDGE: 0.3, VERIFICATION: 0.9, ADVERSARY: 0.9, META: 0.2, MEMORY: 0, PHI: 0 }
  const about = shown.claims.filter(() => chance.is(looks[card.tier])).slice(0, 32)
  const isFalse = chance.is(climate.falseIds)
  return (isFalse ? [...about.slice(1), 'c999'] : about).map((claim) => ({
    ...{ claim, check: checkOf(chance, climate) },
    ...opinion(chance, climate, card),
  }))
}

function opinion(chance: Chance, climate: Climate, { sumsUp, tier }: AgentCard): Data {
  const isBad = chance.is(climate.doubts)
  if (tier === 'VERIFICATION' && !sumsUp) {
    return isBad
      ? { factor: chance.between(0.5, 0.99), evidence: 'a measurement' }
      : { factor: chance.between(1, 1.5), evidence: chance.is(0.5) ? 'a proof' : null }
  }
  if (tier === 'ADVERSARY' && !sumsUp) {
    if (chance.is(climate.refutations)) return { factor: 0, evidence: chance.is(0.8) ? 'a counterexample' : null }
    return { factor: isBad ? chance.between(0.1, 0.99) : 1 }
  }
  return { type: chance.pick(['SUPPORTS', 'USES', 'EXTENDS', 'QUALIFIES', 'CONTRADICTS']) }
}

function contradictions(chance: Chance, climate: Climate, { tier }: AgentCard, { claims }: Shown): Data[] {
  if (tier === 'GENESIS' || claims.length < 2 || !chance.is(climate.contradictions)) return []
  return Array.from({ length: 1 + chance.below(8) }, () => {
    const a = chance.below(claims.length)
    const b = (a + 1 + chance.below(claims.length - 1)) % claims.length
    return { a: claims[a], b: claims[b], severity: chance.pick(['FATAL', 'SERIOUS', 'MINOR']), why: 'they differ' }
  })
}

/** What only some say. */
function parts(chance: Chance, climate: Climate, { parts, tier }: AgentCard, shown: Shown): Data {
  const some = (share: number) => shown.claims.filter(() => chance.is(share))
  const group = some(climate.equalities).slice(0, 16)
  const says = (part: AgentCard['parts'][number]) => parts.includes(part)
  const resolutions = shown.contradictions.filter(() => chance.is(climate.resolutions)).slice(0, 32)
  return {
    ...((says('same') || tier === 'VERIFICATION') && { same: group.length < 2 ? [] : [group] }),
    ...(says('clarified') && {
      clarified: chance.is(climate.clarifies) ? { problem: 'What exactly is so?' } : { questions: ['Which one?'] },
    }),
    ...(says('resolutions') && {
      resolutions: resolutions.map((contradiction) => ({
        ...{ contradiction, holds: chance.pick(['a', 'b', 'both', 'neither']), why: 'it is clear' },
      })),
    }),
    ...(says('synthesis') &&
      chance.is(climate.synthesis) && {
        synthesis: { answer: 'Yes.', restsOn: some(chance.pick([0, 0.3, 1])).slice(0, 32) },
      }),
  }
}

/** The report with what is wrong in it, in one of the ways that there are. */
export function spoilt(chance: Chance, climate: Climate, report: Data, { id }: AgentCard): unknown {
  if (climate.hopeless.includes(id) || chance.is(climate.wrongForm)) {
    return chance.pick<() => unknown>([
      () => ({ ...report, verdict: 'x'.repeat(201), text: 'x'.repeat(4_001) }),
      () => ({ ...report, native: 'SOMETHING_ELSE', answer: 5, claims: 'none' }),
      () => ({ ...report, claims: Array.from({ length: 9 }, () => ({ statement: 'a claim' })) }),
      () => ({ ...report, references: [{ type: 'LIKES', claim: 'it' }], same: [['c1']] }),
      () => [report],
      () => null,
      () => ({}),
    ])()
  }
  if (chance.is(climate.impossibleNumbers)) {
    const number = chance.pick([1.2, -0.1, Number.NaN, Number.POSITIVE_INFINITY])
    const factors = { references: [{ claim: 'c1', factor: number }] }
    return { ...report, ...chance.pick<Data>([{ confidence: number }, factors]) }
  }
  if (!chance.is(climate.wrongNames)) return report
  return { ...report, ...chance.pick([{ name: 'Gap Hunter' }, { agent: 58 }, { agent: id, name: '' }]) }
}
