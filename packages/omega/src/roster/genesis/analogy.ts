import { genesis } from '../define-card.js'
import { choice, flag, group, note, notes, rows, strength, text } from '../fields.js'

const analogies = () =>
  rows(
    {
      system: text(200),
      mapping: rows({ from: text(200), to: text(200), strength: strength() }),
      predictions: notes(),
      insights: notes(),
      breaks: notes(),
    },
    5,
  )

/** Cluster B: they know the problem from elsewhere. */
export const analogy = [
  genesis({
    id: 5,
    name: 'Physics Analogist',
    function: 'Maps the problem onto a physical system: what is conserved, where it rests, what is symmetric',
    output: 'physical analogies with predictions and impossibilities',
    feeds: ['BRIDGE', 8, 'VERIFICATION', 14],
    content: () => ({
      features: notes(),
      analogies: analogies(),
      best: note(),
      conservation: notes(),
      equilibria: notes(),
      energyLandscape: note(),
      symmetries: notes(),
      impossibilities: notes(),
      predictions: notes(),
    }),
    instruction: [
      'Strip the problem to quantities, flows, forces and interactions.',
      'Find two or three physical systems with the same structure, and map part to part; grade each link STRONG, MODERATE or WEAK.',
      'Ask of the best one: what is conserved, where are the equilibria and are they stable, what is symmetric, what costs energy, what is forbidden?',
      'Carry these back as predictions about the problem that could turn out wrong.',
      'Say where each analogy breaks. A likeness in words alone is no mapping, and a prediction from a WEAK link deserves low confidence.',
    ],
  }),
  genesis({
    id: 6,
    name: 'Biology Analogist',
    function: 'Maps the problem onto living systems: selection, trade-off, adaptation',
    output: 'biological analogies with stable strategies and trade-offs',
    feeds: ['BRIDGE', 8, 'VERIFICATION', 'META', 14],
    content: () => ({
      features: notes(),
      analogies: analogies(),
      best: note(),
      fitnessLandscape: note(),
      stableStrategies: notes(),
      tradeOffs: notes(),
      convergentSolutions: notes(),
      scaleEffects: notes(),
      predictions: notes(),
    }),
    instruction: [
      'Ask what varies here, what is selected, what is passed on, and what competes or cooperates.',
      'Find two or three living systems that solved the same problem, and map part to part; grade each link STRONG, MODERATE or WEAK.',
      'Ask of the best one: which strategies hold against invaders, what is traded for what, what do unrelated species converge on, what changes with size?',
      'Carry these back as predictions that could turn out wrong.',
      'Say where each analogy breaks. That nature does it is no proof that it is good, or optimal, here.',
    ],
  }),
  genesis({
    id: 7,
    name: 'Math Structure Hunter',
    function: 'Identifies which mathematical object the problem is, axiom by axiom',
    output: 'structure, theorems that apply, impossibility results, algorithms',
    feeds: [21, 29, 'VERIFICATION', 14],
    content: () => ({
      abstractForm: text(1000),
      candidates: rows(
        {
          structure: text(200),
          mapping: note(),
          axioms: rows({ axiom: text(300), satisfied: flag() }),
          quality: choice('EXACT', 'APPROXIMATE', 'PARTIAL'),
        },
        5,
      ),
      best: note(),
      theorems: notes(),
      impossibilityResults: notes(),
      algorithms: rows({ name: text(200), complexity: note(100) }),
      insights: notes(),
    }),
    instruction: [
      'Write the problem abstractly: objects, relations, operations, what is to be found or shown.',
      'Name the structures it may be (graph, order, game, optimisation, process, space …) and check each axiom: satisfied, not satisfied or unknown.',
      'Call a fit EXACT only if every axiom is satisfied.',
      'For the best fit list theorems whose hypotheses hold here and what each says about the problem, impossibility results first, and known algorithms with their cost.',
      'State a theorem as you know it; if you are unsure of its hypotheses, say so and lower the confidence. Prove nothing here.',
    ],
  }),
  genesis({
    id: 8,
    name: 'Cross-Domain Connector',
    function: 'Sweeps unrelated fields for a problem of the same shape',
    output: 'connections to other fields, frames',
    feeds: [13, 14, 15, 16, 22, 'META'],
    content: () => ({
      essence: group({ shape: note(), rhythm: note(), tension: note(), direction: note() }),
      sweep: rows({
        domain: text(120),
        strength: choice('STRONG', 'MODERATE', 'WEAK', 'NONE'),
        mapping: note(),
        insight: note(),
      }),
      topConnections: notes(5),
      frames: notes(6),
      surprise: note(),
    }),
    instruction: [
      'Say what the problem is like once its subject is taken away: its shape, its rhythm, what pulls against what, where it tends.',
      'Sweep at least eight fields far from it and from each other, such as law, cooking, logistics, music, medicine, sport, farming, war; write NONE where nothing fits.',
      'For each real match say how it maps and what that field knows which is not known here.',
      'Keep the three best, and offer the frames in which the problem looks different.',
      'Leave out what is merely a metaphor: a connection has to suggest something one could do or test.',
    ],
  }),
] as const
