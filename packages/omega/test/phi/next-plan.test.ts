import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateOf } from '../../src/phi/estimate.js'
import type { FollowUp } from '../../src/phi/follow-up.js'
import { nextPlan } from '../../src/phi/next-plan.js'
import { plan } from '../../src/phi/plan.js'
import type { AgentMessage } from '../../src/protocol/agent-message.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import { type Classification, problemTypes, subtypes } from '../../src/protocol/classification.js'
import type { RecoveryKind, Trigger } from '../../src/protocol/log-event.js'
import { agentsOf, easy, expectLegal, idsOf } from './invariants.js'
import { aClaim, aContradiction, aMessage } from './states.js'

/** A session of one iteration, in which everybody said something and nobody objected. */
function afterFirst(over: Partial<FollowUp> = {}, messages: readonly AgentMessage[] = []): FollowUp {
  const classification = over.classification ?? easy
  const deployed = agentsOf(plan(classification))
  return {
    trigger: 'confidence',
    classification,
    kind: null,
    deployed,
    removed: [],
    messages: [...deployed.map((id) => aMessage(id)), ...messages],
    claims: [],
    contradictions: [],
    recoveries: [],
    questions: { open: [], answered: [] },
    ...over,
  }
}

const batchesOf = (given: FollowUp) => {
  const made = nextPlan(given)
  return made === null ? null : idsOf(made)
}

