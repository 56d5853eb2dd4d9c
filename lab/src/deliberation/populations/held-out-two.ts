import { between, chance, draw, type Key, shuffled } from '../../random.js'
import type { Opinion, Population, Question } from '../population.js'

/** Standard deviations of the log-odds: what all families share on a question, what one family does, what a single call adds. */
interface Spread {
  readonly common: number
  readonly family: number
  readonly call: number
}

interface Family {
  readonly ability: number
  /** How much higher than others its judges put what they state, in log-odds. */
  readonly generosity: number
}

interface Judging {
  /** What the truth of an answer counts for. */
  readonly discerning: number
  /** What the pull of an answer on anybody counts for: a first distractor has all of it. */
  readonly fooled: number
  /** What it counts for that the judge's own family would give the answer. */
  readonly loyal: number
  /** What the share of the shown answers counts for that agree with it. */
  readonly swayed: number
  /** Stated log-odds are `bias` plus `gain` times what the judge has found: neither fits the truth. */
  readonly bias: number
  readonly gain: number
}

/** Log-odds of a stated confidence: the mean, what the family's tendency to the answer adds, and noise. */
interface Confidence {
  readonly mean: number
  readonly slope: number
  readonly noise: number
  /** Share of the answers that come without any. */
  readonly unstated: number
}

interface Design extends Pick<Population, 'name' | 'about' | 'easyToJudge'> {
  readonly families: Readonly<Record<string, Family>>
  readonly difficulty: { readonly mean: number; readonly spread: number }
  readonly answering: Spread
  /** How fast distractors lose their pull down the list, and by how much a family departs from that. */
  readonly skew: { readonly mean: number; readonly byFamily: number }
  readonly judging: Judging
  /** What judges see in an answer that has nothing to do with it: all of them, a family, a single call. */
  readonly misjudging: Spread
  readonly confidence: Confidence
  /** Log-odds that a call names no answer on a question that its family has even odds on. */
  readonly silence: number
  /** Share of the questions whose answers code can check. */
  readonly checked: number
  /** Chance to follow somebody, and log-odds to recognise the right answer on a question that the family has even odds on. */
  readonly rereading: { readonly conformity: number; readonly recognition: number }
}

const never = Number.NEGATIVE_INFINITY

