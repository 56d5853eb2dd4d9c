import type { AgentReportInput, AgentTask, OwnAgent } from '@artoo/omega'
import { type PropertyName, properties, propertyOf, shown } from './properties.js'

/** Agents that are functions. Those of a family err together, so that two of them are little more than one voice. */
export const panel: readonly OwnAgent[] = [
  believes('Ada', 'reading', 'alphabet', 'each step keeps the letters in their order'),
  believes('Ben', 'reading', 'length', 'each step replaces or removes, and nothing that tells titles apart'),
  believes('Cleo', 'trying', 'length', 'so it was for "Home", "Spring in Lisbon" and "Ten days at sea"'),
  triesTitles('Dora', 'neutral', ['A quiet morning', 'The last winter', 'Our first letter', '24 hours']),
  triesTitles('Ed', 'hostile', ['Résumé', 'C', 'C++', 'Москва', '½']),
  { name: 'Flo', stance: 'integrating', run: synthesis },
]

/** Answers with what the code of `slug`, or a few titles, make one believe. */
function believes(name: string, family: string, claimed: PropertyName, text: string): OwnAgent {
  const claims = [{ statement: properties[claimed].statement, confidence: 0.8 }]
  const report: AgentReportInput = { answer: properties.distinct.statement, confidence: 0.7, claims, text }
  return { name, stance: 'exploring', family, run: () => report }
}

/** Holds what was said against titles. Code runs those that refute it; a sample that doesn't raises the confidence, and proves nothing. */
function triesTitles(name: string, stance: 'neutral' | 'hostile', titles: readonly string[]): OwnAgent {
  const judged = (claim: string, property: PropertyName) => {
    const found = properties[property].refutedBy(titles)
    if (found.length === 0) {
      return { claim, factor: stance === 'neutral' ? 1.2 : 1, evidence: `${titles.length} titles do not refute it` }
    }
    return { claim, factor: stance === 'neutral' ? 0.5 : 0, evidence: shown(found), check: checkOf(property, found) }
  }
  const run = ({ claims }: AgentTask) => {
    const references = claims.flatMap(({ id, statement }) => {
      const property = propertyOf(statement)
      return property ? [judged(id, property)] : []
    })
    const alike = properties.distinct.refutedBy(titles)
    const other = { answer: opposite, confidence: 0.9, check: checkOf('distinct', alike) }
    return { text: `tried ${titles.length} titles`, references, ...(alike.length > 0 && other) }
  }
  return { name, stance, family: 'trying', run }
}

const opposite = 'No: different titles can have the same slug'

const checkOf = (property: PropertyName, titles: readonly string[]) => ({
  name: 'counterexample',
  arguments: { property, titles },
})

/** Rests on the answer that stands; what fell is a caveat. */
function synthesis({ claims }: AgentTask): AgentReportInput {
  const fallen = claims.filter(({ status }) => status === 'rejected')
  const [best] = claims.filter(({ isAnswer, status }) => isAnswer && status !== 'rejected')
  const isUnsafe = best?.statement === opposite
  const advice =
    'Not by itself: different titles can have the same slug. Keep a key of its own for each article, or store the slug and add a number when it is taken.'
  return {
    verdict: isUnsafe ? 'Not by itself' : 'Yes, as far as anybody knows',
    synthesis: {
      ...{ answer: isUnsafe ? advice : 'Yes, as far as anybody knows.', restsOn: best ? [best.id] : [] },
      caveats: fallen.map(({ statement, basis }) => `Do not rely on "${statement}" (${basis})`),
      wouldChange: ['that no two articles may ever have titles so alike'],
    },
  }
}