describe('the plan of a later iteration', () => {
  it('sends those whose claims are at odds, and a new check of them', () => {
    const given = afterFirst({
      trigger: 'contradiction',
      claims: [aClaim('c1', 2, [9]), aClaim('c2', 13, [36]), aClaim('c3', 5)],
      contradictions: [aContradiction('k1', 'c1', 'c2')],
    })
    expect(batchesOf(given)).toEqual([[2, 9, 13], [27, 28], [49], [50], [51], [48, 52]])
  })

  it('sends nobody for a contradiction that is settled', () => {
    const settled = {
      ...aContradiction('k1', 'c1', 'c2'),
      resolution: { holds: 'a', why: 'measured', by: 50, iteration: 1 } as const,
    }
    expect(batchesOf(afterFirst({ trigger: 'contradiction', contradictions: [settled] }))).toBeNull()
  })

  it('raises confidence by attacks and checks of agents that were not heard yet', () => {
    expect(batchesOf(afterFirst())).toEqual([[27, 28], [35, 41, 45], [46], [49], [51], [48, 52]])
  })

  it('lets verifiers pass again at high stakes, where all were sent, but three times at most', () => {
    const classification = { ...easy, stakes: 'HIGH' } as const
    expect(batchesOf(afterFirst({ classification }))).toEqual([[32, 33], [49], [51], [48, 52]])
    const verifiers = [27, 28, 29, 30, 31, 32, 33, 34].flatMap((id) => [aMessage(id), aMessage(id)])
    expect(batchesOf(afterFirst({ classification }, verifiers))).toBeNull()
  })

  it('fills a gap with explorers of clusters that were heard least, one for each open question', () => {
    const open = ['Since when?', 'Where?']
    expect(batchesOf(afterFirst({ trigger: 'gap', questions: { open, answered: [] } }))).toEqual([
      [6, 10],
      [49],
      [51],
      [48, 52],
    ])
  })

  it('passes over explorers that were removed, and has nobody when none is left', () => {
    expect(batchesOf(afterFirst({ trigger: 'gap', removed: [6] }))?.[0]).toEqual([7])
    const all = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(nextPlan(afterFirst({ trigger: 'gap', removed: all }))).toBeNull()
  })

  it('asks those again who forbade a success, since there is something new to look at', () => {
    const given = afterFirst({ trigger: 'gap' }, [aMessage(40, { native: 'FATALLY_INCOMPLETE' })])
    expect(batchesOf(given)).toEqual([[6], [40], [46], [49], [51], [48, 52]])
  })

  it('settles a conflict before those who are in it run again', () => {
    const given = afterFirst({ trigger: 'conflict' }, [aMessage(33, { contradictionWith: 2 })])
    expect(batchesOf(given)).toEqual([[50], [2], [33], [49], [51], [48, 52]])
    expect(batchesOf(afterFirst({ trigger: 'conflict' }))).toBeNull()
  })

  it('sends again whose work quality control found wanting, with somebody new beside them', () => {
    const doubts = [{ type: 'QUALIFIES', agent: 36 } as const]
    const given = afterFirst({ trigger: 'quality' }, [aMessage(52, { references: doubts })])
    expect(batchesOf(given)).toEqual([[35, 36], [46], [49], [51], [48, 52]])
  })

  it.each([
    ['SUPPORT', [[27], [49], [51], [48, 52]]],
    ['COMPLETENESS', [[35], [46], [49], [51], [48, 52]]],
    ['CLARITY', [[47, 49], [51], [48, 52]]],
  ])('does what mends a criterion that falls short: %s', (criterion, expected) => {
    const criteria = [
      { criterion, threshold: 7, score: 6 },
      { criterion: 'CORRECTNESS', threshold: 7, score: 7 },
    ]
    expect(batchesOf(afterFirst({ trigger: 'quality' }, [aMessage(52, { content: { criteria } })]))).toEqual(expected)
  })

  it('checks and attacks once more when quality control names nothing', () => {
    expect(batchesOf(afterFirst({ trigger: 'quality' }))).toEqual([[27], [35], [46], [49], [51], [48, 52]])
  })

  it.each<[RecoveryKind, readonly (readonly number[])[]]>([
    ['constrain', [[3, 11], [27, 28], [49], [50], [51], [48, 52]]],
    ['decompose', [[4], [21], [49], [50], [51], [48, 52]]],
    ['resolve_contradictions', [[50], [51], [48, 52]]],
    ['restore_confidence', [[27, 28, 29], [49], [50], [51], [48, 52]]],
  ])('recovers: %s', (kind, expected) => {
    const contradictions = [aContradiction('k1', 'c1', 'c2')]
    expect(batchesOf(afterFirst({ trigger: 'recovery', kind, contradictions }))).toEqual(expected)
  })

  it('begins again with other explorers, and all that follows on them', () => {
    const given = afterFirst({ trigger: 'recovery', kind: 'pivot' })
    const [explorers, ...rest] = batchesOf(given) ?? []
    expect(explorers).toEqual([3, 6, 7, 10, 18])
    expect(rest[0]).toEqual([14])
    expect(rest.slice(1)).toEqual(idsOf(plan(easy)).slice(1))
  })

  it('begins again with as many when some of those were removed', () => {
    const given = afterFirst({ trigger: 'recovery', kind: 'pivot', removed: [3, 6, 33] })
    const sent = batchesOf(given)?.flat() ?? []
    expect(sent.filter((id) => id <= 20)).toEqual([4, 7, 8, 10, 18, 14])
    expect(sent).not.toContain(33)
  })

  it('tries a recovery once, whether it was logged before its plan or after', () => {
    const again = { trigger: 'recovery', kind: 'decompose' } as const
    expect(nextPlan(afterFirst({ ...again, recoveries: ['decompose'] }))).not.toBeNull()
    expect(nextPlan(afterFirst({ ...again, recoveries: ['decompose', 'decompose'] }))).toBeNull()
  })

  it('plans the work once the problem is clear, and does not ask a second time', () => {
    const unclear = { ...easy, wellDefined: false }
    const given = afterFirst({ trigger: 'clarified', classification: unclear })
    expect(nextPlan(given)).toEqual(plan(easy))
    const trivial = afterFirst({ trigger: 'clarified', classification: { ...easy, trivial: true } })
    expect(nextPlan(trivial)).not.toBeNull()
    expect(nextPlan({ ...trivial, messages: [...trivial.messages, aMessage(52)] })).toBeNull()
    expect(nextPlan(afterFirst({ trigger: 'clarified' }))).toBeNull()
  })

  it('no longer waives what somebody was sent to look at', () => {
    const given = afterFirst({ classification: { ...easy, trivial: true } })
    expect(nextPlan(given)?.waived).toEqual([])
    expect(nextPlan({ ...given, trigger: 'recovery', kind: 'resolve_contradictions' })?.waived).toEqual([
      'ROBUSTNESS',
      'COMPLETENESS',
    ])
  })
})

/** With tools verifiers take two turns more, attackers one. */
const callsOf = (made: IterationPlan) =>
  agentsOf(made).reduce((calls, id) => calls + (id >= 27 && id <= 34 ? 3 : id >= 35 && id <= 46 ? 2 : 1), 0)

/** What one later iteration may take at most, with tools. */
function callsAtMost(classification: Classification): number {
  const most = (iterations: number) => estimateOf(classification, { iterations, tools: true, problemTokens: 0 }).most
  return most(3).modelCalls - most(2).modelCalls
}