const designs: readonly Design[] = [
  {
    name: 'one family',
    about: 'Nine calls of one model share their errors, and its judges see hardly more than it does when it answers.',
    easyToJudge: false,
    families: { elm: { ability: 0.4, generosity: 0.2 } },
    difficulty: { mean: -0.8, spread: 1.2 },
    answering: { common: 0.8, family: 1.9, call: 0.7 },
    skew: { mean: 1.6, byFamily: 0.7 },
    judging: { discerning: 0.15, fooled: 0.6, loyal: 0.5, swayed: 0.1, bias: 0.5, gain: 0.9 },
    misjudging: { common: 0.9, family: 1.1, call: 0.9 },
    confidence: { mean: 1.5, slope: 0.3, noise: 0.9, unstated: 0.1 },
    silence: never,
    checked: 0,
    rereading: { conformity: 0.5, recognition: -2.2 },
  },
  {
    name: 'two, easy to judge',
    about: 'Two families find half of the answers, one of them a bit more; both tell a right answer when they see it.',
    easyToJudge: true,
    families: { oak: { ability: 0.5, generosity: -0.3 }, ash: { ability: -0.1, generosity: 0.6 } },
    difficulty: { mean: 0.15, spread: 1 },
    answering: { common: 0.8, family: 2, call: 0.8 },
    skew: { mean: 1.3, byFamily: 0.8 },
    judging: { discerning: 1.3, fooled: 0.5, loyal: 0.6, swayed: 0.2, bias: 0.2, gain: 1 },
    misjudging: { common: 0.7, family: 0.8, call: 0.8 },
    confidence: { mean: 1.7, slope: 0.3, noise: 0.9, unstated: 0.2 },
    silence: never,
    checked: 0,
    rereading: { conformity: 0.35, recognition: 0.3 },
  },
  {
    name: 'loyal judges',
    about: 'Three families whose judges take for right what their own family would have said.',
    easyToJudge: false,
    families: {
      fir: { ability: 0.6, generosity: 0.3 },
      yew: { ability: 0.3, generosity: -0.4 },
      box: { ability: 0, generosity: 0.8 },
    },
    difficulty: { mean: -0.5, spread: 1 },
    answering: { common: 0.8, family: 2, call: 0.7 },
    skew: { mean: 1.5, byFamily: 0.9 },
    judging: { discerning: 0.05, fooled: 0.9, loyal: 1.7, swayed: 0, bias: 0.1, gain: 0.9 },
    misjudging: { common: 1.2, family: 0.7, call: 0.7 },
    confidence: { mean: 1.6, slope: 0.4, noise: 0.8, unstated: 0.15 },
    silence: never,
    checked: 0,
    rereading: { conformity: 0.45, recognition: -2 },
  },
  {
    name: 'often silent',
    about: 'Three families fail to name an answer in a quarter of the calls, mostly where it is hard; judging is easy.',
    easyToJudge: true,
    families: {
      bay: { ability: 0.4, generosity: 0 },
      fig: { ability: 0.2, generosity: 0.5 },
      nut: { ability: -0.3, generosity: -0.5 },
    },
    difficulty: { mean: -0.15, spread: 1.1 },
    answering: { common: 0.9, family: 1.8, call: 0.8 },
    skew: { mean: 1.1, byFamily: 0.8 },
    judging: { discerning: 1.1, fooled: 0.5, loyal: 0.5, swayed: 0.2, bias: 0.1, gain: 1.4 },
    misjudging: { common: 0.7, family: 0.7, call: 0.8 },
    confidence: { mean: 1.2, slope: 0.3, noise: 0.9, unstated: 0.35 },
    silence: -1.2,
    checked: 0,
    rereading: { conformity: 0.4, recognition: 0.2 },
  },
  {
    name: 'four, some checked',
    about: 'Four able families, one of them weaker; code can check the answers of three questions in ten.',
    easyToJudge: false,
    families: {
      pine: { ability: 1.3, generosity: 0.1 },
      palm: { ability: 1, generosity: 0.5 },
      teak: { ability: 0.8, generosity: -0.4 },
      plum: { ability: 0, generosity: 0.9 },
    },
    difficulty: { mean: -1.5, spread: 1 },
    answering: { common: 0.9, family: 1.6, call: 0.7 },
    skew: { mean: 1.8, byFamily: 0.7 },
    judging: { discerning: 0.3, fooled: 0.7, loyal: 0.5, swayed: 0.1, bias: 0.7, gain: 1 },
    misjudging: { common: 0.9, family: 1, call: 0.9 },
    confidence: { mean: 1.9, slope: 0.3, noise: 0.9, unstated: 0.1 },
    silence: never,
    checked: 0.3,
    rereading: { conformity: 0.5, recognition: -1.6 },
  },
]

const words = ['amber', 'cobalt', 'coral', 'ivory', 'jade', 'lilac', 'ochre', 'olive', 'pearl', 'ruby', 'sepia', 'teal']

type Draw = () => number

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))
const normal = (next: Draw): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
/** A normal number that belongs to its keys: the same whenever it is asked for. */
const fixedNormal = (...keys: readonly Key[]): number => {
  let count = 0
  return normal(() => draw(...keys, count++))
}
const inTwentieths = (probability: number): number => Math.round(probability * 20) / 20

