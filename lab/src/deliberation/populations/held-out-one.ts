import { chance, type Key, draw as latent, pick, shuffled } from '../../random.js'
import type { Opinion, Population, Question } from '../population.js'

type Numbers<Names extends string> = Readonly<Record<Names, number>>

/**
 * `skill`: log odds of a right answer to a question of middling difficulty. `blind`: share of questions at which this
 * family goes wrong in a way of its own. `sight`: how well its judges see beside the population's usual, which is 1.
 */
type Family = { readonly name: string } & Numbers<'skill' | 'blind' | 'sight'>

/** What a population is made of. Strengths and spreads are in log odds. */
interface Recipe {
  readonly name: string
  readonly about: string
  readonly easyToJudge?: true
  readonly families: readonly Family[]
  /** All answers that a question of this kind can have; each question has one of them right. */
  readonly answers: readonly string[]
  /**
   * How far questions differ in difficulty for all in `common` and for each family by its `own`. A share `traps` has a
   * popular misconception: a family is `caught` in it with that chance. It loses `pull` there and at its blind spots.
   */
  readonly questions: Numbers<'common' | 'own' | 'traps' | 'caught' | 'pull'>
  /**
   * So many wrong answers are plausible. A family prefers one of them by `focus`: for a share `alike` of families it is
   * the same one. The share `slips` of wrong answers is any of the others.
   */
  readonly mistakes: Numbers<'plausible' | 'alike' | 'focus' | 'slips'>
  /**
   * The share `explorers` of calls names no answer, `silent` no confidence. The others are as sure as is `usual`, and a
   * little surer (`informed`) of what they'd often repeat.
   */
  readonly says: Numbers<'explorers' | 'usual' | 'informed' | 'silent'>
  /**
   * `sight`: how well a judge sees by the answer itself if it is right. `belief`: its credit to what it would answer;
   * `selfish`: to what its family answers most often; `kind`: to any; `error`: what judges of all families get wrong.
   */
  readonly judge: Numbers<'sight' | 'belief' | 'selfish' | 'kind' | 'error'>
  /** After reading others: chance to go along with them if all agree, and to be convinced if one of them is right. */
  readonly debate: Numbers<'conform' | 'convinced'>
  /** Share of questions whose answers code can check. */
  readonly checked?: number
}

/** How all judges err: those of one family alike, each call by itself, and in favour of what was proposed often. */
const judging = { family: 0.5, call: 0.7, crowd: 0.5 }

/** What one family makes of one question. */
interface Tendency {
  readonly family: Family
  /** How often it gives each answer: sums to 1. */
  readonly odds: ReadonlyMap<string, number>
  readonly favourite: string
  /** Whether it is under a misconception or at a blind spot: then it is hard to convince. */
  readonly stuck: boolean
}

const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** People and models say 0.85, not 0.8437. */
const rounded = (value: number): number => Math.round(value * 20) / 20

/** A number spread around 0 with a deviation of about 1, from a uniform one. */
function spread(uniform: number): number {
  const inside = within(1e-6, uniform, 1 - 1e-6)
  return Math.log(inside / (1 - inside)) / 1.814
}

/** One of the keys, by its weight. */
function weighted(weights: ReadonlyMap<string, number>, uniform: number): string {
  let left = uniform * sumOf([...weights.values()])
  let last = ''
  for (const [item, weight] of weights) {
    last = item
    left -= weight
    if (left < 0) break
  }
  return last
}

function tendency(recipe: Recipe, family: Family, order: readonly string[], key: readonly Key[]): Tendency {
  const { questions, mistakes } = recipe
  const own: readonly Key[] = [...key, family.name]
  const [right = '', ...wrong] = order
  const likely = wrong.slice(0, mistakes.plausible)
  const caught = chance(questions.traps, ...key, 'trap') && chance(questions.caught, ...own, 'caught')
  const stuck = caught || chance(family.blind, ...own, 'blind')
  const ease = questions.common * spread(latent(...key, 'ease')) + questions.own * spread(latent(...own, 'ease'))
  const rightShare = sigmoid(family.skill + ease - (stuck ? questions.pull : 0))
  const alike = caught || chance(mistakes.alike, ...own, 'alike')
  const favoured = (alike ? likely[0] : pick(likely, ...own, 'favourite')) ?? right
  const weights = likely.map((answer) => (answer === favoured ? 1 + mistakes.focus : latent(...own, 'pull', answer)))
  const total = sumOf(weights)
  const others = wrong.slice(mistakes.plausible)
  const slipping = others.length > 0 ? mistakes.slips : 0
  const share = (at: number): number => (1 - rightShare) * (1 - slipping) * ((weights[at] ?? 0) / total)
  const odds = new Map([
    [right, rightShare] as const,
    ...likely.map((answer, at) => [answer, share(at)] as const),
    ...others.map((answer) => [answer, ((1 - rightShare) * slipping) / others.length] as const),
  ])
  const favourite = [...odds].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
  return { family, odds, favourite, stuck }
}

