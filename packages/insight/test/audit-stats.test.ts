import { causeNames, type Decision, directives, replay } from '@artoo/ggs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  call,
  checked,
  failedCall,
  failing,
  manifest,
  matched,
  outcomeSummary,
  plausible,
  replanRequest,
  verdict,
} from '../../roles/test/builders.js'
import { message } from '../../roles/test/drive.js'
import { auditStats, observationsOf } from '../src/index.js'
import { auditedTasks, type Event, eventsOf } from './audited-tasks.js'

const settings = { seed: 7, numRuns: 30 }

const taskOf = async (events: readonly Event[]) => {
  const [task] = (await auditStats(events)).tasks
  if (!task) throw new Error('no task')
  return task
}

const decided = (round: number, given: Partial<Decision> & { readonly D: number }): Event => {
  const { D, ...rest } = given
  const loss = { D, P: 0, Omega: 0, L: 0.6 * D, betaEffective: 0.3 }
  const decision = {
    directive: 'refine',
    reason: null,
    loss,
    gradient: 0,
    round,
    replans: round - 1,
    worseningBefore: 0,
  }
  return message('ControlDecision', { ...decision, ...rest } as Decision)
}

describe('the stats of a task', () => {
  it('let the controller be run again: the observations without words give its very decisions', async () => {
    await fc.assert(
      fc.asyncProperty(auditedTasks, async (tasks) => {
        for (const events of tasks.map(eventsOf)) {
          const { rounds, hyperparameters } = await taskOf(events)
          const observations = rounds.flatMap(({ observation }) => observation ?? [])
          expect(observations).toHaveLength(observationsOf(events).length)
          const again = replay(observations, { hyperparameters: hyperparameters ?? {} })
          const before = rounds.flatMap(({ decision }) => decision ?? [])
          expect(again.map(({ directive, loss, gradient }) => [directive, loss.L, gradient])).toEqual(
            before.map(({ directive, L, gradient }) => [directive, L, gradient]),
          )
        }
      }),
      settings,
    )
  })

  it('tell how far it came, wherever it was cut off', async () => {
    const trouble = { elapsedMs: 1_000, passed: 1, logical: 1, environmental: 1, ofMerge: false }
    const events = eventsOf({ taskId: 'task', troubles: [trouble, trouble], accepted: true })
    const ends = events.findIndex(({ type }) => type === 'FinalResult')
    for (const [length] of events.entries()) {
      if (length === 0) continue
      const { tasks, totals } = await auditStats(events.slice(0, length))
      expect(tasks[0]).toMatchObject({ events: length, unread: 0 })
      expect(totals.cutOff).toBe(length > ends ? 0 : 1)
      expect(totals.rounds).toBe(observationsOf(events.slice(0, length)).length)
    }
  })

  it('say what D did in the round after each decision', async () => {
    const { tasks, totals } = await auditStats([
      decided(1, { D: 1 }),
      decided(2, { D: 0.5, directive: 'change_path' }),
      decided(3, { D: 0.5, directive: 'change_path' }),
      decided(4, { D: 0.75, directive: 'abandon', reason: 'replans_exhausted' }),
    ])
    expect(tasks[0]?.rounds.map(({ decision }) => decision?.next)).toEqual(['fell', 'stood', 'rose', null])
    expect(totals.directives).toEqual({
      refine: { times: 1, fell: 1, stood: 0, rose: 0, none: 0 },
      change_path: { times: 2, fell: 0, stood: 1, rose: 1, none: 0 },
      abandon: { times: 1, fell: 0, stood: 0, rose: 0, none: 1 },
    })
  })

  it('compare no rounds between which one could not be read', async () => {
    const events = [decided(1, { D: 1 }), message('ControlDecision', {} as Decision), decided(3, { D: 0 })]
    const task = await taskOf(events)
    expect(task.unread).toBe(1)
    expect(task.rounds.map(({ decision }) => decision?.next)).toEqual([null, null])
  })

  it('name the profile of a decision that has one, by whatever it is told', async () => {
    const profiles = ['causes', { name: 'paper', cells: [] }, 'a whole sentence of somebody', 7, undefined]
    const events = profiles.map((profile, index) => decided(index + 1, { D: 1, ...({ profile } as object) }))
    const { rounds } = await taskOf(events)
    expect(rounds.map(({ decision }) => decision?.profile)).toEqual(['causes', 'paper', null, null, null])
  })

  it('keep the gains, and of them numbers alone', async () => {
    const hyperparameters = { delta: 0.2, note: 'for Ada' } as unknown as Decision['hyperparameters']
    expect((await taskOf([decided(1, { D: 1, hyperparameters })])).hyperparameters).toEqual({ delta: 0.2 })
  })

  it('count what the executor did wrong apart from what stopped it, and no foreign codes', async () => {
    const results = [
      call(),
      failedCall({ code: 'path_not_found' }),
      failedCall({ code: 'stale' }),
      failedCall({ code: 'no_such_customer_ada' }),
      call({ status: 'refused', code: 'law1_refused' }),
    ]
    const events = results.map((record) => message('ToolResult', { ...record, key: '1.1' }))
    expect((await taskOf(events)).tools).toEqual({
      calls: 5,
      ok: 1,
      refused: 1,
      mistaken: 1,
      stopped: 2,
      codes: { path_not_found: 1, stale: 1, other: 1, law1_refused: 1 },
    })
  })

  it('has a child as a task of its own', async () => {
    const child = message('ToolResult', { ...call(), key: '1.1' }, { taskId: 'child' })
    const events = [message('TaskStarted', {}), message('ChildEvent', { event: child })]
    const { tasks } = await auditStats(events, { kindOf: (taskId) => (taskId === 'child' ? 'part' : null) })
    expect(tasks.map(({ taskId, kind, tools }) => [taskId, kind, tools.calls])).toEqual([
      ['child', 'part', 1],
      ['task', null, 0],
    ])
  })
})

