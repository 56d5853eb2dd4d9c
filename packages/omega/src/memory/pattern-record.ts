import type { Classification } from '../protocol/classification.js'
import { kept, type ProblemPattern } from './records.js'
import type { Ended, Service } from './service.js'
import { kindOf, signatureOf, slugOf } from './signature.js'

export interface SessionLesson {
  readonly problem: string
  readonly classification: Classification
  readonly ended: Ended
  readonly lesson: string
  readonly services: readonly Service[]
  readonly failures: readonly string[]
  readonly successes: readonly string[]
  readonly at: string
}

/** Longest text of a problem that a pattern keeps. */
const longest = 500

/** Patterns of a kind stand side by side: `EMPIRICAL/CAUSAL/why-do-hens-stop-laying`. */
export function patternId(problem: string, classification: Classification): string {
  return `${kindOf(classification)}/${slugOf(problem)}`
}

/** The pattern with one more session; a new one where none is known. */
export function patternRecord(known: ProblemPattern | null, lesson: SessionLesson): ProblemPattern {
  const { problem, classification, ended, at } = lesson
  const { status } = ended
  const told = problem.slice(0, longest)
  const founded = known ?? {
    version: 1 as const,
    id: patternId(problem, classification),
    name: `${kindOf(classification)}: ${problem.replaceAll(/\s+/g, ' ').trim().slice(0, 80)}`,
    signature: signatureOf(problem, classification),
    problem: told,
    outcomes: { SUCCESS: 0, PARTIAL: 0, FAILURE: 0 },
    agents: [],
    examples: [],
    antiPatterns: [],
    solutions: [],
  }
  return {
    ...founded,
    outcomes: { ...founded.outcomes, [status]: founded.outcomes[status] + 1 },
    outcome: status,
    lesson: lesson.lesson,
    agents: counted(founded.agents, lesson.services),
    examples: [...founded.examples, { problem: told, outcome: status }].slice(-kept.examples),
    antiPatterns: newest(founded.antiPatterns, lesson.failures),
    solutions: newest(founded.solutions, lesson.successes),
    updatedAt: at,
  }
}

function counted(agents: ProblemPattern['agents'], services: readonly Service[]): ProblemPattern['agents'] {
  const counts = new Map(agents.map((one) => [one.agent, one]))
  for (const { agent, helped } of services) {
    const before = counts.get(agent) ?? { agent, helped: 0, hindered: 0 }
    const field = helped ? 'helped' : 'hindered'
    counts.set(agent, { ...before, [field]: before[field] + 1 })
  }
  return [...counts.values()].sort((one, other) => one.agent - other.agent)
}

function newest(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids.filter((id) => !more.includes(id)), ...more])].slice(-kept.references)
}
