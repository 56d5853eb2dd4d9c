import { draw } from '../../random.js'
import type { Opinion, Population, Question } from '../population.js'

/** How likely the models of a population are right, and how their errors go together. */
interface Traits {
  readonly name: string
  readonly about: string
  /** The skill of each family, in log-odds. */
  readonly skills: readonly number[]
  /** Standard deviations of difficulty, in log-odds: of the question for all families, and for each family by itself. */
  readonly spread: { readonly question: number; readonly family: number }
  /** Wrong answers that there are, and the share of errors that fall on the first of them. */
  readonly wrong: { readonly count: number; readonly pull: number }
  /** The skill of judges: by how much the log-odds of what they see as right differ for right and for wrong answers, and their noise. */
  readonly judges: { readonly skill: number; readonly noise: number; readonly bias: number; readonly own: number }
  /** The share of explorers that name no answer, and that say no confidence. */
  readonly silent: number
  readonly unsure: number
  /** How sure explorers say they are: the middle, and how much it says about being right. */
  readonly confidence: { readonly middle: number; readonly telling: number }
  /** The share of questions for which code can decide. */
  readonly checked: number
  readonly easyToJudge?: boolean
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))
/** A standard normal number from two uniform ones. */
const normal = (draw: () => number) => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
const rounded = (x: number) => Math.round(Math.min(0.99, Math.max(0.05, x)) * 20) / 20

function populationOf(traits: Traits): Population {
  const { name, about, skills, spread, wrong, judges, silent, unsure, confidence, checked } = traits
  const families = skills.map((_, index) => `family ${index + 1}`)
  return {
    ...{ name, about, families, easyToJudge: traits.easyToJudge ?? false },
    question(index, seed): Question {
      let taken = 0
      const latent = () => draw(name, seed, index, taken++)
      const hard = normal(latent) * spread.question
      const odds = new Map(
        families.map((family, at) => [family, (skills[at] ?? 0) - hard + normal(latent) * spread.family]),
      )
      // The wrong answer to which each family is drawn: mostly the same one for all.
      const common = Math.floor(latent() * wrong.count)
      const drawn = new Map(
        families.map((family) => [family, latent() < wrong.pull ? common : Math.floor(latent() * wrong.count)]),
      )
      const checkable = latent() < checked
      const right = 'right'
      const answerOf = (family: string, next: () => number, more = 0): Opinion => {
        if (next() < silent) return { answer: null, confidence: null }
        const isRight = next() < logistic((odds.get(family) ?? 0) + more)
        const slip = next() < wrong.pull ? (drawn.get(family) ?? 0) : Math.floor(next() * wrong.count)
        const said = confidence.middle + (isRight ? confidence.telling : -confidence.telling) + normal(next) * 0.08
        return { answer: isRight ? right : `wrong ${slip}`, confidence: next() < unsure ? null : rounded(said) }
      }
      return {
        right,
        answer: (family, next) => answerOf(family, next),
        judge(family, answer, _seen, next) {
          const truth = answer === right ? 1 : -1
          const tempting = answer === `wrong ${drawn.get(family)}` ? judges.own : 0
          const liked = logistic(odds.get(family) ?? 0) > 0.5 && answer === right ? judges.own / 2 : 0
          return rounded(logistic(judges.bias + truth * judges.skill + tempting + liked + normal(next) * judges.noise))
        },
        reconsider(family, seen, next) {
          const own = answerOf(family, next)
          const named = seen.flatMap(({ answer }) => answer ?? [])
          if (named.length === 0 || next() < 0.45) return own
          const most = [...new Set(named)].sort(
            (a, b) => named.filter((n) => n === b).length - named.filter((n) => n === a).length,
          )
          return named.includes(right) && next() < 0.25
            ? { ...own, answer: right }
            : { ...own, answer: most[0] ?? null }
        },
        check: checkable ? (answer) => answer === right : null,
      }
    },
  }
}

const usual = {
  silent: 0.1,
  unsure: 0.1,
  confidence: { middle: 0.85, telling: 0.03 },
  checked: 0,
} as const

