/**
 * What a practitioner would do without a framework: the baselines that a way to deliberate is compared with, at equal calls and at equal
 * tokens. Their constants were tuned on questions made up for that, not on the populations of this bench.
 */
import type { Opinion, Question } from './population.js'

interface Budget {
  /** Whole calls. At equal tokens the caller converts: see callsFor. */
  readonly calls: number
}

interface Outcome {
  /** Null when no call named an answer, or when every answer failed the check. */
  readonly answer: string | null
  /** The baseline's own claim of how likely its answer is right, 0 to 1. */
  readonly confidence: number
  readonly calls: number
  readonly tokens: number
}

export interface Baseline {
  readonly name: string
  /** Whether it runs the question's check, where there is one. */
  readonly usesChecks: boolean
  decide(question: Question, families: readonly string[], budget: Budget, draw: () => number): Outcome
}

/** Tokens, read and written, of lean prompts: the problem and what is asked, no framework around them. */
const TOKENS = {
  problem: 100,
  /** What to do, and the form of an answer. */
  instruction: 120,
  /** Short reasoning, an answer and a confidence. */
  answer: 250,
  /** Another agent's answer and its reason, as one who reconsiders reads it. */
  otherOpinion: 150,
  /** A distinct answer with its reason, as a judge reads it. */
  judgedAnswer: 120,
  verdict: 60,
  verdictPerAnswer: 60,
}

/** What a stated confidence counts that wasn't stated. */
const UNSTATED = 0.5

/**
 * An answer's score: the confidence of those who gave it, plus a weight times the judges' log-odds of it. No judge is surer than 1 minus
 * `doubt`. The claim is a softmax of the scores and of `none`, the score of an answer that nobody gave; the scores are divided by
 * `heat` times the root of the calls, because calls are not independent of each other.
 */
const JUDGED = { weight: 0.6, doubt: 0.02, heat: 0.8, none: 1.5 }

const DEBATERS = 3

/** So often at most three debaters reconsider. More rounds gain less than another three agents do. */
const DEBATE_ROUNDS = 2

/** The calls of one decision, and what they cost. */
class Spending {
  calls = 0
  tokens = 0
  constructor(
    private readonly question: Question,
    private readonly draw: () => number,
  ) {}

  answer(family: string): Opinion {
    this.spend(TOKENS.answer)
    return this.question.answer(family, this.draw)
  }

  reconsider(family: string, seen: readonly Opinion[]): Opinion {
    this.spend(seen.length * TOKENS.otherOpinion + TOKENS.answer)
    return this.question.reconsider(family, seen, this.draw)
  }

  /** One call, that looks at all the answers at once. */
  judge(family: string, answers: readonly string[]): number[] {
    this.spend(TOKENS.verdict + answers.length * (TOKENS.judgedAnswer + TOKENS.verdictPerAnswer))
    return answers.map((answer) => this.question.judge(family, answer, answers, this.draw))
  }

  outcome(answer: string | null, confidence: number): Outcome {
    return { answer, confidence, calls: this.calls, tokens: this.tokens }
  }

  private spend(tokens: number): void {
    this.calls++
    this.tokens += TOKENS.problem + TOKENS.instruction + tokens
  }
}

interface Candidate {
  readonly answer: string
  votes: number
  /** The summed confidence of those who gave it. */
  confidence: number
}

function candidatesOf(opinions: readonly Opinion[]): Candidate[] {
  const found = new Map<string, Candidate>()
  for (const { answer, confidence } of opinions) {
    if (answer === null) continue
    const candidate = found.get(answer) ?? { answer, votes: 0, confidence: 0 }
    candidate.votes++
    candidate.confidence += confidence ?? UNSTATED
    found.set(answer, candidate)
  }
  return [...found.values()]
}

/** The candidate of the highest score; on a tie, the one of the highest summed confidence; then the one that was proposed first. */
function best(candidates: readonly Candidate[], score: (candidate: Candidate) => number): Candidate | undefined {
  return candidates.toSorted((a, b) => score(b) - score(a) || b.confidence - a.confidence)[0]
}

/**
 * What most say. The claim is the winner's share, smoothed: what its supporters claim themselves stands in for one of the votes. So a
 * single answer claims what it states.
 */
function byVote(spent: Spending, opinions: readonly Opinion[], weighted = false): Outcome {
  const weight = (candidate: Candidate) => (weighted ? candidate.confidence : candidate.votes)
  const winner = best(candidatesOf(opinions), weight)
  if (!winner) return spent.outcome(null, 0)
  const all = weighted ? opinions.reduce((sum, { confidence }) => sum + (confidence ?? UNSTATED), 0) : opinions.length
  const votes = all > 0 ? (weight(winner) / all) * opinions.length : winner.votes
  return spent.outcome(winner.answer, (Math.max(0, votes - 1) + winner.confidence / winner.votes) / opinions.length)
}

/** The family whose turn it is. */
function inTurn(families: readonly string[], turn: number): string {
  const family = families[turn % families.length]
  if (family === undefined) throw new Error('No families of models')
  return family
}

function answersInTurns(spent: Spending, families: readonly string[], calls: number): Opinion[] {
  return Array.from({ length: Math.max(1, calls) }, (_, turn) => spent.answer(inTurn(families, turn)))
}

function logOdds(probability: number): number {
  const bounded = Math.min(1 - JUDGED.doubt, Math.max(JUDGED.doubt, probability))
  return Math.log(bounded / (1 - bounded))
}

