import type { AgentCard } from '../../src/protocol/card.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'

/** What an agent was shown, by id. */
export interface Shown {
  readonly claims: readonly string[]
  readonly contradictions: readonly string[]
  readonly questions: readonly string[]
}

type Data = Record<string, unknown>

/** What a card can't do without in its own part; all else has defaults. */
const needed: Readonly<Record<number, Data>> = {
  ...{ 1: { goal: 'an answer' }, 4: { action: 'PROCEED' }, 7: { abstractForm: 'a sum' }, 9: { firstImpression: 'so' } },
  ...{ 11: { topOne: 'this' }, 12: { insight: 'this' }, 19: { key: 'this' }, 23: { gap: 'none' } },
  ...{ 35: { target: 'all of it' }, 42: { solution: 'this' }, 48: { curve: 'CONVERGING' } },
}
export const contentOf = (agent: number): Data => needed[agent] ?? {}

/** A report of the agent's that has the right form and means something, though perhaps nothing that can be so. */
export function randomReport(chance: Chance, climate: Climate, card: AgentCard, shown: Shown): Data {
  const isFlood = chance.is(climate.floods)
  const long = isFlood ? ' and so on'.repeat(40) : ''
  const speaks = card.tier === 'GENESIS' || chance.is(0.1)
  const questions = chance.is(climate.questions) ? statements(chance, climate, isFlood ? 8 : 1, 'What of', '') : []
  return {
    verdict: `Says ${card.name}`,
    ...(Object.keys(card.verdicts).length > 0 && { native: nativeOf(chance, climate, card) }),
    confidence: confidence(chance, climate),
    findings: isFlood ? Array.from({ length: 7 }, (_, index) => `finding ${index}${long}`) : ['one', 'two'],
    claims: speaks ? claims(chance, climate, isFlood ? 8 : chance.below(3), long) : [],
    references: references(chance, climate, card, shown),
    contradictions: contradictions(chance, climate, card, shown),
    questions: { open: questions, answered: shown.questions.filter(() => chance.is(0.3)).slice(0, 8) },
    ...ownPart(chance, climate, card, shown),
    content: { ...contentOf(card.id), ...(chance.is(0.3) && { curve: chance.pick(['FLAT', 'DIVERGING']) }) },
  }
}

export function confidenceOf(chance: Chance, { confidence: [least, most] }: Climate): number {
  return chance.between(least, most)
}

function confidence(chance: Chance, climate: Climate): number | string | null {
  if (chance.is(climate.reticent)) return null
  return chance.is(0.1) ? chance.pick(['HIGH', 'MEDIUM', 'LOW']) : confidenceOf(chance, climate)
}

function nativeOf(chance: Chance, climate: Climate, { id, verdicts }: AgentCard): string {
  const own = { 45: climate.falsifier, 48: climate.progress, 52: climate.quality }[id] ?? 'any'
  if (Object.hasOwn(verdicts, own)) return own
  const names = Object.keys(verdicts)
  const kind = names.find((name) => verdicts[name] === 'SUPPORTS')
  return chance.is(climate.kindness) ? (kind ?? chance.pick(names)) : chance.pick(names)
}

function statements(chance: Chance, climate: Climate, count: number, before: string, after: string): string[] {
  return Array.from({ length: count }, () => `${before} ${chance.below(climate.statements)}${after}`.slice(0, 300))
}

function claims(chance: Chance, climate: Climate, count: number, long: string): Data[] {
  return statements(chance, climate, count, 'It is', long).map((statement) => ({
    ...{ statement, confidence: chance.is(climate.reticent) ? null : confidenceOf(chance, climate) },
    critical: chance.is(climate.critical),
  }))
}

function references(chance: Chance, climate: Climate, card: AgentCard, shown: Shown): Data[] {
  const looks = { GENESIS: 0.1, BRIDGE: 0.3, VERIFICATION: 0.9, ADVERSARY: 0.9, META: 0.2, MEMORY: 0, PHI: 0 }
  const about = shown.claims.filter(() => chance.is(looks[card.tier])).slice(0, 32)
  const isFalse = chance.is(climate.falseIds)
  return (isFalse ? [...about.slice(1), 'c999'] : about).map((claim) => {
    const check = chance.is(climate.checked) ? { name: chance.is(0.95) ? 'look' : 'none', arguments: {} } : null
    return { claim, relationship: 'looked at it', check, ...opinion(chance, climate, card) }
  })
}

