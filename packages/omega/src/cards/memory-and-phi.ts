import type { CardData } from './card-data.js'

/** The agents that are code: reports name them, and no model is instructed. */
export const memoryAndPhiCards = [
  {
    id: 53,
    name: 'Session Memory',
    purpose: 'Keeps the record of the session and alerts to contradictions',
    verdicts: { COHERENT: 'SUPPORTS', MINOR_CONTRADICTIONS: 'UNCERTAIN', MAJOR_CONTRADICTIONS: 'CONTRADICTS' },
    instruction: [],
  },
  {
    id: 54,
    name: 'Pattern Memory',
    purpose: 'Matches the situation to patterns of earlier sessions',
    verdicts: { STRONG_MATCHES: 'SUPPORTS', PARTIAL_MATCHES: 'UNCERTAIN', NOVEL_SITUATION: 'UNCERTAIN' },
    instruction: [],
  },
  {
    id: 55,
    name: 'Failure Memory',
    purpose: 'Keeps what failed, its root cause and the rule that avoids it',
    verdicts: { LESSONS_EXTRACTED: 'SUPPORTS', SOME_LEARNING: 'UNCERTAIN', FAILURES_UNEXAMINED: 'UNCERTAIN' },
    instruction: [],
  },
  {
    id: 56,
    name: 'Success Memory',
    purpose: 'Keeps what worked, why, and where it would work again',
    verdicts: { SUCCESSES_CAPTURED: 'SUPPORTS', PARTIAL_CAPTURE: 'UNCERTAIN', UNDEREXAMINED: 'UNCERTAIN' },
    instruction: [],
  },
  {
    id: 57,
    name: 'PHI',
    purpose: 'Decides what code leaves open, and gives the answer',
    verdicts: { ANSWER_DELIVERED: 'SUPPORTS', PARTIAL_ANSWER: 'UNCERTAIN', UNABLE_TO_ANSWER: 'UNCERTAIN' },
    instruction: [],
  },
] as const satisfies readonly CardData[]
