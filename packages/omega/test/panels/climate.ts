import type { Chance } from './chance.js'

/** What a panel is like. Shares are of an agent's reports, unless they say of what. */
export type Climate = ReturnType<typeof randomClimate>

const none = Array.from({ length: 8 }, () => 'none' as const)
const rarely = [0, 0, 0, 0, 0.01, 0.05, 0.3]

export function randomClimate(chance: Chance) {
  const isCalm = chance.is(0.4)
  const trouble = () => (isCalm ? 0 : chance.pick(rarely))
  /** What comes first is what leads to an answer. */
  const isKind = chance.is(0.35)
  const mostlyFirst = <T>(list: readonly T[]): T => (isKind && chance.is(0.9) ? (list[0] as T) : chance.pick(list))
  return {
    panel: chance.pick(['quick', 'quick', 'standard', 'full', 'own', 'own', 'paper'] as const),
    // What can't be read.
    prose: trouble(),
    wrongForm: trouble(),
    impossibleNumbers: trouble(),
    wrongNames: trouble(),
    falseIds: trouble(),
    fails: trouble(),
    hangs: isCalm ? 0 : chance.pick([0, 0, 0, 0, 0, 0, 0.01, 0.1]),
    /** Agents that are never right. */
    hopeless: isCalm || chance.is(0.85) ? [] : Array.from({ length: 1 + chance.below(8) }, () => 1 + chance.below(52)),
    /** A family whose provider is down; -1: none. */
    dead: isCalm || chance.is(0.9) ? -1 : chance.below(2),

    // What is said.
    floods: chance.pick([0, 0, 0.1, 1]),
    /** So many different answers and claims there are. */
    statements: mostlyFirst([2, 3, 10, 10_000]),
    confidence: mostlyFirst<readonly [number, number]>([
      [0.7, 1],
      [0.7, 1],
      [0.5, 0.9],
      [0, 1],
      [0, 0.35],
    ] as const),
    reticent: mostlyFirst([0, 0, 0.2, 1]),
    critical: chance.pick([0, 0.3, 1]),
    /** Of closing verdicts, the share that are kind. */
    kindness: mostlyFirst([1, 1, 0.9, 0.5, 0]),
    contradictions: mostlyFirst([0, 0, 0.1, 1]),
    resolutions: mostlyFirst([1, 0.5, 0]),
    equalities: chance.pick([0, 0.2, 0.8]),
    /** Of the claims that are looked at, the share that doesn't stand it. */
    doubts: mostlyFirst([0, 0, 0.2, 0.8]),
    refutations: mostlyFirst([0, 0, 0.05, 0.5]),
    clarifies: chance.pick([0, 0.5, 1]),
    synthesis: mostlyFirst([1, 1, 0.9, 0]),

    // What surrounds it.
    families: chance.pick([1, 1, 2, 3, 5]),
    /** Of the agents, the share that are functions. */
    functions: chance.pick([0, 0, 0.2, 1]),
    /** Of statements, the share that names a check. */
    checked: chance.pick([0, 0, 0.2, 1]),
    checks: mostlyFirst(['hold', 'hold', 'fail', 'throw', 'any'] as const),
    /** Of turns in which there are tools, the share that call some. */
    toolCalls: chance.pick([0, 0, 0, 0.3, 1]),
    tools: chance.pick(['work', 'throw', 'hang', 'irreversible'] as const),
    people: chance.pick(['none', 'yes', 'no', 'choose', 'never', 'throw'] as const),
    memory: chance.pick([...none, 'lessons', 'lessons', 'broken', 'never'] as const),
    delayMs: chance.pick([0, 2_000, 10_000]),
    /** After so many events. */
    abortAfter: chance.is(0.85) ? null : chance.below(chance.pick([5, 60, 400])),
    abortBy: chance.pick(['signal', 'signal', 'close'] as const),
    limits: {
      ...(chance.is(0.5) ? { iterations: 1 + chance.below(4) } : {}),
      ...(chance.is(0.1) ? { tokens: chance.pick([1, 500, 20_000, 200_000]) } : {}),
      ...(chance.is(0.1) ? { modelCalls: chance.pick([1, 3, 20, 60]) } : {}),
      ...(chance.is(0.1) ? { timeMs: chance.pick([1, 1_000, 60_000, 600_000]) } : {}),
      ...(chance.is(0.7) ? { modelTimeoutMs: 10_000, modelRetries: chance.pick([0, 1]) } : {}),
      ...(chance.is(0.1) ? { conversationCharacters: 20_000 } : {}),
    },
    concurrency: chance.pick([1, 3, 11]),
  }
}
