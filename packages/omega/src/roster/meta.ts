import type { AgentCard } from '../protocol/card.js'
import { meta, reads } from './define-card.js'
import { agentIds, between, choice, flag, group, level, note, notes, oneOf, rows, severity, text } from './fields.js'
import { idsOf } from './official.js'

const { GENESIS, BRIDGE, VERIFICATION, ADVERSARY } = idsOf
const thinkers = [...GENESIS, ...BRIDGE, ...VERIFICATION, ...ADVERSARY]
/** 34 works beside 47 and 49: it puts numbers on the same evidence. */
const witnesses = thinkers.filter((id) => id !== 34)
const rating = () => between(1, 5)

export const metaCards = [
  meta({
    id: 47,
    name: 'Clarity Optimizer',
    function: 'Finds terms used in different senses, and restates the problem',
    output: 'definitions, the problem made clear',
    feeds: ['ALL'],
    // Not those of GENESIS: where a problem has to be made clear it is sent beside them.
    requires: [
      reads(
        [...BRIDGE, ...VERIFICATION, ...ADVERSARY],
        'terms as they are used',
        'Work from the problem as it is stated.',
      ),
    ],
    verdicts: { CLARITY_ACHIEVED: 'SUPPORTS', CLARITY_IMPROVED: 'UNCERTAIN', CLARITY_NEEDED: 'UNCERTAIN' },
    content: () => ({
      terms: rows({ term: text(120), usedBy: agentIds(), clarity: level() }),
      definitions: rows({ term: text(120), definition: text() }),
      equivocations: rows({ term: text(120), senses: notes(4), type: note(80) }),
      proposals: notes(),
      problem: group({ original: note(2000), ambiguities: notes(), clarified: note(2000) }),
      disputes: group({ definitional: notes(), genuine: notes() }),
    }),
    instruction: [
      'List the terms that the matter hangs on, and the senses in which the question and the agents use them.',
      'Where one word has two senses, show the sentence that is true in one and false in the other, and propose one definition.',
      'Sort the disputes: those that vanish with a definition, and genuine ones.',
      'Restate the problem so that it can be worked on, in `clarified`: same intent, ambiguities decided in the likeliest way and named; null when it needs nothing. Never narrow it to make it easier.',
      'Verdict: CLARITY_ACHIEVED when it can be worked on as restated, CLARITY_IMPROVED when something is open, CLARITY_NEEDED when only the one who asked can tell.',
    ],
  }),
  meta({
    id: 48,
    name: 'Progress Monitor',
    function: 'Watches whether the work converges, stalls or goes in circles',
    output: 'progress, curve, alert',
    feeds: ['ALL'],
    requires: [
      reads([53], 'the record of the session', 'Judge from the reports that are there.'),
      reads([49, 50, 51], 'consensus, conflicts and synthesis', 'Judge from the claims and open questions.'),
    ],
    verdicts: { ON_TRACK: 'SUPPORTS', SLOWING: 'UNCERTAIN', STALLED: 'CONTRADICTS', REGRESSING: 'CONTRADICTS' },
    content: () => ({
      questions: rows({ question: text(), status: choice('OPEN', 'PARTLY', 'ANSWERED'), percent: between(0, 100) }),
      milestones: notes(),
      timeline: notes(),
      curve: oneOf('CONVERGING', 'FLAT', 'DIVERGING'),
      alert: choice('GREEN', 'YELLOW', 'RED'),
      escalate: flag(),
      flags: group({ circular: flag(), rehash: flag(), divergence: flag(), busy: flag() }),
      blockers: notes(),
      rootCause: note(),
      recommendations: notes(),
    }),
    instruction: [
      'Compare this iteration with the ones before: which questions were answered, which came up, which findings are truly new, how confidence moved.',
      'CONVERGING: fewer open questions and live claims, or a settled answer. DIVERGING: more. FLAT: neither. A first iteration that ends in a supported answer converges.',
      'Raise flags for circles, old findings in new words, and work that changes nothing. Name the root cause of a stall and the one step that would end it.',
      'Number of reports is not progress.',
      'Verdict: ON_TRACK when the curve is CONVERGING, SLOWING when barely, STALLED when FLAT, REGRESSING when what stood has been lost without reason.',
    ],
  }),
  meta({
    id: 49,
    name: 'Consensus Mapper',
    function: 'Maps who holds what, corrected for shared reasoning',
    output: 'zones of agreement, minority views',
    feeds: [50, 51, 'PHI'],
    requires: [reads(witnesses, 'positions on claims', 'Map the positions in the log.')],
    verdicts: {
      STRONG_CONSENSUS: 'SUPPORTS',
      EMERGING_CONSENSUS: 'UNCERTAIN',
      FRAGMENTED: 'UNCERTAIN',
      POLARIZED: 'CONTRADICTS',
    },
    content: () => ({
      claims: rows({ claim: text(20), for: agentIds(), against: agentIds(), uncertain: agentIds() }, 32),
      zones: group({
        unanimous: notes(20, 20),
        strong: notes(20, 20).describe('Above 80 %'),
        weak: notes(20, 20).describe('60 to 80 %'),
        disputed: notes(20, 20).describe('Below 60 %'),
      }),
      aggregation: group({ method: note(), correlated: notes(), independent: notes() }),
      aggregate: rows({
        claim: text(20),
        value: between(0, 1),
        low: between(0, 1),
        high: between(0, 1),
        adjusted: between(0, 1),
      }),
      minority: notes(),
    }),
    instruction: [
      'For each critical claim list by id who is for, against and uncertain, from their references and claims; silence is none of these.',
      'Sort by share of voices: unanimous, strong (above 80 %), weak (60 to 80 %), disputed (below 60 %).',
      'Then correct: agents that read the same inputs or repeat one reason are one voice. Say which agreements are independent, and adjust the value down where they are not.',
      'Claims that say the same in other words go into `same`; alike is not the same.',
      'Keep minority views with their best reason; a minority with a counterexample outweighs any majority.',
      'Verdict: STRONG_CONSENSUS, EMERGING_CONSENSUS, FRAGMENTED (many small camps) or POLARIZED (two large ones), over the critical claims.',
    ],
  }),
  meta({
    id: 50,
    name: 'Conflict Resolver',
    function: 'Finds the crux of each conflict and settles what can be settled',
    output: 'resolutions, what cannot be resolved',
    feeds: [49, 51, 'PHI'],
    requires: [
      reads([49], 'who holds what', 'Take the contradictions from the log.'),
      reads(thinkers, 'both sides of each contradiction', 'Decide by what the log shows.'),
    ],
    verdicts: {
      ALL_RESOLVED: 'SUPPORTS',
      MOSTLY_RESOLVED: 'SUPPORTS',
      MANY_UNRESOLVED: 'UNCERTAIN',
      FUNDAMENTAL_DISAGREEMENT: 'CONTRADICTS',
    },
    content: () => ({
      conflicts: rows({
        id: note(20),
        parties: agentIds(),
        type: choice('DEFINITIONAL', 'EMPIRICAL', 'METHODOLOGICAL', 'VALUE', 'PERSPECTIVE'),
        root: note(),
        crux: note(),
        attempts: notes(6),
        status: choice('RESOLVED', 'PARTIAL', 'UNRESOLVABLE'),
      }),
      commonGround: notes(),
      productiveTensions: notes(6),
      rate: group({ resolved: between(0, 999), total: between(0, 999) }),
      blocking: notes(),
    }),
    instruction: [
      'Take the unresolved contradictions, FATAL ones first. For each find the crux: the one statement on which both sides would change their mind.',
      'Say what kind it is, then try what fits: a definition, evidence that was reported, a difference of scope or time, a value to be named as such.',
      'Enter what you settle under `resolutions` by its id: a, b, both (in different senses, say which) or neither, and why.',
      'Evidence that can be looked at goes before argument, argument before numbers of voices. Leave out what you cannot settle: a false peace is worse.',
      'Verdict: ALL_RESOLVED, MOSTLY_RESOLVED (no FATAL one left), MANY_UNRESOLVED, or FUNDAMENTAL_DISAGREEMENT when values or frames exclude each other.',
    ],
  }),
  meta({
    id: 51,
    name: 'Synthesis Architect',
    function: 'Builds one answer from what stands',
    output: 'the answer with what it rests on',
    feeds: ['PHI', 52],
    requires: [
      reads([50], 'resolutions', 'Leave unresolved contradictions open in the answer.'),
      reads([49], 'zones of agreement', 'Weigh the claims by their confidence.'),
      reads([46], 'what survives', 'Build on the claims that were verified or at least not refuted.'),
      reads(thinkers, 'claims and findings', 'Answer from the problem alone, and say so.'),
    ],
    verdicts: { SYNTHESIS_COMPLETE: 'SUPPORTS', SYNTHESIS_PARTIAL: 'UNCERTAIN', SYNTHESIS_BLOCKED: 'UNCERTAIN' },
    content: () => ({
      inventory: group({ genesis: notes(), bridge: notes(), verification: notes(), adversary: notes(), meta: notes() }),
      compatibility: notes(),
      architecture: note(1000),
      confidencePercent: between(0, 100),
      ratings: group({ coverage: rating(), coherence: rating(), support: rating(), usefulness: rating() }),
    }),
    instruction: [
      'Collect what stands: claims that survived, resolutions, what was verified. Leave rejected ones out.',
      'Check which fit together, then write the answer to the question that was asked, in plain words, the conclusion first. Do not report who said what.',
      'In `synthesis` list under restsOn all claims, and only those, that the answer would fall without; give coherence below 1 where parts pull apart.',
      'Caveats are conditions that the reader must know; unanswered is what you leave open; wouldChange is what would overturn it.',
      'Bring in nothing that no claim carries. Verdict: SYNTHESIS_COMPLETE, SYNTHESIS_PARTIAL when parts of the question stay open, SYNTHESIS_BLOCKED when no answer can be given: then say why in the answer.',
    ],
  }),
  meta({
    id: 52,
    name: 'Quality Controller',
    function: 'The gate: scores the answer and how it came about',
    output: 'scores, gaps, whether to ship',
    feeds: ['ALL'],
    requires: [
      reads([51], 'the answer', 'Judge the claims as they stand, as the answer.'),
      reads([31, 40, 44, 46], 'gaps and what survived attack', 'Judge without, and name it as a risk.'),
    ],
    verdicts: {
      SHIP: 'SUPPORTS',
      SHIP_WITH_CAVEATS: 'SUPPORTS',
      IMPROVE_THEN_SHIP: 'UNCERTAIN',
      REWORK_NEEDED: 'CONTRADICTS',
    },
    content: () => ({
      criteria: rows(
        {
          criterion: oneOf('CORRECTNESS', 'COMPLETENESS', 'CLARITY', 'SUPPORT', 'USEFULNESS'),
          weight: between(0, 1),
          threshold: between(1, 10),
          score: between(1, 10),
          why: note(300),
        },
        5,
      ),
      process: rows({ step: text(120), done: flag(), note: note(300) }, 5),
      gaps: group({ critical: notes(), significant: notes(), minor: notes() }),
      risks: rows({ risk: text(), severity: severity() }),
      score: between(0, 10),
    }),
    instruction: [
      'Read the answer as the one who asked will. Does it answer that question?',
      'Score correctness, completeness, clarity, support and usefulness from 1 to 10, each with a reason; set the threshold first.',
      'Check the process: explored, made precise, verified, attacked, conflicts settled. What was waived is no fault but a caveat.',
      'Sort gaps into critical, significant and minor, and say for each critical one what would close it.',
      'Do not polish and do not be kind. Verdict: SHIP when all scores reach their thresholds, SHIP_WITH_CAVEATS when what falls short can be said honestly beside the answer, IMPROVE_THEN_SHIP when one more pass would mend it, REWORK_NEEDED when it is wrong or beside the question.',
    ],
  }),
] as const satisfies readonly AgentCard[]
