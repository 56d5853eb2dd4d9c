import type { Agent, AgentReportInput, AgentTask, ClaimView } from '@artoo/omega'
import { type PropertyName, properties, propertyOf } from './properties.js'
import { edgeTitles, ordinaryTitles } from './titles.js'

type Reference = NonNullable<AgentReportInput['references']>[number]

/** What the attackers claim instead of what they refuted. */
export const opposite = 'Different titles can have the same slug'
const openQuestion = 'Does all of this hold for titles unlike those of the sample?'

const verifiers = { 27: 'VALID', 28: 'STRONG', 29: 'VALID', 30: 'SURVIVED' } as const

const attackers = {
  35: { knows: 'very long and very short ones', natives: ['ARGUMENT_SURVIVES', 'ARGUMENT_DAMAGED'] },
  40: { knows: 'punctuation', natives: ['ACCEPTABLY_COMPLETE', 'SERIOUSLY_INCOMPLETE'] },
  41: { knows: 'case and diacritics', natives: ['ASSUMPTIONS_ACCEPTABLE', 'ASSUMPTIONS_QUESTIONABLE'] },
  44: { knows: 'other scripts', natives: ['STEELMAN_SURVIVES', 'STEELMAN_PARTIAL_VICTORY'] },
  45: { knows: 'ligatures and fractions', natives: ['CLAIMS_TESTED', 'CLAIMS_UNTESTED'] },
} as const satisfies Record<number, { knows: keyof typeof edgeTitles; natives: readonly [string, string] }>

/** Verifiers hold claims against ordinary titles, attackers against those that nobody thinks of. Both name a check, and code decides. */
export const judges: Readonly<Record<number, Agent>> = {
  ...Object.fromEntries(Object.entries(verifiers).map(([id, native]) => [id, verifier(Number(id), native)])),
  31: () => ({
    ...{ verdict: 'Nobody has tried unusual titles', confidence: 0.8, content: {} },
    questions: { open: [openQuestion] },
  }),
  ...Object.fromEntries(Object.entries(attackers).map(([id, { knows, natives }]) => [id, attacker(knows, natives)])),
  46: survivors,
}

/** The Counter-Model Seeker looks at all claims, the others share them. */
function verifier(id: number, native: string): Agent {
  const isOwn = (index: number) => id === 30 || index % 3 === id - 27
  return ({ claims }) => {
    const references = judged(
      claims.filter((_, index) => isOwn(index)),
      ordinaryTitles(id, 300),
      (claim, name) => ({
        ...{ type: 'SUPPORTS', claim, relationship: 'no ordinary title refutes it', factor: 1.05 },
        check: { name: 'holds', arguments: { property: name, seed: id, count: 300 } },
      }),
    )
    return {
      verdict: `${references.map(({ claim }) => claim).join(', ')} tried with 300 ordinary titles`,
      native,
      confidence: 0.9,
      references,
      content: {},
    }
  }
}

function attacker(knows: keyof typeof edgeTitles, [survived, hurt]: readonly [string, string]): Agent {
  return ({ claims }) => {
    const references = judged(claims, edgeTitles[knows], (claim) => ({
      ...{ type: 'SUPPORTS', claim, relationship: `withstood ${knows}`, factor: 1 },
    }))
    const refuted = references.filter(({ type }) => type === 'CONTRADICTS')
    const fell = refuted.some(({ claim }) => nameOf(claims, claim) === 'distinct')
    const verdict = refuted[0] ? `refuted: ${refuted[0].evidence}` : `nothing falls to ${knows}`
    return {
      verdict: verdict.slice(0, 100),
      ...{ native: refuted.length > 0 ? hurt : survived, confidence: 0.9, references },
      content: { target: `titles: ${knows}` },
      claims: fell ? [{ statement: opposite, confidence: 0.95, critical: true }] : [],
      questions: { answered: fell ? [openQuestion] : [] },
    }
  }
}

/** Adds up the attacks, and has code run the claim that came of them. */
function survivors({ claims }: AgentTask): AgentReportInput {
  const found = properties.distinct.refutedBy(Object.values(edgeTitles).flat())
  const standing = claims.filter(({ status }) => status !== 'rejected')
  const claimed = claims.find(({ statement }) => statement === opposite)
  return {
    ...{
      verdict: `${standing.length} of ${claims.length} claims survive`,
      native: 'CORE_SURVIVES',
      confidence: 0.9,
      content: {},
    },
    references:
      found && claimed
        ? [
            {
              ...{ type: 'SUPPORTS', claim: claimed.id, relationship: 'these two show it', evidence: found.shows },
              check: { name: 'counterexample', arguments: { property: 'distinct', titles: found.titles } },
            },
          ]
        : [],
  }
}

/** One reference for each claim that is about a property: what refutes it, or that nothing does. */
function judged(
  claims: readonly ClaimView[],
  titles: readonly string[],
  unrefuted: (claim: string, name: PropertyName) => Reference,
): Reference[] {
  return claims.flatMap(({ id, statement, status }): Reference[] => {
    const name = propertyOf(statement)
    if (name === undefined || status === 'rejected') return []
    const found = properties[name].refutedBy(titles)
    if (found === null) return [unrefuted(id, name)]
    const check = { name: 'counterexample', arguments: { property: name, titles: found.titles } }
    return [{ type: 'CONTRADICTS', claim: id, relationship: found.shows, factor: 0, evidence: found.shows, check }]
  })
}

function nameOf(claims: readonly ClaimView[], id: string | null | undefined): PropertyName | undefined {
  return propertyOf(claims.find((claim) => claim.id === id)?.statement ?? '')
}
