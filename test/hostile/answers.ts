import { causeNames } from '@artoo/ggs'
import type { Random } from './random.js'
import { someText } from './texts.js'
import { plainValue } from './values.js'

/** What the answers of one case have in common, so that many of its tasks get far. */
export interface Habits {
  readonly toolNames: readonly string[]
  readonly checkNames: readonly string[]
  /** How many criteria a plan and a subtask have. */
  readonly criteria: number
  /** How likely a criterion passes. */
  readonly pass: number
  /** How likely a text is a hostile one. */
  readonly hostility: number
}

/** Items of a list, few as a rule. */
const counts = [1, 1, 1, 1, 2, 2, 3, 5, 20, 21, 100, 101, 5_000] as const
const few = [1, 1, 1, 1, 1, 2, 2, 3] as const

const judgedCauses = causeNames.filter((cause) => cause !== 'judged_wrongly')

/** Answers that fit their schemas, but for what the texts and lists do to them. */
export const answers: Readonly<Record<string, (random: Random, habits: Habits) => unknown>> = {
  task_spec(random, { hostility }) {
    const text = () => someText(random, hostility)
    const asks = random.chance(0.1)
    return {
      intent: text(),
      scope: random.chance(0.2) ? text() : null,
      deadline: random.chance(0.1) ? text() : null,
      questions: asks ? random.list(random.pick(few), text) : random.pick([null, [], undefined]),
    }
  },
  plan(random, habits) {
    const { hostility } = habits
    if (random.chance(0.02)) return { criteria: [], subtasks: [], impossible: someText(random, hostility) }
    const count = countOf(random, hostility)
    // Long lists of short things: the model itself must not take all the time.
    const plain = count > 5 ? { ...habits, hostility: 0 } : habits
    return {
      criteria: criteriaOf(random, habits),
      subtasks: random.list(count, () => ({
        intent: someText(random, plain.hostility / 2),
        sequence: random.pick([1, 1, 1, 2, 3, 1_000_000]),
        criteria: criteriaOf(random, plain),
        tools: toolsOf(random, plain),
        context: random.chance(0.1) ? someText(random, plain.hostility) : null,
      })),
      impossible: null,
    }
  },
  execution(random, { hostility }) {
    const status = random.chance(0.85) ? 'completed' : random.pick(['failed', 'failed', 'needs'])
    return {
      status,
      ...(status === 'needs' && { needs: needsOf(random, hostility) }),
      output: someText(random, hostility),
      reason: random.chance(0.3) ? someText(random, hostility) : null,
      cause: random.fork('cause').pick([null, undefined, ...judgedCauses]),
    }
  },
  verdicts(random, habits) {
    const { hostility } = habits
    const correction = { whatWasWrong: someText(random, hostility), whatToDo: someText(random, hostility) }
    return { verdicts: verdictsOf(random, habits), correction: random.chance(0.5) ? correction : null }
  },
  verification(random, habits) {
    return { output: someText(random, habits.hostility), verdicts: verdictsOf(random, habits) }
  },
}

function needsOf(random: Random, hostility: number): unknown[] {
  return random.list(random.pick([1, 2, 9]), () =>
    random.pick([{ question: someText(random, hostility) }, { access: someText(random, hostility) }]),
  )
}

function countOf(random: Random, hostility: number): number {
  return random.pick(random.chance(hostility) ? counts : few)
}

function criteriaOf(random: Random, { criteria, checkNames, hostility }: Habits): unknown[] {
  const count = random.chance(hostility / 4) ? random.pick(counts) : criteria
  return random.list(count, () => {
    const hasCheck = random.chance(0.1)
    const name = random.chance(0.97) ? random.pick(checkNames) : random.pick(['__proto__', 'none'])
    return {
      text: someText(random, count > 5 ? 0 : hostility / 2),
      mode: hasCheck || random.chance(0.3) ? 'verifiable' : 'plausible',
      ...(hasCheck && { check: { name, arguments: random.chance(0.8) ? {} : plainValue(random) } }),
    }
  })
}

function toolsOf(random: Random, { toolNames, hostility }: Habits): unknown[] {
  if (random.chance(hostility / 4)) return random.list(random.pick(counts), () => someText(random, 0.01))
  return toolNames.filter(() => random.chance(0.6))
}

function verdictsOf(random: Random, { criteria, pass, hostility }: Habits): unknown[] {
  const many = random.chance(hostility / 4) ? random.pick(counts) : criteria
  return random.list(many, (_, index) => ({
    criterion: random.chance(0.98) ? index + 1 : random.pick([0, -1, 1.5, 1e9]),
    verdict: random.chance(pass) ? 'pass' : 'fail',
    cause: random.pick([null, undefined, ...judgedCauses]),
    evidence: someText(random, many > 5 ? 0 : hostility),
  }))
}
