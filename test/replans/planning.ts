import type { Random } from '../hostile/random.js'
import { type Data, list, text } from '../personas/conversation.js'
import { type Chore, choreIn, disguised, nearly, paraphrased, plain, usual } from './chores.js'
import { toolNames } from './world.js'

const taskCriteria = ['The answer is complete', 'The answer is true', 'Nobody was bothered', 'It is plain to read']

/** A plan as a model makes it that is not always careful; `draft` counts those of this round that were turned down. */
export function plan(random: Random, data: Data, { chores, draft }: { chores: readonly Chore[]; draft: number }) {
  if (random.chance(0.01)) return { criteria: [], subtasks: [], impossible: 'nobody could' }
  const done = list(data.done).map(({ intent }) => text(intent))
  const earlier = Array.isArray(data.earlierPlans) ? (data.earlierPlans as unknown[]).flatMap(list) : []
  const isFirst = earlier.length === 0
  const open = chores.filter((chore) => !done.some((intent) => choreIn([chore], intent)))
  const wanted = (open.length > 0 ? open : chores).filter(() => random.chance(0.6)).slice(0, 4)
  const intents = (wanted.length > 0 ? wanted : [random.pick(chores)]).map((chore) => {
    const before = earlier.map(({ intent }) => text(intent)).findLast((intent) => choreIn([chore], intent))
    return isFirst || before === undefined ? usual(chore) : wordedAgain(random, chore, before)
  })
  const isCareless = random.chance(draft === 0 ? 0.35 : 0.15)
  if (isCareless && done.length > 0) intents.push(disguised(random, random.pick(done)))
  if (random.chance(0.1) && done.length > 0) intents.push(nearly(random, random.pick(done)))
  if (random.chance(0.15)) intents.push(...intents.slice(0, 1))
  const offered = list(data.tools).map(({ name }) => text(name))
  return {
    criteria: taskCriteriaOf(random, Array.isArray(data.standingCriteria) ? data.standingCriteria.map(text) : []),
    subtasks: intents.map((intent) => ({
      intent,
      sequence: random.int(1, 3),
      criteria: random.list(random.int(1, 2), (_, index) => criterion(random, `It is right, in view ${index + 1}`)),
      tools: random.chance(0.03) ? [...toolNames] : offered.filter(() => random.chance(0.9)),
    })),
  }
}

function wordedAgain(random: Random, chore: Chore, before: string): string {
  return random.of([
    () => before,
    () => disguised(random, before),
    () => nearly(random, before),
    () => paraphrased(random, chore),
    () => paraphrased(random, chore),
  ])
}

/** A later plan repeats what stands, puts it in weaker terms, leaves it out, adds to it. */
function taskCriteriaOf(random: Random, standing: readonly string[]): readonly unknown[] {
  const kept = standing.filter(() => random.chance(0.6)).map((one) => disguised(random, one))
  const others = taskCriteria.filter((one) => !kept.some((other) => plain(other) === plain(one)))
  const adds = standing.length === 0 || kept.length === 0 || random.chance(0.3)
  const added = adds && others.length > 0 ? [random.pick(others)] : []
  return [...kept, ...added].map((one) => criterion(random, one))
}

function criterion(random: Random, words: string): unknown {
  const isChecked = random.chance(0.1)
  return {
    text: words,
    mode: isChecked || random.chance(0.4) ? 'verifiable' : 'plausible',
    source: random.chance(0.3) ? 'request' : 'records',
    ...(isChecked && { check: { name: 'coin', arguments: {} } }),
  }
}