/** One of the items, each as likely as its weight says; undefined when there are none. */
function weighted(weights: ReadonlyMap<string, number>, at: number): string | undefined {
  let left = at * [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  let last: string | undefined
  for (const [item, weight] of weights) {
    last = item
    left -= weight
    if (left < 0) break
  }
  return last
}

/** How likely each answer is for who is right by these log-odds and else takes a distractor, the first ones rather than later ones. */
function tendency(right: string, distractors: readonly string[], logOdds: number, skew: number): Map<string, number> {
  const pulls = distractors.map((_, rank) => (rank + 1) ** -Math.max(skew, 0.2))
  const total = pulls.reduce((sum, pull) => sum + pull, 0)
  const wrong = 1 - logistic(logOdds)
  return new Map([
    [right, logistic(logOdds)],
    ...distractors.map((distractor, rank): [string, number] => [distractor, (wrong * (pulls[rank] ?? 0)) / total]),
  ])
}

function questionOf(design: Design, index: number, seed: number): Question {
  const keys: readonly Key[] = [design.name, seed, index]
  const { difficulty, answering, skew, judging, misjudging, confidence, rereading } = design
  const [right = '', ...others] = shuffled(words, ...keys, 'answers')
  const distractors = others.slice(0, between([3, 8], draw(...keys, 'distractors')))
  const discrimination = Math.exp(0.3 * fixedNormal(...keys, 'discrimination'))
  const hardness = difficulty.mean + difficulty.spread * fixedNormal(...keys, 'difficulty')
  const common = answering.common * fixedNormal(...keys, 'common')
  const steepness = skew.mean * (0.6 + 0.8 * draw(...keys, 'skew'))

  const oddsAt = (ability: number): number => discrimination * (ability - hardness) + common
  const abilities = Object.values(design.families).map(({ ability }) => ability)
  const usual = oddsAt(abilities.reduce((sum, ability) => sum + ability, 0) / abilities.length)
  const plausible = tendency(right, distractors, usual, steepness)
  const firstPull = plausible.get(distractors[0] ?? '') ?? 1
  /** 0 to 1: for a distractor compared with the first one, for the right answer by how many would give it. */
  const pull = (answer: string): number => (plausible.get(answer) ?? 0) / (answer === right ? 1 : firstPull)

  /** What the family brings to this question whenever it is called. */
  const latent = (name: string) => {
    const family = design.families[name]
    if (family === undefined) throw new RangeError(`${design.name} has no family ${name}`)
    const logOdds = oddsAt(family.ability) + answering.family * fixedNormal(...keys, 'family', name)
    const ownSkew = steepness + skew.byFamily * fixedNormal(...keys, 'family skew', name)
    return { ...family, logOdds, ownSkew, likely: tendency(right, distractors, logOdds, ownSkew) }
  }

  const stated = (answer: string, likely: ReadonlyMap<string, number>, support: number, next: Draw): Opinion => {
    if (next() < confidence.unstated) return { answer, confidence: null }
    const felt = confidence.slope * (2 * (likely.get(answer) ?? 0) - 1) + support
    return { answer, confidence: inTwentieths(logistic(confidence.mean + felt + confidence.noise * normal(next))) }
  }

  const answer = (name: string, next: Draw): Opinion => {
    const { logOdds, ownSkew, likely } = latent(name)
    const thisTime = logOdds + answering.call * normal(next)
    if (next() < logistic(design.silence - 0.4 * thisTime)) return { answer: null, confidence: null }
    const named = weighted(tendency(right, distractors, thisTime, ownSkew), next()) ?? right
    return stated(named, likely, 0, next)
  }

  const judge = (name: string, proposed: string, seen: readonly string[], next: Draw): number => {
    const { generosity, likely } = latent(name)
    const agreeing = seen.length === 0 ? 0.5 : seen.filter((other) => other === proposed).length / seen.length
    const own = (likely.get(proposed) ?? 0) / Math.max(...likely.values())
    const found =
      judging.discerning * (proposed === right ? 1 : -1) +
      judging.fooled * (2 * pull(proposed) - 1) +
      judging.loyal * (2 * own - 1) +
      judging.swayed * (2 * agreeing - 1) +
      misjudging.common * fixedNormal(...keys, 'judges', proposed) +
      misjudging.family * fixedNormal(...keys, 'judges', proposed, name) +
      misjudging.call * normal(next)
    return inTwentieths(logistic(judging.bias + generosity + judging.gain * found))
  }

  const reconsider = (name: string, seen: readonly Opinion[], next: Draw): Opinion => {
    const { logOdds, likely } = latent(name)
    const voices = new Map<string, number>()
    for (const { answer: said, confidence: sure } of seen) {
      if (said !== null) voices.set(said, (voices.get(said) ?? 0) + (sure ?? 0.5))
    }
    const total = [...voices.values()].reduce((sum, voice) => sum + voice, 0)
    const supported = (named: string) => stated(named, likely, total === 0 ? 0 : (voices.get(named) ?? 0) / total, next)
    if (voices.has(right) && next() < logistic(rereading.recognition + 0.3 * logOdds)) return supported(right)
    // A majority draws more than its share: voices count by their square.
    const followed = weighted(new Map([...voices].map(([said, voice]) => [said, voice ** 2])), next())
    if (followed !== undefined && next() < rereading.conformity) return supported(followed)
    const afresh = answer(name, next)
    return afresh.answer === null ? afresh : supported(afresh.answer)
  }

  const checkable = chance(design.checked, ...keys, 'check')
  return { right, answer, judge, reconsider, check: checkable ? (proposed) => proposed === right : null }
}

/** Panels by an item-response model with factors: written by someone who hasn't seen the method that is tested on them. */
export const heldOutTwo: readonly Population[] = designs.map((design) => ({
  name: design.name,
  about: design.about,
  families: Object.keys(design.families),
  easyToJudge: design.easyToJudge,
  question: (index, seed) => questionOf(design, index, seed),
}))
