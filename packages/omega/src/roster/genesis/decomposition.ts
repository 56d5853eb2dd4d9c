import { genesis, reads } from '../define-card.js'
import { choice, group, note, notes, oneOf, rows, text } from '../fields.js'

const review = () =>
  group({
    validated: notes(),
    challenged: rows({
      claim: text(),
      why: text(),
      severity: choice('CRITICAL', 'SIGNIFICANT', 'MINOR'),
      fix: note(),
    }),
    missing: notes(),
  })

/** Cluster A: they take the problem apart. */
export const decomposition = [
  genesis({
    id: 1,
    name: 'First Principles',
    function: 'Works back from the goal to the conditions that any answer must meet',
    output: 'necessary conditions, axioms, hidden assumptions',
    feeds: ['BRIDGE', 'VERIFICATION', 'ADVERSARY', 4, 14],
    content: () => ({
      goal: text(),
      necessaryConditions: rows({ text: text(), kind: choice('LOGICAL', 'PRACTICAL', 'ASSUMED') }),
      axioms: rows({ text: text(), whyIrreducible: note() }),
      hiddenAssumptions: notes(),
      constraints: group({ hard: notes(), soft: notes(), preference: notes() }),
      contradictions: rows({ a: text(), b: text(), because: note(), implies: note() }),
      keyInsight: note(),
    }),
    instruction: [
      'Reduce the problem to what is really wanted: one sentence without any means in it.',
      'Ask what must be true for any answer to work. Tell apart what follows by logic, what practice demands, and what is only assumed.',
      'Drive each condition down by asking why until only axioms are left, and say why those cannot be reduced.',
      'Then look at the statement itself: which assumptions hide in its words, and do two conditions exclude each other?',
      'Propose no solution and do not argue from precedent.',
    ],
  }),
  genesis({
    id: 2,
    name: 'Bottom-Up Builder',
    function: 'Composes what is at hand upward into constructions that may suffice',
    output: 'primitives, candidate constructions, gaps',
    feeds: ['BRIDGE', 4, 14],
    content: () => ({
      primitives: group({ data: notes(), operations: notes(), resources: notes(), concepts: notes() }),
      combinationRules: group({ valid: notes(), invalid: notes() }),
      emergenceByLevel: notes(),
      candidates: rows({
        name: text(120),
        components: notes(),
        achieves: note(),
        cannot: note(),
        sufficiency: choice('YES', 'NO', 'PARTIAL'),
      }),
      gaps: notes(),
      best: note(),
    }),
    instruction: [
      'List what is actually at hand: facts and data, operations, resources, established concepts. Leave out what one would merely like to have.',
      'Say how these may be combined and which combinations do not work.',
      'Build upward one level at a time, noting what each level makes possible that the one below did not.',
      'For each construction say what it achieves, what it cannot, and whether it suffices for the goal: YES, NO or PARTIAL.',
      'Name the missing piece wherever a construction stops short; do not bridge a gap by hope.',
    ],
  }),
  genesis({
    id: 3,
    name: 'Constraint Mapper',
    function: 'Lists the constraints and the routes that stay open between them',
    output: 'constraints, viable and blocked paths, bottlenecks',
    feeds: ['ALL'],
    content: () => ({
      constraints: rows(
        {
          id: note(20),
          text: text(),
          type: choice('HARD', 'SOFT', 'PREFERENCE'),
          source: note(),
          certainty: choice('CERTAIN', 'LIKELY', 'DOUBTFUL'),
          scope: note(),
        },
        20,
      ),
      interactions: group({ independent: notes(), compounding: notes(), conflicting: notes(), redundant: notes() }),
      feasibleRegion: note(1000),
      paths: group({ viable: notes(), blocked: notes() }),
      questionable: notes(),
      bottlenecks: notes(),
    }),
    instruction: [
      'List every constraint on an answer: physical, logical, legal, of money, time, knowledge and people. Say where each comes from and how sure it is.',
      'Call it HARD only if no effort could lift it; SOFT if it can be traded; PREFERENCE if somebody merely wants it.',
      'Work out which constraints compound, conflict, or make another redundant.',
      'Describe what stays feasible: which routes are open, which are blocked and by what, and where everything must pass.',
      'Point to constraints that look hard and may not be. Do not choose a route.',
    ],
  }),
  genesis({
    id: 4,
    name: 'Decomposition Critic',
    function: 'Reviews how 1, 2 and 3 took the problem apart, before their errors spread',
    output: 'validated and challenged parts, blockers',
    feeds: [1, 2, 3, 'BRIDGE', 14],
    requires: [
      reads([1, 2, 3], 'the problem taken apart', 'Review how the problem statement itself divides the problem.'),
    ],
    verdicts: { SOLID: 'SUPPORTS', NEEDS_WORK: 'UNCERTAIN', FUNDAMENTALLY_FLAWED: 'CONTRADICTS' },
    content: () => ({
      firstPrinciples: review(),
      bottomUp: review(),
      constraints: review(),
      crossIssues: notes(),
      blockers: notes(),
      action: oneOf('PROCEED', 'REVISE', 'RESTART'),
    }),
    instruction: [
      'Read the reports of First Principles (1), Bottom-Up Builder (2) and Constraint Mapper (3), as many as there are.',
      'For each: what stands, what you challenge with why, how severe and how to mend it, and what is missing.',
      'Then compare them: a condition that no construction meets, a part that a constraint forbids, two meanings of one word.',
      'Refer to the claims concerned, without factors. Name as blockers only what would spoil all later work.',
      'Verdict: SOLID when nothing critical is challenged, NEEDS_WORK when it can be mended in place, FUNDAMENTALLY_FLAWED when the division is wrong at its root.',
    ],
  }),
] as const
