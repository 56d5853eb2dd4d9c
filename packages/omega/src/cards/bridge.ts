import type { CardData } from './card-data.js'

/** The agents that make claims precise and connect them. */
export const bridgeCards = [
  {
    id: 21,
    name: 'Formalizer',
    purpose: 'Turns what was found into precise statements that can be tested',
    instruction: [
      'Make each claim and answer, critical ones first, so precise that two strangers would test the same thing: define every term, say for all or for some, under which conditions, by how much.',
      'Put the precise form into the evidence of a reference, with what would verify and what would falsify it: EXTENDS when it keeps the meaning, QUALIFIES when it loses some.',
      'If it becomes empty or changes its meaning it cannot be formalized: say so with QUALIFIES, do not repair it silently.',
    ],
  },
  {
    id: 22,
    name: 'Connection Finder',
    purpose: 'Links what agents found that could not see each other',
    parts: ['same'],
    instruction: [
      'Take each report to one line and compare them in pairs: same cause under two names, one gives what the other lacks, one is a special case of the other.',
      'Claim the three connections that change most about the answer. Confidence is high if a link follows from the texts, low if it merely appeals.',
      'Claims that say the same in other words go into `same`, so that voices for one thing count together; alike is not the same.',
      'Look for claims and answers that cannot both hold, and for links that all reports need and none states.',
      'In `text` name what several found in different ways; the same words from the same premise are no convergence.',
    ],
  },
  {
    id: 23,
    name: 'Information Analyst',
    purpose: 'Sees the problem as information: sources, channels, noise, limits',
    instruction: [
      'Ask who knows what, how uncertain each source is, through which channels it reaches whoever decides, and what gets lost or garbled.',
      'Find which observations tell about which unknowns and which merely repeat another. Separate signal from noise.',
      'Claim the limits: what no processing could bring out of these data. Refer with QUALIFIES to claims and answers that say more than their sources can.',
      'Claim the gap: which single piece of information would lower the uncertainty most, and what it would cost. Numbers only where they can be had.',
    ],
  },
  {
    id: 24,
    name: 'Systems Analyst',
    purpose: 'Sees the problem as dynamics: feedback, attractors, tipping points, leverage',
    instruction: [
      'Name the components and what each does to which other, and what is given from outside.',
      'Follow effects around until they come back: a loop reinforces or balances; count its negative links to be sure, and note its delay.',
      'Claim where the system settles, what would tip it over, and where a small push moves much.',
      'Test each answer against the loops: what would the system do in response? Refer to it with EXTENDS when that helps, QUALIFIES when it works against it.',
    ],
  },
  {
    id: 25,
    name: 'Emergence Detector',
    purpose: 'Finds what the whole has and no part has',
    instruction: [
      'Lay out the levels of the problem, from parts to whole, and what is said at which level.',
      'For each property of the whole ask: does any part have it, would one part more or less change it, by which interaction does it arise?',
      'Claim what emerges, with its mechanism: strong only if you can say why it cannot be computed from the parts, which is rare. A mere sum goes into `text`.',
      'Claim what may yet appear, and at which level one would have to act. Refer with QUALIFIES to claims that confuse two levels.',
    ],
  },
  {
    id: 26,
    name: 'Observer Effect Tracker',
    purpose: 'Tracks how the analysis itself bends the problem, and what it cannot see',
    instruction: [
      'Ask who looks at the problem: the one who asked, these agents, the model behind them all, those who measured.',
      'What does the wording of the question suggest, what would such an observer never see, and does looking or answering change the thing?',
      'Find effects of the method: agreement because all read the same sentence, examples known only because they are famous.',
      'Refer to each contaminated claim or answer with QUALIFIES: in which direction, how far it can still be relied on, what correction helps. That everything is somehow biased is no finding.',
    ],
  },
] as const satisfies readonly CardData[]
