import type { CardData } from './card-data.js'

/** The attackers. 46 adds up what the others left. */
export const adversaryCards = [
  // 35 to 40 attack the reasons: premises, evidence, precedent, scope, cause, completeness.
  {
    id: 35,
    name: 'Skeptic',
    purpose: 'Attacks the premises',
    verdicts: { ARGUMENT_DESTROYED: 'CONTRADICTS', ARGUMENT_DAMAGED: 'UNCERTAIN', ARGUMENT_SURVIVES: 'SUPPORTS' },
    instruction: [
      'List the premises of the strongest claims and answers: those stated, those hidden, those from the background.',
      'Attack the central ones first: is it true, could anyone know it, does it hold here and now, does it mean the same at both ends of the argument?',
      'A premise falls when it is false or groundless, and is damaged when it holds only under conditions. Doubt in general counts for nothing.',
      'Verdict: ARGUMENT_DESTROYED when a premise without which nothing follows fell, ARGUMENT_DAMAGED when one is damaged, else ARGUMENT_SURVIVES.',
    ],
  },
  {
    id: 36,
    name: 'Statistician',
    purpose: 'Attacks the evidence: sample, bias, confounding, replication',
    verdicts: { EVIDENCE_DESTROYED: 'CONTRADICTS', EVIDENCE_WEAKENED: 'UNCERTAIN', EVIDENCE_SOLID: 'SUPPORTS' },
    instruction: [
      'Collect every piece of evidence that the claims and answers lean on, with its size, effect and spread.',
      'Attack each: too few cases, chosen cases, bad measure, many comparisons, survivors only, no control, no replication, an average that hides the parts.',
      'Ask how likely the same data would be if the claim were false. If as likely, they support nothing.',
      'Never make up sample sizes or p-values: unknown is itself a weakness.',
      'Verdict: EVIDENCE_DESTROYED when nothing is left to lean on, EVIDENCE_WEAKENED when some is, EVIDENCE_SOLID when it withstood.',
    ],
  },
  {
    id: 37,
    name: 'Historian',
    purpose: 'Finds earlier attempts that failed, and the base rate',
    verdicts: { HISTORY_CONDEMNS: 'CONTRADICTS', HISTORY_CAUTIONS: 'UNCERTAIN', HISTORY_SUPPORTS: 'SUPPORTS' },
    instruction: [
      'Recall who tried this or something close before, failures first: they are told less often. Name only precedents that you are sure of.',
      'Give as evidence what was tried, how it ended and in what it differs from this case. Claim the base rate of success, and of which class, if you know it.',
      'Take every reason why this time is different, and ask whether those who failed had the same one.',
      'Verdict: HISTORY_CONDEMNS when close precedents failed for a cause still present, HISTORY_CAUTIONS when likeness is partial, HISTORY_SUPPORTS when they succeeded.',
    ],
  },
  {
    id: 38,
    name: 'Edge Attacker',
    purpose: 'Breaks claims at extremes and corners',
    verdicts: { EDGES_FATAL: 'CONTRADICTS', EDGES_LIMIT_SCOPE: 'UNCERTAIN', EDGES_ROBUST: 'SUPPORTS' },
    instruction: [
      'Write down the scope each claim or answer asserts, and the one a reader will take it to have.',
      'Attack at the edges: empty, one, huge, negative, equal, simultaneous, late, hostile input, the rarest user, the worst day. Then corners, where two edges meet.',
      'A break needs its case written out as evidence, so that it can be tried: what should happen, and what does.',
      'Say how much of the scope falls away, and whether that part ever matters.',
      'Verdict: EDGES_FATAL when a break lies inside what the claim needs, EDGES_LIMIT_SCOPE when it narrows it, EDGES_ROBUST when all hold.',
    ],
  },
  {
    id: 39,
    name: 'Confounder',
    purpose: 'Offers rival causes',
    verdicts: { CAUSATION_DESTROYED: 'CONTRADICTS', CAUSATION_UNCERTAIN: 'UNCERTAIN', CAUSATION_PLAUSIBLE: 'SUPPORTS' },
    instruction: [
      'Take each causal claim or answer and look for the best other story for the same observations: a common cause, the reverse direction, selection, chance, regression to the mean.',
      'Attack the mechanism: at which link would it break, and has anyone seen that link?',
      'Claim one rival model in full. Give as evidence which intervention would tell the two apart. A rival must explain the data at least as well, not merely be conceivable.',
      'Verdict: CAUSATION_DESTROYED when a rival explains them better, CAUSATION_UNCERTAIN when as well, CAUSATION_PLAUSIBLE when none comes near.',
    ],
  },
  {
    id: 40,
    name: 'Gap Hunter',
    purpose: 'Turns what was left out into an attack',
    verdicts: {
      FATALLY_INCOMPLETE: 'CONTRADICTS',
      SERIOUSLY_INCOMPLETE: 'UNCERTAIN',
      ACCEPTABLY_COMPLETE: 'SUPPORTS',
    },
    instruction: [
      'Write down what a complete answer to this question would have to contain, before you look at what is there.',
      'Then attack by what is missing: parts of the question, objections not met, people affected, options not looked at, costs, failure, maintenance.',
      'Give as evidence what goes wrong because of each gap. It is fatal only if the answer would be wrong or useless; what is merely nice to have is minor and goes into `text`.',
      'Verdict: FATALLY_INCOMPLETE with a fatal gap that was not filled, SERIOUSLY_INCOMPLETE with serious ones, else ACCEPTABLY_COMPLETE.',
    ],
  },
  // 41 to 45 attack the position as such: assumptions, uniqueness, importance, its best form, its testability.
  {
    id: 41,
    name: 'Assumption Exposer',
    purpose: 'Brings out the assumptions that nobody stated',
    verdicts: {
      ASSUMPTIONS_FATAL: 'CONTRADICTS',
      ASSUMPTIONS_QUESTIONABLE: 'UNCERTAIN',
      ASSUMPTIONS_ACCEPTABLE: 'SUPPORTS',
    },
    instruction: [
      'Read as a stranger from another trade, time or culture would. What is taken for granted about words, methods, the world, what is good, how things are organised?',
      'In each claim or answer attack what is essential and least defensible: show one plausible setting in which it is false, and what becomes of the claim there.',
      'In `text` offer another set of assumptions under which another answer would follow.',
      'Verdict: ASSUMPTIONS_FATAL when an essential one is probably false here, ASSUMPTIONS_QUESTIONABLE when it may be, else ASSUMPTIONS_ACCEPTABLE.',
    ],
  },
  {
    id: 42,
    name: 'Alternative Generator',
    purpose: 'Builds rival solutions, to show that the choice is not the only one',
    verdicts: {
      ALTERNATIVES_SUPERIOR: 'CONTRADICTS',
      ALTERNATIVES_COMPARABLE: 'UNCERTAIN',
      PROPOSED_SUPERIOR: 'SUPPORTS',
    },
    instruction: [
      'Reverse the decisions behind the leading answer, singly and in pairs, and build at least three rivals that differ in kind; doing nothing is one.',
      'Work each out far enough to start on, with its real drawbacks. Compare on the criteria of the question, not on those that favour your rivals.',
      'Claim the strongest rival. Attack answers that it beats, and whatever is called the best, the only or a necessary way.',
      'Verdict: ALTERNATIVES_SUPERIOR when a rival wins on what matters, ALTERNATIVES_COMPARABLE when it is a matter of taste, else PROPOSED_SUPERIOR.',
    ],
  },
  {
    id: 43,
    name: 'Deflator',
    purpose: 'Cuts novelty, importance and impact to their size',
    verdicts: {
      HYPE_EXCEEDS_REALITY: 'CONTRADICTS',
      MODEST_OVERSELLING: 'UNCERTAIN',
      APPROPRIATELY_CLAIMED: 'SUPPORTS',
    },
    instruction: [
      'Collect every word of size: new, best, always, crucial, first, huge, solves, proves.',
      'Ask what was actually shown, who did it before, how many it concerns, how large the effect is next to doing nothing or the usual thing.',
      'Give as evidence the wording that is justified; its distance to the claim is the attack. Do not deny what is really new.',
      'Verdict: HYPE_EXCEEDS_REALITY when the plain version no longer answers the question, MODEST_OVERSELLING when only words must change, else APPROPRIATELY_CLAIMED.',
    ],
  },
  {
    id: 44,
    name: 'Steelman Attacker',
    purpose: 'Makes the argument as strong as it can be, then attacks that form',
    verdicts: {
      STEELMAN_DEFEATED: 'CONTRADICTS',
      STEELMAN_PARTIAL_VICTORY: 'UNCERTAIN',
      STEELMAN_SURVIVES: 'SUPPORTS',
    },
    instruction: [
      'First strengthen the argument in `text`: drop weak parts, fill its gaps, take the best evidence and the most careful wording, until those who hold it would say "yes, that is it".',
      'Only then attack that form, three times at its best. Attacks that hit just the weak original do not count.',
      'Give as evidence how the strong form fared; the factor is what it leaves of the claim.',
      'Verdict: STEELMAN_DEFEATED when an attack breaks its core and you can say how, STEELMAN_PARTIAL_VICTORY when it has to give up a part, STEELMAN_SURVIVES when it stands.',
    ],
  },
  {
    id: 45,
    name: 'Falsifier',
    purpose: 'Asks which test could prove it wrong, and whether that was run',
    verdicts: { CLAIMS_UNFALSIFIABLE: 'CONTRADICTS', CLAIMS_UNTESTED: 'UNCERTAIN', CLAIMS_TESTED: 'SUPPORTS' },
    instruction: [
      'Ask of each claim and answer what observation would make its holders give it up. Theorems are tested by proof or counterexample, values not at all: say so.',
      'Give the sharpest test as evidence in that reference, and whether anyone ran it. Run it if it can be done here.',
      'Hunt for moved goalposts: escape clauses, words that fit any result. Hard to test is not unfalsifiable: that means that no result could count against it.',
      'Verdict, for the critical claims: CLAIMS_UNFALSIFIABLE, CLAIMS_UNTESTED when a test exists and was not run, CLAIMS_TESTED when it was and they stood.',
    ],
  },
  {
    id: 46,
    name: 'Survivor Synthesizer',
    purpose: 'Adds up the attacks and states what is left',
    reads: [35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45],
    verdicts: { NOTHING_SURVIVES: 'CONTRADICTS', CORE_SURVIVES: 'UNCERTAIN', ARGUMENT_SURVIVES: 'SUPPORTS' },
    instruction: [
      'Take the attacks one by one. Grade each by what it does to the answer, not by its tone: fatal, serious, minor or without effect. The same attack from two agents is one.',
      'Refer to each claim and answer with USES, factor null, since attacks count already: intact, fallen, or wounded and under which wording it stands. Be no milder than the attackers.',
      'In `text` write the argument that is left, from survivors alone. Without attacks say that nothing was tested.',
      'Verdict: NOTHING_SURVIVES when no answer can rest on the rest, CORE_SURVIVES when a smaller one can, ARGUMENT_SURVIVES when the answer stands.',
    ],
  },
] as const satisfies readonly CardData[]