/** The populations on which constants were fitted. Others, by other hands, say what they are worth. */
export const tuning: readonly Population[] = [
  populationOf({
    ...{
      ...usual,
      name: 'three families',
      about: 'Errors go together; judges are a little better than those who answer.',
    },
    ...{ skills: [0.8, 0.6, 0.4], spread: { question: 1.6, family: 1.2 }, wrong: { count: 6, pull: 0.6 } },
    judges: { skill: 0.7, noise: 0.9, bias: 0.8, own: 0.8 },
  }),
  populationOf({
    ...{ ...usual, name: 'less correlated', about: 'Each family has blind spots of its own.' },
    ...{ skills: [0.7, 0.6, 0.5], spread: { question: 0.8, family: 1.6 }, wrong: { count: 8, pull: 0.35 } },
    judges: { skill: 0.7, noise: 0.9, bias: 0, own: 0.8 },
  }),
  populationOf({
    ...{
      ...usual,
      name: 'easy to judge',
      about: 'To see that an answer is right is easier than to find it.',
      easyToJudge: true,
    },
    ...{ skills: [0.3, 0.2, 0.1], spread: { question: 1.4, family: 1.2 }, wrong: { count: 6, pull: 0.5 } },
    judges: { skill: 1.8, noise: 0.9, bias: 0, own: 0.6 },
  }),
  populationOf({
    ...{
      ...usual,
      name: 'judges who like their own',
      about: 'Judges prefer what their family says, and hardly know better.',
    },
    ...{ skills: [0.9, 0.5], spread: { question: 1.3, family: 1.5 }, wrong: { count: 5, pull: 0.5 } },
    judges: { skill: 0.35, noise: 0.8, bias: 1.2, own: 1.8 },
  }),
  populationOf({
    ...{ ...usual, name: 'one family', about: 'All agents are of one model.' },
    ...{ skills: [0.6], spread: { question: 1.5, family: 1.2 }, wrong: { count: 6, pull: 0.5 } },
    judges: { skill: 0.8, noise: 0.9, bias: 0.3, own: 1 },
  }),
  populationOf({
    ...{ ...usual, name: 'sometimes checked', about: 'Code decides two questions of five.', checked: 0.4 },
    ...{ skills: [0.5, 0.4, 0.3, 0.2], spread: { question: 1.5, family: 1.2 }, wrong: { count: 8, pull: 0.5 } },
    judges: { skill: 0.8, noise: 0.9, bias: 0.5, own: 0.8 },
  }),
  populationOf({
    ...{ ...usual, name: 'timid', about: 'Few answers, modest confidence, strong families.', silent: 0.3, unsure: 0.4 },
    ...{ skills: [1.6, 1.3, 1.1], spread: { question: 1.2, family: 0.9 }, wrong: { count: 10, pull: 0.3 } },
    ...{ judges: { skill: 1.1, noise: 1, bias: -0.2, own: 0.4 }, confidence: { middle: 0.6, telling: 0.08 } },
  }),
  populationOf({
    ...{ ...usual, name: 'harsh judges', about: 'Judges are against most of what they see.' },
    ...{ skills: [0.7, 0.5, 0.3], spread: { question: 1.2, family: 1.2 }, wrong: { count: 6, pull: 0.5 } },
    judges: { skill: 0.7, noise: 1.1, bias: -0.8, own: 0.8 },
  }),
  populationOf({
    ...{ ...usual, name: 'yes or no', about: 'There are two answers.' },
    ...{ skills: [0.9, 0.7, 0.6, 0.5], spread: { question: 1, family: 1 }, wrong: { count: 1, pull: 1 } },
    judges: { skill: 0.5, noise: 1, bias: 0.4, own: 0.9 },
  }),
  populationOf({
    ...{ ...usual, name: 'one misconception', about: 'Whoever is wrong says the same, and judges believe it.' },
    ...{ skills: [0.9, 0.8, 0.7], spread: { question: 2.2, family: 0.6 }, wrong: { count: 6, pull: 0.9 } },
    judges: { skill: 0.5, noise: 0.8, bias: 0.6, own: 1 },
  }),
  populationOf({
    ...{ ...usual, name: 'noisy judges', about: 'Judges are sure of whatever comes to their mind.' },
    ...{ skills: [0.8, 0.6], spread: { question: 1.2, family: 1.2 }, wrong: { count: 8, pull: 0.4 } },
    judges: { skill: 0.6, noise: 2, bias: 0, own: 0.8 },
  }),
]