const triggers: readonly Trigger[] = [
  'first',
  'clarified',
  'contradiction',
  'confidence',
  'gap',
  'conflict',
  'quality',
  'recovery',
]
const kinds: readonly RecoveryKind[] = [
  'constrain',
  'decompose',
  'pivot',
  'resolve_contradictions',
  'restore_confidence',
]

describe('in every session', () => {
  it('stays within the estimate when everybody is in conflict and every gate is shut', () => {
    const classification: Classification = { ...easy, type: 'META', subtype: 'FRAMING' }
    const given = afterFirst(
      {
        trigger: 'conflict',
        classification,
        claims: Array.from({ length: 19 }, (_, index) => aClaim(`c${index + 1}`, index + 21)),
        contradictions: Array.from({ length: 18 }, (_, index) =>
          aContradiction(`k${index + 1}`, `c${index + 1}`, 'c19'),
        ),
      },
      [
        aMessage(40, { native: 'FATALLY_INCOMPLETE' }),
        aMessage(44, { native: 'STEELMAN_DEFEATED' }),
        aMessage(46, { native: 'NOTHING_SURVIVES' }),
      ],
    )
    const made = nextPlan(given)
    const full = plan(classification)
    expect(made && agentsOf(made)).toHaveLength(16)
    expect(agentsOf(full)).toHaveLength(19)
    expect(made && callsOf(made)).toBeGreaterThan(callsOf(full))
    expect(made && callsOf(made)).toBeLessThanOrEqual(callsAtMost(classification))
  })

  const classification = fc.record({
    type: fc.constantFrom(...problemTypes),
    uncertainty: fc.constantFrom('LOW' as const, 'HIGH' as const),
    stakes: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
    wellDefined: fc.boolean(),
    trivial: fc.boolean(),
  })
  const order = fc.array(fc.record({ trigger: fc.constantFrom(...triggers), kind: fc.constantFrom(...kinds) }), {
    minLength: 8,
    maxLength: 24,
  })
  const failing = fc.uniqueArray(fc.integer({ min: 1, max: 52 }), { maxLength: 4 })

  /** The worst that can be: contradictions stay, questions stay, everybody objects to the next, attackers forbid. */
  function advance(given: FollowUp, made: IterationPlan, failing: readonly number[], iteration: number): FollowUp {
    const sent = agentsOf(made)
    const heard = sent
      .filter((id) => !failing.includes(id))
      .map((id) => aMessage(id, { iteration, contradictionWith: (id % 46) + 1, native: 'STEELMAN_DEFEATED' }))
    return {
      ...given,
      deployed: [...new Set([...given.deployed, ...sent])],
      messages: [...given.messages, ...heard],
      removed: [...new Set([...given.removed, ...sent.filter((id) => failing.includes(id))])],
      recoveries: given.trigger === 'recovery' && given.kind ? [...given.recoveries, given.kind] : given.recoveries,
    }
  }

  it('makes legal plans that are never larger than a full one, without whom was removed, until none is left', () => {
    fc.assert(
      fc.property(classification, fc.constantFrom(1, 14, 27), order, failing, (some, proposer, triggered, fails) => {
        const first = { ...easy, ...some, subtype: subtypes[some.type][0] }
        const full = agentsOf(plan({ ...first, trivial: false, wellDefined: true })).length
        const most = callsAtMost(first)
        let given: FollowUp = {
          ...afterFirst({ classification: first, deployed: [] }),
          messages: [],
          claims: Array.from({ length: 20 }, (_, index) => aClaim(`c${index + 1}`, index + proposer)),
          contradictions: Array.from({ length: 10 }, (_, index) => aContradiction(`k${index}`, `c${index + 1}`, 'c20')),
          questions: { open: ['Why?', 'How?', 'When?', 'Who?', 'Where?'], answered: [] },
        }
        let plans = 0
        let silent = 0
        for (let step = 0; silent < triggered.length; step += 1) {
          const next = triggered[step % triggered.length]
          const made = nextPlan({ ...given, ...next })
          silent = made === null ? silent + 1 : 0
          if (made === null) continue
          plans += 1
          expectLegal(made)
          expect(agentsOf(made).filter((id) => given.removed.includes(id))).toEqual([])
          expect(agentsOf(made).length).toBeLessThanOrEqual(full)
          expect(callsOf(made)).toBeLessThanOrEqual(most)
          given = advance({ ...given, ...next }, made, fails, plans)
        }
        // Three runs of 46 agents, two recoveries of each kind, and the first two plans.
        expect(plans).toBeLessThanOrEqual(3 * 46 + 2 * kinds.length + 2)
      }),
      { numRuns: 25 },
    )
  })
})
