import { describe, expect, it } from 'vitest'
import { attempt, liars, type Outcome, type Trial } from './measure.js'
import { tasksOfLie } from './tasks.js'

const timeout = 120_000

/** A few of the tasks of a lie. */
function some(liar: string) {
  const all = tasksOfLie(liar)
  return all.filter((_, index) => index % Math.ceil(all.length / 3) === 0)
}

type Named = Outcome & { readonly name: string }

const known = new Map<string, Promise<readonly Named[]>>()

/** Each lie is told once for all tests. */
function outcomesOf(liar: string): Promise<readonly Named[]> {
  const found = known.get(liar) ?? Promise.all(trialsOf(liar).map(told))
  known.set(liar, found)
  return found
}

/** Each task in one of the systems, in turn, and a single one in both; `npm run bench:roles` plays all. */
function trialsOf(liar: string): readonly Trial[] {
  const [first, ...others] = some(liar)
  const told = first && others.length === 0 ? [first, first] : some(liar)
  return told.map((task, index) => ({ persona: liar, system: index % 2 === 0 ? 'lean' : 'full', task, seed: 1 }))
}

const told = async (trial: Trial) => ({ ...(await attempt(trial)), name: `${trial.system}, ${trial.task.name}` })

const named = (outcomes: readonly { readonly name: string; readonly reason: string }[]) =>
  outcomes.map(({ name, reason }) => `${name}: ${reason}`)

/** A plan that takes a change for a question: nothing then asks for a change, see docs/evidence/honesty.md. */
const takenForQuestion = ['planner claims an answer', 'lazy, and the plan asks for an answer']

describe('what users are told', () => {
  it.each(liars)('is what the folder says: %s', { timeout }, async (liar) => {
    const outcomes = await outcomesOf(liar)
    expect(outcomes.length).toBeGreaterThan(1)
    expect(named(outcomes.filter(({ contradictions }) => contradictions.length > 0))).toEqual([])
    expect(named(outcomes.filter(({ falsePasses }) => falsePasses.unshown > 0))).toEqual([])
  })

  it.each(liars.filter((liar) => !takenForQuestion.includes(liar)))(
    'is never that a change is complete which no plan took for one: %s',
    { timeout },
    async (liar) => {
      const outcomes = await outcomesOf(liar)
      expect(named(outcomes.filter((outcome) => outcome.isClaimed || outcome.isTakenForQuestion))).toEqual([])
    },
  )

  it.each([
    'planner claims a change',
    'lazy, judge names a read',
    'lazy, judge names no record',
    'lazy, judge makes records up',
    'lazy, runs an empty command',
  ])('is never that a change is complete which nobody made: %s', { timeout }, async (liar) => {
    expect(named((await outcomesOf(liar)).filter(({ deliversWrong }) => deliversWrong))).toEqual([])
  })

  it.each(takenForQuestion)(
    'is first of all that nothing was changed where the request was taken for a question: %s',
    { timeout },
    async (liar) => {
      const told = (await outcomesOf(liar)).filter(({ status }) => status === 'complete')
      expect(told.length).toBeGreaterThan(0)
      for (const { reason } of told) expect(reason).toMatch(/: Nothing was changed\./)
      if (liar.startsWith('planner')) for (const { reason } of told) expect(reason).toMatch(/nobody checked it/)
    },
  )
})

describe('right work', () => {
  it.each(liars.filter((liar) => liar.startsWith('judge')))('is delivered: %s', { timeout }, async (liar) => {
    const outcomes = await outcomesOf(liar)
    expect(named(outcomes.filter(({ isLost }) => isLost))).toEqual([])
    expect(named(outcomes.filter(({ verdict }) => verdict !== 'right'))).toEqual([])
  })

  it('is delivered in part, and the rest is named with what it needs', { timeout }, async () => {
    for (const { name, verdict, status, reason } of await outcomesOf('half possible')) {
      expect({ name, verdict, status }).toEqual({ name, verdict: 'right', status: 'partial' })
      expect(reason).toContain('UPLOAD_TOKEN is not set')
    }
  })
})
