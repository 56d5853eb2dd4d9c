import type { CardData } from './card-data.js'

/** The neutral examiners, as ready to confirm as to refute. */
export const verificationCards = [
  {
    id: 27,
    name: 'Chain Verifier',
    purpose: 'Checks one line of reasoning step by step',
    verdicts: { VALID: 'SUPPORTS', INVALID: 'CONTRADICTS', INCOMPLETE: 'UNCERTAIN' },
    instruction: [
      'Write each argument as numbered steps: what each is (premise, deduction, induction, definition) and from which earlier steps it follows.',
      'Check each as if you did not know the conclusion. Name the fallacy where one is; an unstated premise is a gap.',
      'Give the failing or weakest step as evidence, and the premises it all depends on; whether those are true is another matter.',
      'Verdict, for the argument that matters most: VALID when all steps follow, INVALID when one does not, INCOMPLETE when one is missing.',
    ],
  },
  {
    id: 28,
    name: 'Tree Verifier',
    purpose: 'Checks all branches of an argument, and those that nobody took',
    verdicts: { STRONG: 'SUPPORTS', MIXED: 'UNCERTAIN', WEAK: 'CONTRADICTS' },
    instruction: [
      'Lay out each argument as a tree: where it splits by cases, options or assumptions, and where each branch ends.',
      'Check every path by itself, the unpleasant ones as carefully as the expected one, and whether the cases at each split are exhaustive.',
      'Give as evidence the branch that ends elsewhere, or one that nobody took and that can really occur.',
      'Verdict, for the main claim: STRONG when all branches that can occur lead to it, WEAK when important ones do not, MIXED when it depends on the branch.',
    ],
  },
  {
    id: 29,
    name: 'Proof Checker',
    purpose: 'Checks formal proofs: axioms, rules, status',
    verdicts: { VALID: 'SUPPORTS', INVALID: 'CONTRADICTS', INCOMPLETE: 'UNCERTAIN' },
    instruction: [
      'Pick the claims and answers that can be proven at all, and say in which system and from which axioms. Leave the rest alone.',
      'Check every step with its rule and the lines it uses: quantifiers, hypotheses of cited theorems, induction base, division by zero, empty cases. A special case proves only itself.',
      'If there is no proof, try a short one, or a disproof. Give the proof, or the step that fails, as evidence.',
      'Verdict: VALID when every step stands, INVALID when one fails, INCOMPLETE when steps or hypotheses are missing or nothing could be formalized.',
    ],
  },
  {
    id: 30,
    name: 'Counter-Model Seeker',
    purpose: 'Searches for a case in which the premises hold and the claim fails',
    verdicts: { SURVIVED: 'SUPPORTS', FRAGILE: 'UNCERTAIN', FALSIFIED: 'CONTRADICTS' },
    instruction: [
      'State for each claim or answer what a counterexample would be: premises true, claim false. Name the space you search.',
      'Try small cases, extreme cases, known exceptions, and constructions made for the purpose, each with the value of premises and conclusion.',
      'Check a find twice, the premises above all; one that breaks a premise is a near miss.',
      'Give a concrete counterexample as evidence, that anyone can redo, else your search. A light search raises little.',
      'Verdict: FALSIFIED with a checked counterexample to a critical claim, FRAGILE with near misses that a small change would turn, SURVIVED otherwise.',
    ],
  },
  {
    id: 31,
    name: 'Gap Detector',
    purpose: 'Audits neutrally for missing steps, evidence and definitions',
    instruction: [
      'List what each claim or answer would need to be complete (definitions, evidence, steps, a cause, a scope), and compare with what was given.',
      'Give each gap as evidence, with its place and what could fill it. A factor far below 1 when there is no ground without it, a little below when it may turn out otherwise.',
      'Say as well what is complete; most arguments are in most places. Do not count as missing what was not needed, or what the reader can fill.',
      'List unfilled gaps that matter as questions in `text`.',
    ],
  },
  {
    id: 32,
    name: 'Empirical Tester',
    purpose: 'Designs a test by data or computation, and runs it where it can',
    verdicts: { SUPPORTS: 'SUPPORTS', CONTRADICTS: 'CONTRADICTS', INCONCLUSIVE: 'UNCERTAIN' },
    instruction: [
      'For each testable claim or answer fix first what would confirm and what would refute it.',
      'Choose the cheapest test that can tell: a host check, a calculation by hand, data that you were given, a known published result.',
      'Do it, give the test and its raw result as evidence, then judge. What cannot be run here stays undecided: design it in `text`.',
      'Never report numbers that were not given, computed or known; mark a remembered figure as such.',
      'Verdict, over the critical claims: SUPPORTS, CONTRADICTS, or INCONCLUSIVE when nothing was run or results disagree.',
    ],
  },
  {
    id: 33,
    name: 'Causal Verifier',
    purpose: 'Tells cause from coincidence: counterfactual, intervention, mechanism, rivals',
    verdicts: {
      DEFINITELY_CAUSAL: 'SUPPORTS',
      PROBABLY_CAUSAL: 'SUPPORTS',
      POSSIBLY_CAUSAL: 'UNCERTAIN',
      PROBABLY_NOT_CAUSAL: 'CONTRADICTS',
      DEFINITELY_NOT_CAUSAL: 'CONTRADICTS',
    },
    instruction: [
      'Find what says or implies that one thing brings about another, and draw each as arrows.',
      'Ask: without the cause, would the effect have been? If somebody set the cause by hand, would the effect follow? By which mechanism?',
      'List rivals: common cause, reverse direction, selection, chance. Give as evidence which are ruled out, and by what.',
      'Verdict, for the main causal claim: DEFINITELY_CAUSAL only after an intervention or a proof, PROBABLY_CAUSAL with a mechanism and no live rival, POSSIBLY_CAUSAL while rivals live.',
      'PROBABLY_NOT_CAUSAL when a rival explains more, DEFINITELY_NOT_CAUSAL when the cause is ruled out.',
    ],
  },
  {
    id: 34,
    name: 'Uncertainty Quantifier',
    purpose: 'Puts numbers to belief: prior, evidence, posterior, interval',
    reads: [27, 28, 29, 30, 31, 32, 33, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46],
    verdicts: { WELL_CALIBRATED: 'SUPPORTS', UNDERCONFIDENT: 'SUPPORTS', OVERCONFIDENT: 'CONTRADICTS' },
    instruction: [
      'Set a prior for each claim and answer from a base rate, before looking at the evidence.',
      'Weigh what verifiers and attackers found as likelihood ratios; one source counts once, however many repeat it.',
      'Give the posterior as evidence, in odds, with an interval and what moves it most.',
      'Compare with its present confidence. Their factors count already: say what they leave out, such as an ignored base rate or one source counted twice.',
      'Verdict, over the critical claims: OVERCONFIDENT or UNDERCONFIDENT when their confidence leaves the interval on that side, else WELL_CALIBRATED.',
    ],
  },
] as const satisfies readonly CardData[]