describe('two judges', () => {
  const criteria = [plausible('it is a number'), checked('it is two words')]
  const judged = async (alone: boolean, ...rounds: readonly Event[]) =>
    (await taskOf([message('DispatchManifest', manifest({ criteria, alone })), ...rounds])).verdicts

  it('agree when the second accepts, and on criteria in the same words', async () => {
    const round = message(
      'OutcomeSummary',
      outcomeSummary({ taskVerdicts: [verdict({ criterion: 'It is a NUMBER.' })] }),
    )
    expect(await judged(false, round)).toMatchObject({
      judgedTwice: 1,
      upheld: 1,
      overruled: 0,
      agreed: 1,
      disagreed: 0,
    })
  })

  it('disagree when the second rejects what had passed', async () => {
    const round = message('ReplanRequest', replanRequest({ outcomes: [matched()], taskVerdicts: [failing()] }))
    expect(await judged(false, round)).toMatchObject({ overruled: 1, overruledByCode: 0, agreed: 0, disagreed: 1 })
  })

  it('are told from a check that says no', async () => {
    const taskVerdicts = [verdict(), failing({ criterion: 'it is two words' })]
    const round = message('ReplanRequest', replanRequest({ outcomes: [matched()], taskVerdicts }))
    expect(await judged(false, round)).toMatchObject({ overruled: 1, overruledByCode: 1, agreed: 1, disagreed: 0 })
  })

  it('were one where the subtask was all there was, or where it never came to a merge', async () => {
    const alone = await judged(true, message('OutcomeSummary', outcomeSummary()))
    expect(alone).toMatchObject({ judgedOnce: 1, judgedTwice: 0, agreed: 0 })
    expect(await judged(false, message('ReplanRequest', replanRequest()))).toMatchObject({
      judgedOnce: 0,
      judgedTwice: 0,
    })
  })
})

describe('totals', () => {
  it('say whether D had risen when Law 2 ended a task', async () => {
    const killed = (taskId: string, D: readonly [number, number, number]) =>
      D.map((one, index) => ({
        ...decided(index + 1, { D: one, worseningBefore: Math.max(0, index - 1) }),
        taskId,
      })).map((event, index) =>
        index < 2 ? event : { ...event, payload: { ...event.payload, directive: 'abandon', reason: 'diverging' } },
      ) as Event[]
    const [, ...headless] = killed('headless', [1, 1, 1])
    const lists = [killed('a', [0.5, 0.6, 0.7]), killed('b', [1, 1, 1]), killed('c', [1, 1, 0.5]), headless]
    const { totals } = await auditStats(lists.flat())
    expect(totals.law2).toEqual({ fired: 4, rose: 1, stood: 1, fell: 1, unknown: 1 })
  })

  it('show at which D tasks were delivered as close enough', async () => {
    const delivered = [0, 0.15, 0.29, 1].map((D, index) => ({
      ...decided(1, { D, directive: 'success', reason: 'converged' }),
      taskId: `${index}`,
    }))
    const { successD } = (await auditStats(delivered as Event[])).totals
    expect(successD.flatMap((times, at) => (times > 0 ? [[at, times]] : []))).toEqual([
      [0, 1],
      [3, 1],
      [5, 1],
      [19, 1],
    ])
  })
})

it('no text of a task is in its stats', async () => {
  const secret = 'the-launch-is-on-friday'
  const marked = (value: unknown): unknown => {
    if (typeof value === 'string') return keep.includes(value) ? value : `${secret} ${value}`
    if (Array.isArray(value)) return value.map(marked)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, marked(one)]))
  }
  const troubles = [true, false].map((ofMerge) => ({ elapsedMs: 9, passed: 1, logical: 1, environmental: 1, ofMerge }))
  const events = [
    ...eventsOf({ taskId: 'task', troubles, accepted: true }),
    message('DispatchManifest', manifest()),
    message('ToolResult', { ...failedCall(), key: '1.1' }),
  ].map((event) => ({ ...event, payload: marked(event.payload) }) as Event)
  const stats = await auditStats(events)
  expect(stats.tasks[0]).toMatchObject({ unread: 0, end: { reason: 'accepted' }, tools: { codes: { other: 1 } } })
  expect(JSON.stringify(events)).toContain(secret)
  expect(JSON.stringify(stats)).not.toContain(secret)
})

/** What must be as it is for an event to be read at all. */
const keep = [
  ...['pass', 'fail', 'verifiable', 'plausible', 'logical', 'environmental', 'mixed', 'matched', 'failed'],
  ...directives,
  ...causeNames,
  ...['accepted', 'converged', 'ok', 'error', 'read', 'records', 'low', 'normal', 'high', 'changed'],
  ...['code', 'judge', 'nobody', 'answer', 'world', 'complete', 'partial'],
]