function confidenceIn(recipe: Recipe, odds: number, draw: () => number): number | null {
  const { usual, informed, silent } = recipe.says
  if (draw() < silent) return null
  return within(0.3, rounded(usual + informed * (odds - 0.6) + 0.05 * spread(draw())), 1)
}

function answered(recipe: Recipe, { odds }: Tendency, draw: () => number): Opinion {
  if (draw() < recipe.says.explorers) return { answer: null, confidence: null }
  const answer = weighted(odds, draw())
  return { answer, confidence: confidenceIn(recipe, odds.get(answer) ?? 0, draw) }
}

/** How many times each answer is among those seen. */
function counted(answers: readonly (string | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return counts
}

/** An agent thinks anew, then may go along with what many said, and may be convinced by one that is right. */
function reconsidered(recipe: Recipe, mind: Tendency, right: string, seen: readonly Opinion[], draw: () => number) {
  const first = answered(recipe, mind, draw)
  const counts = counted(seen.map(({ answer }) => answer))
  if (counts.size === 0) return first
  const total = sumOf([...counts.values()])
  const heard = weighted(new Map([...counts].map(([answer, count]) => [answer, count * count])), draw())
  const pliable = recipe.debate.conform + (first.answer === null ? 0.3 : 0)
  const followed = draw() < (pliable * (counts.get(heard) ?? 0)) / total ? heard : first.answer
  const open = counts.has(right) ? recipe.debate.convinced * (mind.stuck ? 0.5 : 1) : 0
  const answer = draw() < open ? right : followed
  if (answer === null) return first
  const company = (counts.get(answer) ?? 0) / total
  const said = confidenceIn(recipe, mind.odds.get(answer) ?? 0, draw)
  return { answer, confidence: said === null ? null : within(0.3, rounded(said + 0.1 * (company - 0.4)), 1) }
}

/** What a judge would say of an answer, in log odds, but for what differs from call to call. */
function credit(recipe: Recipe, mind: Tendency, right: string, answer: string, key: readonly Key[]): number {
  const { sight, selfish, kind, error } = recipe.judge
  const clear = sight * mind.family.sight * (0.5 + latent(...key, 'clear'))
  const common = error * spread(latent(...key, 'judging', answer))
  const mistaken = common + judging.family * spread(latent(...key, mind.family.name, 'judging', answer))
  return kind + (answer === right ? clear : -clear) + (answer === mind.favourite ? selfish : 0) + mistaken
}

function questionOf(recipe: Recipe, index: number, seed: number): Question {
  const key: readonly Key[] = [recipe.name, seed, index]
  const order = shuffled(recipe.answers, ...key, 'answers')
  const right = order[0] ?? ''
  const minds = new Map(recipe.families.map((family) => [family.name, tendency(recipe, family, order, key)]))
  const mindOf = (family: string): Tendency => {
    const mind = minds.get(family)
    if (mind === undefined) throw new RangeError(`${recipe.name} has no family ${family}`)
    return mind
  }
  return {
    right,
    answer: (family, draw) => answered(recipe, mindOf(family), draw),
    judge(family, answer, seen, draw) {
      const counts = counted(seen)
      const excess = seen.length === 0 ? 0 : (counts.get(answer) ?? 0) / seen.length - 1 / counts.size
      const mind = mindOf(family)
      const believed = weighted(mind.odds, draw()) === answer ? recipe.judge.belief : -recipe.judge.belief
      const moved = believed + judging.crowd * excess + judging.call * spread(draw())
      return within(0.02, rounded(sigmoid(credit(recipe, mind, right, answer, key) + moved)), 0.98)
    },
    reconsider: (family, seen, draw) => reconsidered(recipe, mindOf(family), right, seen, draw),
    check: chance(recipe.checked ?? 0, ...key, 'checked') ? (answer) => answer === right : null,
  }
}

const family = (name: string, skill: number, blind: number, sight = 1): Family => ({ name, skill, blind, sight })

const numbers = (many: number, name: (at: number) => string): readonly string[] =>
  Array.from({ length: many }, (_, at) => name(at))

const towns = 'Oslo Turin Lyon Graz Porto Ghent Basel Krakow Malmo Split Bergen Cork Delft Essen Faro Jena Kiel'

const recipes: readonly Recipe[] = [
  {
    name: 'one-trivia',
    about: 'Facts asked of one family only, often wrong by a misconception; judges believe what they would answer.',
    families: [family('amber', 0.8, 0.12)],
    answers: towns.split(' '),
    questions: { common: 1.3, own: 0.4, traps: 0.2, caught: 0.8, pull: 2 },
    mistakes: { plausible: 4, alike: 0.4, focus: 1.5, slips: 0.12 },
    says: { explorers: 0.05, usual: 0.9, informed: 0.05, silent: 0.1 },
    judge: { sight: 0.15, belief: 0.7, selfish: 0.3, kind: 0.9, error: 0.6 },
    debate: { conform: 0.5, convinced: 0.08 },
  },
  {
    name: 'two-yes-no',
    about: 'Yes or no from two families, strongly correlated; judges prefer the answer of their own family.',
    families: [family('birch', 1.8, 0.06), family('cedar', 1.5, 0.08)],
    answers: ['yes', 'no'],
    questions: { common: 1, own: 0.6, traps: 0.22, caught: 0.85, pull: 2.4 },
    mistakes: { plausible: 1, alike: 1, focus: 0, slips: 0 },
    says: { explorers: 0, usual: 0.9, informed: 0.02, silent: 0 },
    judge: { sight: 0.1, belief: 0.3, selfish: 1.3, kind: 0.6, error: 0.4 },
    debate: { conform: 0.6, convinced: 0.05 },
  },
  {
    name: 'three-numbers',
    about: 'Open numbers from three families: errors scatter, and families err in ways of their own.',
    families: [family('dune', 1.2, 0.14), family('ember', 1, 0.14), family('fjord', 0.8, 0.18)],
    answers: numbers(160, (at) => String(7 * at + 12)),
    questions: { common: 1.6, own: 0.7, traps: 0.14, caught: 0.6, pull: 2.2 },
    mistakes: { plausible: 7, alike: 0.3, focus: 2.5, slips: 0.25 },
    says: { explorers: 0.1, usual: 0.9, informed: 0.06, silent: 0.3 },
    judge: { sight: 0.2, belief: 0.5, selfish: 0.2, kind: 0.8, error: 0.8 },
    debate: { conform: 0.35, convinced: 0.08 },
  },
  {
    name: 'three-code',
    about: 'Small programs from three families: hard to write, easy to review, and six in ten have tests.',
    easyToJudge: true,
    families: [family('grove', 0.5, 0.15), family('heath', 0.3, 0.15, 0.9), family('islet', 0.1, 0.2)],
    answers: numbers(60, (at) => `program ${at + 1}`),
    questions: { common: 1.2, own: 0.7, traps: 0.22, caught: 0.7, pull: 1.8 },
    mistakes: { plausible: 6, alike: 0.4, focus: 3, slips: 0.15 },
    says: { explorers: 0.1, usual: 0.95, informed: 0.04, silent: 0.2 },
    judge: { sight: 1.3, belief: 0.3, selfish: 0.3, kind: 0.3, error: 0.7 },
    debate: { conform: 0.3, convinced: 0.2 },
    checked: 0.6,
  },
  {
    name: 'four-puzzles',
    about: 'Puzzles for four families: many calls fail or name no answer, yet a right one is easily seen.',
    easyToJudge: true,
    families: [
      family('jade', 1.8, 0.15),
      family('kelp', 1.6, 0.15),
      family('loam', 1.4, 0.2),
      family('moss', 1.2, 0.2),
    ],
    answers: numbers(30, (at) => `row ${1 + Math.floor(at / 6)}, column ${1 + (at % 6)}`),
    questions: { common: 1.6, own: 0.6, traps: 0.3, caught: 0.8, pull: 2.6 },
    mistakes: { plausible: 5, alike: 0.5, focus: 4, slips: 0.12 },
    says: { explorers: 0.28, usual: 0.85, informed: 0.1, silent: 0.5 },
    judge: { sight: 1.1, belief: 0.3, selfish: 0.4, kind: 0.4, error: 0.8 },
    debate: { conform: 0.4, convinced: 0.15 },
  },
  {
    name: 'five-exam',
    about: 'Multiple choice for five families that often share their mistakes; one is much weaker than the others.',
    families: [
      family('nacre', 3.4, 0.02),
      family('ochre', 3.2, 0.03),
      family('pine', 3.1, 0.03),
      family('quartz', 2.9, 0.04),
      family('reed', -0.1, 0.1, 0.3),
    ],
    answers: [...'ABCDE'],
    questions: { common: 1.3, own: 0.5, traps: 0.12, caught: 0.85, pull: 4.2 },
    mistakes: { plausible: 4, alike: 0.8, focus: 5, slips: 0 },
    says: { explorers: 0.02, usual: 0.9, informed: 0.08, silent: 0.1 },
    judge: { sight: 0.2, belief: 0.5, selfish: 0.5, kind: 0.8, error: 0.7 },
    debate: { conform: 0.5, convinced: 0.08 },
  },
]

/** Six panels of language models, written by one who had not seen the method that is tested on them. */
export const heldOutOne: readonly Population[] = recipes.map((recipe) => ({
  name: recipe.name,
  about: recipe.about,
  families: recipe.families.map(({ name }) => name),
  easyToJudge: recipe.easyToJudge ?? false,
  question: (index, seed) => questionOf(recipe, index, seed),
}))