function generateJudgeVote(question: Question, families: readonly string[], budget: Budget, draw: () => number) {
  const spent = new Spending(question, draw)
  // With two calls a judge would have nothing to choose from.
  const answering = budget.calls < 3 ? budget.calls : Math.ceil(budget.calls / 2)
  const opinions = answersInTurns(spent, families, answering)
  while (spent.calls < budget.calls && opinions.every(({ answer }) => answer === null)) {
    opinions.push(spent.answer(inTurn(families, opinions.length)))
  }
  if (spent.calls >= budget.calls) return byVote(spent, opinions)
  const candidates = candidatesOf(opinions)
  const scores = new Map(candidates.map(({ answer, confidence }) => [answer, confidence]))
  // Judges begin with the family that answered least, and never with the one that answered first.
  const firstJudge = opinions.length % families.length || 1
  for (let turn = firstJudge; spent.calls < budget.calls; turn++) {
    const answers = [...scores.keys()]
    const verdicts = spent.judge(inTurn(families, turn), answers)
    for (const [index, answer] of answers.entries()) {
      scores.set(answer, (scores.get(answer) ?? 0) + JUDGED.weight * logOdds(verdicts[index] ?? UNSTATED))
    }
  }
  const scoreOf = ({ answer }: Candidate) => scores.get(answer) ?? 0
  const winner = best(candidates, scoreOf)
  if (!winner) return spent.outcome(null, 0)
  const heat = JUDGED.heat * Math.sqrt(budget.calls)
  // Relative to the winner, so that no power overflows.
  const power = (score: number) => Math.exp((score - scoreOf(winner)) / heat)
  const all = candidates.reduce((sum, candidate) => sum + power(scoreOf(candidate)), power(JUDGED.none))
  return spent.outcome(winner.answer, 1 / all)
}

/** A check decides, so every call goes to answers, until one passes; judges have nothing to add to it. */
function untilOnePasses(question: Question, families: readonly string[], budget: Budget, draw: () => number): Outcome {
  const spent = new Spending(question, draw)
  for (let turn = 0; turn < Math.max(1, budget.calls); turn++) {
    const { answer } = spent.answer(inTurn(families, turn))
    if (answer !== null && question.check?.(answer)) return spent.outcome(answer, 1)
  }
  return spent.outcome(null, 0)
}

/**
 * Three answer; while they disagree, each reconsiders after reading the two others. When they agree, or have reconsidered often enough,
 * or the budget allows no whole round, what is left goes to further agents, three by three. All that were asked vote in the end.
 */
function debate(question: Question, families: readonly string[], budget: Budget, draw: () => number): Outcome {
  const spent = new Spending(question, draw)
  const calls = Math.max(1, budget.calls)
  const last: Opinion[] = []
  while (spent.calls < calls) {
    const family = (agent: number, from = last.length) => inTurn(families, from + agent)
    const size = Math.min(DEBATERS, calls - spent.calls)
    let opinions = Array.from({ length: size }, (_, agent) => spent.answer(family(agent)))
    for (let round = 0; round < DEBATE_ROUNDS && calls - spent.calls >= size; round++) {
      if (new Set(opinions.map(({ answer }) => answer)).size === 1) break
      opinions = opinions.map((_, agent, before) => spent.reconsider(family(agent), before.toSpliced(agent, 1)))
    }
    last.push(...opinions)
  }
  return byVote(spent, last)
}

/** Answers, as many as the budget allows and at most `how.calls`, of the first `how.families`, and a vote. */
function voting(name: string, how: { calls?: number; families?: number; weighted?: boolean } = {}): Baseline {
  return {
    name,
    usesChecks: false,
    decide(question, families, budget, draw) {
      const spent = new Spending(question, draw)
      const calls = Math.min(budget.calls, how.calls ?? budget.calls)
      return byVote(spent, answersInTurns(spent, families.slice(0, how.families), calls), how.weighted)
    },
  }
}

export const baselines: readonly Baseline[] = [
  voting('one call', { calls: 1 }),
  voting('self-consistency', { families: 1 }),
  voting('majority vote'),
  voting('weighted vote', { weighted: true }),
  { name: 'generate, judge, vote', usesChecks: false, decide: generateJudgeVote },
  {
    name: 'generate, check, judge, vote',
    usesChecks: true,
    decide: (question, ...rest) => (question.check ? untilOnePasses : generateJudgeVote)(question, ...rest),
  },
  { name: 'debate', usesChecks: false, decide: debate },
]

/**
 * The largest number of calls whose tokens fit, at least 1. The tokens are what the baseline spends on a question of the sample on
 * average: how many answers a judge reads, and when a check passes, depends on the questions. `most` bounds it, for baselines that stop
 * before their budget is spent.
 */
export function callsFor(
  baseline: Baseline,
  tokens: number,
  sample: readonly Question[],
  families: readonly string[],
  draw: () => number,
  most = Math.max(1, Math.ceil((8 * tokens) / (TOKENS.problem + TOKENS.instruction + TOKENS.answer))),
): number {
  const fits = (calls: number) => {
    const spent = sample.reduce((sum, question) => sum + baseline.decide(question, families, { calls }, draw).tokens, 0)
    return spent <= tokens * sample.length
  }
  let least = 1
  let tooMany = 2
  while (tooMany <= most && fits(tooMany)) {
    least = tooMany
    tooMany *= 2
  }
  tooMany = Math.min(tooMany, most + 1)
  while (tooMany - least > 1) {
    const middle = Math.floor((least + tooMany) / 2)
    if (fits(middle)) least = middle
    else tooMany = middle
  }
  return least
}