function opinion(chance: Chance, climate: Climate, { id, tier }: AgentCard): Data {
  if (tier === 'VERIFICATION') {
    return chance.is(climate.doubts)
      ? {
          type: chance.pick(['CONTRADICTS', 'QUALIFIES']),
          factor: chance.between(0.5, 0.99),
          evidence: 'a measurement',
        }
      : { type: 'SUPPORTS', factor: chance.between(1, 1.5), evidence: chance.is(0.5) ? 'a proof' : null }
  }
  if (tier === 'ADVERSARY' && id !== 46) {
    if (chance.is(climate.refutations)) return { type: 'CONTRADICTS', factor: 0, evidence: 'a counterexample' }
    return chance.is(climate.doubts)
      ? { type: chance.pick(['CONTRADICTS', 'QUALIFIES']), factor: chance.between(0.1, 0.99) }
      : { type: 'SUPPORTS', factor: 1 }
  }
  return { type: chance.pick(['SUPPORTS', 'USES', 'EXTENDS', 'QUALIFIES', 'CONTRADICTS']) }
}

function contradictions(chance: Chance, climate: Climate, { tier }: AgentCard, { claims }: Shown): Data[] {
  if (tier === 'GENESIS' || claims.length < 2 || !chance.is(climate.contradictions)) return []
  return Array.from({ length: 1 + chance.below(8) }, () => {
    const a = chance.below(claims.length)
    const b = (a + 1 + chance.below(claims.length - 1)) % claims.length
    return { a: claims[a], b: claims[b], severity: chance.pick(climate.severities), why: 'they differ' }
  })
}

/** What only some say. */
function ownPart(chance: Chance, climate: Climate, { id }: AgentCard, shown: Shown): Data {
  const some = (share: number) => shown.claims.filter(() => chance.is(share))
  switch (id) {
    case 22:
    case 49: {
      const group = some(climate.equalities).slice(0, 16)
      return { same: group.length < 2 ? [] : [group] }
    }
    case 47:
      return { clarified: chance.is(climate.clarifies) ? 'What exactly is so?' : null }
    case 50: {
      const settled = shown.contradictions.filter(() => chance.is(climate.resolutions)).slice(0, 32)
      const holds = () => chance.pick(['a', 'b', 'both', 'neither'])
      return { resolutions: settled.map((contradiction) => ({ contradiction, holds: holds(), why: 'it is clear' })) }
    }
    case 51: {
      const coherence = chance.is(climate.synthesis) ? 1 : chance.next()
      const restsOn = some(chance.pick([0, 0.3, 1])).slice(0, 32)
      return { synthesis: { answer: 'Yes.', restsOn, coherence, caveats: [], unanswered: [], wouldChange: [] } }
    }
    default:
      return {}
  }
}

/** The report with what is wrong in it, in one of the ways that there are. */
export function spoilt(chance: Chance, climate: Climate, report: Data, { id, name }: AgentCard): unknown {
  if (climate.hopeless.includes(id) || chance.is(climate.wrongForm)) {
    return chance.pick<() => unknown>([
      () => ({ ...report, verdict: 'x'.repeat(101) }),
      () => ({ ...report, native: 'SOMETHING_ELSE', claims: 'none' }),
      () => ({ ...report, claims: Array.from({ length: 9 }, () => ({ statement: 'a claim' })) }),
      () => ({ ...report, references: [{ type: 'LIKES', relationship: '' }] }),
      () => [report],
      () => null,
      () => ({}),
    ])()
  }
  if (chance.is(climate.impossibleNumbers)) {
    const number = chance.pick([1.2, -0.1, Number.NaN, Number.POSITIVE_INFINITY])
    const wrong = chance.pick([{ confidence: number }, { claims: [{ statement: 'a claim', confidence: number }] }])
    return { ...report, ...wrong }
  }
  if (!chance.is(climate.wrongNames)) return report
  return {
    ...report,
    header: chance.pick([{ agentName: 'Gap Hunter' }, { agentId: 58 }, { agentId: id, agentTier: name }]),
  }
}
