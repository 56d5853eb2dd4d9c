import { createOmega, type GivenClassification, type PanelSize, type Profile } from '@artoo/omega'
import { baselines, callsFor } from './baselines.js'
import type { Population, Question } from './population.js'
import { checksOf, drawsOf, simulatedModels } from './simulated.js'

/** One question as somebody decided it. */
export interface Decided {
  readonly right: boolean
  /** How sure it said it was, 0 to 1. */
  readonly confidence: number
  readonly calls: number
  readonly tokens: number
  /** Of OMEGA. */
  readonly status?: 'SUCCESS' | 'PARTIAL' | 'FAILURE'
}

/** What everybody made of the same questions of a population, in the same order. */
export interface PopulationResult {
  readonly name: string
  readonly about: string
  readonly families: number
  readonly easyToJudge: boolean
  readonly checked: number
  readonly omega: Readonly<Record<string, readonly Decided[]>>
  /** By the name of the baseline, at as many calls and at as many tokens as the default panel took on average. */
  readonly baselines: readonly {
    readonly name: string
    readonly at: 'calls' | 'tokens'
    readonly budget: number
    readonly decided: readonly Decided[]
  }[]
}

/** A panel that is measured; the first is the one that baselines are compared with. */
export interface Contender {
  readonly name: string
  readonly panel: PanelSize
  readonly profile?: Profile
  readonly iterations?: number
  /** The share of the questions that it is asked: large panels take their time. */
  readonly share?: number
}

const contenders: readonly Contender[] = [
  { name: 'quick', panel: 'quick' },
  { name: 'quick, three iterations', panel: 'quick', iterations: 3, share: 0.25 },
  { name: 'standard', panel: 'standard', share: 0.1 },
  { name: 'full, as the paper has it', panel: 'full', profile: 'paper', share: 0.05 },
]

/** Stakes change from question to question: thresholds differ with them. */
const stakes = ['LOW', 'MEDIUM', 'HIGH'] as const

/** How `contender` decides the question of that number: by the real `createOmega`, over simulated models. */
async function deliberated(
  question: Question,
  families: readonly string[],
  index: number,
  contender: Contender,
): Promise<Decided> {
  const { panel, profile = 'measured', iterations } = contender
  const omega = createOmega({
    ...{ models: simulatedModels(question, families, index), panel, profile, ...checksOf(question) },
    limits: { tokens: 10_000_000, modelCalls: 2_000, timeMs: 3_600_000, ...(iterations ? { iterations } : {}) },
  })
  const known: GivenClassification = {
    ...{ type: 'ANALYTICAL', subtype: 'LOGICAL', characteristics: [], uncertainty: 'LOW', wellDefined: true },
  }
  const report = await omega.deliberate('Which of the answers is right? '.repeat(10), {
    ...(panel === 'quick' ? {} : known),
    stakes: stakes[index % stakes.length] ?? 'MEDIUM',
  })
  await omega.close()
  const { status, answer, confidence, metrics } = report
  const { modelCalls: calls, totalTokens: tokens } = metrics
  return { right: answer === question.right, confidence: confidence ?? 0, calls, tokens, status }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Runs everybody on `count` questions of a population. */
export async function studied(
  population: Population,
  {
    count,
    seed,
    of = contenders,
  }: { readonly count: number; readonly seed: number; readonly of?: readonly Contender[] },
): Promise<PopulationResult> {
  const { name, about, families, easyToJudge } = population
  const omega: Record<string, Decided[]> = {}
  for (const contender of of) {
    const decided: Decided[] = []
    for (let index = 0; index < Math.ceil(count * (contender.share ?? 1)); index++) {
      decided.push(await deliberated(population.question(index, seed), families, index, contender))
    }
    omega[contender.name] = decided
  }
  const reference = omega[of[0]?.name ?? ''] ?? []
  const calls = Math.max(1, Math.round(mean(reference.map((one) => one.calls))))
  const tokens = mean(reference.map((one) => one.tokens))
  const pilot = Array.from({ length: 200 }, (_, index) => population.question(index, seed + 1))
  const questions = Array.from({ length: count }, (_, index) => population.question(index, seed))
  const compared = baselines.flatMap((baseline) =>
    (['calls', 'tokens'] as const).map((at) => {
      const budget =
        at === 'calls' ? calls : callsFor(baseline, tokens, pilot, families, drawsOf(name, 'pilot', baseline.name))
      const decided = questions.map((question, index): Decided => {
        const outcome = baseline.decide(
          question,
          families,
          { calls: budget },
          drawsOf(name, seed, baseline.name, at, index),
        )
        const { answer, ...rest } = outcome
        return { right: answer === question.right, ...rest }
      })
      return { name: baseline.name, at, budget, decided }
    }),
  )
  const checked = mean(questions.map(({ check }) => Number(check !== null)))
  return { name, about, families: families.length, easyToJudge, checked, omega, baselines: compared }
}
