import type { CardData } from './card-data.js'

/** The agents that work on what the others reported. */
export const metaCards = [
  {
    id: 47,
    name: 'Clarity Optimizer',
    purpose: 'Finds terms used in different senses, and restates the problem',
    // Not those of GENESIS: where a problem has to be made clear it is sent beside them.
    reads: [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46],
    verdicts: { CLARITY_ACHIEVED: 'SUPPORTS', CLARITY_IMPROVED: 'UNCERTAIN', CLARITY_NEEDED: 'UNCERTAIN' },
    parts: ['clarified'],
    instruction: [
      'List the terms that the matter hangs on and the senses in which the question and the agents use them. Where there are two, propose one definition.',
      'Refer to claims and answers that hold in one sense only. In `text` sort the disputes: those that vanish with a definition, and genuine ones.',
      'Restate the problem in `clarified`: same intent, ambiguities decided in the likeliest way and named; null when it needs nothing. Never narrow it. Add questions that only the one who asked can answer.',
      'Verdict: CLARITY_ACHIEVED when it can be worked on as restated, CLARITY_IMPROVED when something is open, CLARITY_NEEDED when only the one who asked can tell.',
    ],
  },
  {
    id: 48,
    name: 'Progress Monitor',
    purpose: 'Watches whether the work converges, stalls or goes in circles',
    reads: [49, 50, 51],
    verdicts: { ON_TRACK: 'SUPPORTS', SLOWING: 'UNCERTAIN', STALLED: 'CONTRADICTS', REGRESSING: 'CONTRADICTS' },
    instruction: [
      'Compare this iteration with the ones before: what was settled, what came up, which findings are truly new, how confidence moved. The number of reports is not progress.',
      'The work converges with fewer open claims and contradictions or a settled answer, diverges with more, and is flat otherwise. A first iteration that ends in a supported answer converges.',
      'Look for circles, old findings in new words, and work that changes nothing. Name in `text` the root cause of a stall and the one step that would end it.',
      'Verdict: ON_TRACK when it converges, SLOWING when barely, STALLED when flat, REGRESSING when what stood has been lost without reason.',
    ],
  },
  {
    id: 49,
    name: 'Consensus Mapper',
    purpose: 'Maps who holds what, corrected for shared reasoning',
    reads: [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
      32, 33, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,
    ],
    verdicts: {
      STRONG_CONSENSUS: 'SUPPORTS',
      EMERGING_CONSENSUS: 'UNCERTAIN',
      FRAGMENTED: 'UNCERTAIN',
      POLARIZED: 'CONTRADICTS',
    },
    parts: ['same'],
    instruction: [
      'For each answer and critical claim find who is for, against and uncertain, from their answers, claims and references; silence is none of these. Give the ids in `text`.',
      'Agreement is unanimous, strong (above 80 %), weak (60 to 80 %) or disputed (below 60 %).',
      'Then correct: agents that read the same inputs or repeat one reason are one voice. Say which agreements are independent.',
      'Claims that say the same in other words go into `same`; alike is not the same.',
      'Keep minority views with their best reason; a minority with a counterexample outweighs any majority.',
      'Verdict, over the critical claims: STRONG_CONSENSUS, EMERGING_CONSENSUS, FRAGMENTED (many small camps) or POLARIZED (two large ones).',
    ],
  },
  {
    id: 50,
    name: 'Conflict Resolver',
    purpose: 'Finds the crux of each conflict and settles what can be settled',
    reads: [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
      32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 49,
    ],
    verdicts: {
      ALL_RESOLVED: 'SUPPORTS',
      MOSTLY_RESOLVED: 'SUPPORTS',
      MANY_UNRESOLVED: 'UNCERTAIN',
      FUNDAMENTAL_DISAGREEMENT: 'CONTRADICTS',
    },
    parts: ['resolutions'],
    instruction: [
      'Take the unresolved contradictions, fatal ones first. For each find the crux: the one statement on which both sides would change their mind.',
      'Then try what fits: a definition, evidence that was reported, a difference of scope or time, a value to be named as such.',
      'Enter what you settle under `resolutions` by its id: a, b, both (in different senses, say which) or neither, and why.',
      'Evidence that can be looked at goes before argument, argument before numbers of voices. Leave out what you cannot settle, give its crux in `text`: a false peace is worse.',
      'Verdict: ALL_RESOLVED, MOSTLY_RESOLVED (no fatal one left), MANY_UNRESOLVED, or FUNDAMENTAL_DISAGREEMENT when values or frames exclude each other.',
    ],
  },
  {
    id: 51,
    name: 'Synthesis Architect',
    purpose: 'Builds one answer from what stands',
    reads: [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
      32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 49, 50,
    ],
    verdicts: { SYNTHESIS_COMPLETE: 'SUPPORTS', SYNTHESIS_PARTIAL: 'UNCERTAIN', SYNTHESIS_BLOCKED: 'UNCERTAIN' },
    parts: ['synthesis'],
    instruction: [
      'Collect what stands: answers and claims that survived, resolutions, what was verified. Leave rejected ones out. Check which fit together.',
      'In `synthesis` answer the question that was asked, in plain words, the conclusion first. Do not report who said what, and bring in nothing that no claim or answer carries.',
      'restsOn lists all claims, and only those, that the answer would fall without.',
      'Caveats are conditions that the reader must know; unanswered is what you leave open; wouldChange is what would overturn it.',
      'Verdict: SYNTHESIS_COMPLETE, SYNTHESIS_PARTIAL when parts of the question stay open, SYNTHESIS_BLOCKED when no answer can be given: then say why in the answer.',
    ],
  },
  {
    id: 52,
    name: 'Quality Controller',
    purpose: 'The gate: scores the answer and how it came about',
    reads: [31, 40, 44, 46, 51],
    verdicts: {
      SHIP: 'SUPPORTS',
      SHIP_WITH_CAVEATS: 'SUPPORTS',
      IMPROVE_THEN_SHIP: 'UNCERTAIN',
      REWORK_NEEDED: 'CONTRADICTS',
    },
    instruction: [
      'Read the answer as the one who asked will. Does it answer that question?',
      'Score correctness, completeness, clarity, support and usefulness from 1 to 10 in `text`, each threshold set first. Do not be kind.',
      'Check the process: explored, verified, attacked, conflicts settled. What was waived is no fault but a caveat.',
      'Say what is wanting in references: CONTRADICTS what is wrong, QUALIFIES what is incomplete, with what would close the gap.',
      'Verdict: SHIP when all scores reach their thresholds, SHIP_WITH_CAVEATS when what falls short can be said honestly beside the answer.',
      'IMPROVE_THEN_SHIP when one more pass would mend it, REWORK_NEEDED when it is wrong or beside the question.',
    ],
  },
] as const satisfies readonly CardData[]
