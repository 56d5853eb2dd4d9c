import type { Agent, AgentReportInput, AgentTask } from '@artoo/omega'
import { opposite } from './judges.js'
import { properties } from './properties.js'

/** Those who connect, and those who make one answer of it. */
export const integrators: Readonly<Record<number, Agent>> = {
  21: ({ claims }) => ({
    ...{ verdict: 'All of it can be said of each title, or of each pair', confidence: 0.9, content: {} },
    references: claims.map(({ id }) => ({ type: 'USES', claim: id, relationship: 'for all titles, or all pairs' })),
  }),
  22: ({ claims }) => ({
    verdict: `Of ${claims.length} claims only one is about two titles at once`,
    ...{ confidence: 0.8, content: {} },
  }),
  47: says('The question is about keys: distinct and stable', 'CLARITY_ACHIEVED'),
  48: ({ questions }) => progress(questions.length),
  49: ({ claims }) => agreement(claims.filter(({ status }) => status === 'active').length),
  50: ({ contradictions }) => conflicts(contradictions.length),
  51: synthesis,
  52: says('What fell is named, and what to do instead', 'SHIP_WITH_CAVEATS'),
}

function says(verdict: string, native: string): Agent {
  return () => ({ verdict, native, confidence: 0.9, content: {} })
}

function progress(open: number): AgentReportInput {
  const [native, curve] = open === 0 ? ['ON_TRACK', 'CONVERGING'] : ['STALLED', 'FLAT']
  return { verdict: `${open} questions are open`, native, confidence: 0.9, content: { curve } }
}

function agreement(undecided: number): AgentReportInput {
  const native = undecided === 0 ? 'STRONG_CONSENSUS' : 'EMERGING_CONSENSUS'
  return { verdict: `Code has decided all claims but ${undecided}`, native, confidence: 0.9, content: {} }
}

function conflicts(open: number): AgentReportInput {
  const native = open === 0 ? 'ALL_RESOLVED' : 'MANY_UNRESOLVED'
  return { verdict: `${open} contradictions are open`, native, confidence: 0.9, content: {} }
}

/** Rests on what still stands; what fell is a caveat. */
function synthesis({ claims }: AgentTask): AgentReportInput {
  const standing = claims.filter(({ status }) => status === 'active' || status === 'confirmed')
  const fallen = claims.filter(({ status }) => status === 'rejected')
  const key = fallen.find(({ statement }) => statement === properties.distinct.statement)
  const properly = standing.filter(({ statement }) => statement !== opposite).map(({ statement }) => statement)
  const answer = key
    ? `Not by itself: different titles can have the same slug. Keep a key of its own for each article, or store the slug and add a number when it is taken. As a part of an address it is fine: ${properly.join('; ')}.`
    : `Yes, as far as anybody knows: ${properly.join('; ')}.`
  return {
    ...{ verdict: key ? 'Not by itself' : 'Yes', native: 'SYNTHESIS_COMPLETE', confidence: 0.9, content: {} },
    synthesis: {
      ...{ answer, restsOn: standing.map(({ id }) => id) },
      caveats: [
        ...fallen.map(({ statement, basis }) => `Do not rely on "${statement}" (${basis})`),
        'What stands was tried on ordinary and on unusual titles. It was not proved.',
      ],
      wouldChange: [
        'a title that refutes one of the claims that stand',
        'that two articles never may have titles so alike',
      ],
    },
  }
}
