import type { AgentCard } from '../protocol/card.js'
import { phi, reads } from './define-card.js'
import { agentId, agentIds, between, choice, flag, note, notes, rows, text } from './fields.js'
import { idsOf } from './official.js'

export const phiCards = [
  phi({
    id: 57,
    name: 'PHI',
    function: 'Decides what code leaves open, and gives the answer',
    output: 'the answer',
    feeds: [],
    requires: [
      reads([51, 52], 'the answer and its quality', 'Answer from the claims that stand.'),
      reads([46, 48, 49, 50], 'what survives, progress, consensus, conflicts', 'Judge by the claims in the log.'),
      reads(idsOf.MEMORY, 'the record', 'Judge by the reports that are there.'),
    ],
    verdicts: { ANSWER_DELIVERED: 'SUPPORTS', PARTIAL_ANSWER: 'UNCERTAIN', UNABLE_TO_ANSWER: 'UNCERTAIN' },
    content: () => ({
      problem: note(2000),
      plan: notes(),
      deploymentLog: notes(16),
      integration: rows({ what: text(), decision: choice('INCLUDE', 'EXCLUDE', 'MODIFY'), why: note() }, 20),
      overrides: rows({ agent: agentId(), what: text(), why: text(), replacement: note() }),
      hurried: flag(),
      consensus: notes(),
      conflicts: notes(),
      quality: note(),
      summary: note(2000),
      answer: text(8000),
      confidencePercent: between(0, 100),
      caveats: notes(),
      certain: notes(),
      uncertain: notes(),
      recommendations: notes(),
      agentsUsed: agentIds(),
    }),
    instruction: [
      'You see the whole session and decide where its rules leave a choice: which side of a conflict that nobody settled, what goes into the answer, what is left out.',
      'For each decision weigh evidence that can be looked at before argument, and argument before number of voices.',
      'You may override an agent, but then write down what, why, and what takes its place. If time forced you to skip agents, say so in hurried and in the caveats.',
      'Give the answer first, in plain words, then what is certain, what is not, and what to do next. Claim no more confidence than the weakest claim it rests on.',
      'Verdict: ANSWER_DELIVERED, PARTIAL_ANSWER, or UNABLE_TO_ANSWER, which is honest where nothing stands.',
    ],
  }),
] as const satisfies readonly AgentCard[]
