import { type Decision, defaultHyperparameters, profileNames } from '@artoo/ggs'
import { journalVersion, memoryJournal } from '@artoo/runtime'
import { appendLines } from '@artoo/runtime/conformance'
import { shareOf } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { message } from '../../roles/test/drive.js'
import { type Candidate, calibrate } from '../src/index.js'
import { type Audited, auditedTasks, type Event, eventsOf, eventsUnder, type Trouble } from './audited-tasks.js'

const settings = { seed: 7, numRuns: 20 }

/** A journal of tasks as they were recorded under the gains and profile given. */
async function journalOf(tasks: readonly (readonly Event[])[]) {
  const journal = memoryJournal()
  for (const events of tasks) {
    const taskId = events[0]?.taskId ?? ''
    const lines = events.map((event) => ({ kind: 'event' as const, epoch: 1, event }))
    await appendLines(journal, taskId, [
      { kind: 'start', epoch: 1, version: journalVersion, taskId, at: 1 },
      ...lines,
      { kind: 'end', epoch: 1, at: 2 },
    ])
  }
  return journal
}

async function tried(candidate: Candidate, ...tasks: readonly (readonly Event[])[]) {
  const { candidates, ...rest } = await calibrate(await journalOf(tasks), { candidates: [candidate] })
  const [report] = candidates
  if (!report) throw new Error('no report')
  return { ...rest, ...report }
}

const candidates = fc.record(
  {
    hyperparameters: fc.record(
      {
        delta: fc.double({ min: 0, max: 0.9, noNaN: true }),
        epsilon: fc.double({ min: 0.01, max: 1, noNaN: true }),
        theta: fc.double({ min: 0.1, max: 1, noNaN: true }),
        maxReplans: fc.integer({ min: 0, max: 6 }),
      },
      { requiredKeys: [] },
    ),
    profile: fc.constantFrom(...profileNames),
  },
  { requiredKeys: [] },
)

const decisionsIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'ControlDecision' ? [event.payload] : []))

const wayOf = ({ directive, reason, deliver, blockedTools, blockedTargets, orders }: Decision) =>
  JSON.stringify([directive, reason, deliver, blockedTools, blockedTargets, orders.map((order) => order.directive)])

describe('a candidate', () => {
  it('that is what was recorded parts nowhere, whatever that was', async () => {
    await fc.assert(
      fc.asyncProperty(auditedTasks, candidates, async (tasks, recorded) => {
        const journal = await journalOf(tasks.map((task) => eventsUnder(recorded, task)))
        const given = { ...recorded, hyperparameters: { ...defaultHyperparameters, ...recorded.hyperparameters } }
        const report = await calibrate(journal, { candidates: [{}, given] })
        expect(report.unreadable).toEqual([])
        expect(report.tasks + report.undecided).toBe(tasks.length)
        for (const { parted, partings, decisions } of report.candidates) {
          expect([parted.count, partings]).toEqual([0, []])
          expect(decisions).toEqual({ compared: report.decisions, unknown: 0 })
        }
      }),
      settings,
    )
  })

  it('parts where a controller with its gains and profile first decides otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(auditedTasks, candidates, async (tasks, candidate) => {
        const recorded = tasks.map(eventsOf)
        const { partings, decisions, parted } = await tried(candidate, ...recorded)
        const expected = tasks.flatMap((task, index) => {
          const before = decisionsIn(recorded[index] ?? []).map(wayOf)
          const now = decisionsIn(eventsUnder(candidate, task)).map(wayOf)
          const at = before.findIndex((way, round) => way !== now[round])
          return at < 0 ? [] : [[task.taskId, at + 1]]
        })
        expect(partings.map(({ taskId, round }) => [taskId, round])).toEqual(expected)
        expect(parted.count).toBe(expected.length)
        expect(decisions.compared + decisions.unknown).toBe(recorded.flatMap(decisionsIn).length)
      }),
      settings,
    )
  })

  it('that is none is refused by its field, before anything is read', async () => {
    const journal = memoryJournal()
    const refused = (options: unknown) => calibrate(journal, options as never)
    await expect(refused({ candidates: [] })).rejects.toMatchObject({ code: 'invalid_option', field: 'candidates' })
    await expect(refused({ candidates: [{ delta: 0.2 }] })).rejects.toMatchObject({ field: 'candidates.0.delta' })
    await expect(refused({ candidates: [{ hyperparameters: { delta: 2 } }] })).rejects.toMatchObject({
      code: 'invalid_hyperparameter',
    })
    await expect(refused({ candidates: [{ profile: 'bold' }] })).rejects.toMatchObject({ code: 'invalid_profile' })
  })
})

/** Criteria that passed and failed in a round. */
function trouble(passed: number, logical: number, given: Partial<Trouble> = {}): Trouble {
  return { elapsedMs: 1_000, passed, logical, environmental: 0, ofMerge: false, ...given }
}

function task(troubles: readonly Trouble[], accepted: boolean): Audited {
  return { taskId: 'task', troubles, accepted }
}

const saved = eventsOf(task([trouble(1, 1)], true))
const exhausted = eventsUnder({ profile: 'paper' }, task(Array(4).fill(trouble(1, 1)), false))

describe('what a parting comes to', () => {
  const cases: readonly (readonly [string, Candidate, readonly Event[], object])[] = [
    [
      'lost: what was accepted later is abandoned',
      { hyperparameters: { maxReplans: 0 } },
      saved,
      { round: 1, change: 'abandons_sooner', consequence: 'lost', roundsAfter: 1 },
    ],
    [
      'worse: something is delivered before all of it passed',
      { hyperparameters: { delta: 0.5 } },
      eventsUnder({ profile: 'paper' }, task([trouble(1, 1)], true)),
      { round: 1, change: 'delivers_sooner', consequence: 'worse', roundsAfter: 1 },
    ],
    [
      'gained: what was abandoned is delivered',
      { hyperparameters: { delta: 0.5 } },
      exhausted,
      { round: 1, change: 'delivers_sooner', consequence: 'gained' },
    ],
    [
      'cheaper: what was abandoned in the end is abandoned sooner',
      { hyperparameters: { maxReplans: 1 } },
      exhausted,
      { round: 2, change: 'abandons_sooner', consequence: 'cheaper' },
    ],
    [
      'unknown: the task goes on',
      { hyperparameters: { maxReplans: 9, theta: 1, replanWeight: 0, timeWeight: 1 } },
      exhausted,
      { change: 'goes_on', consequence: 'unknown', roundsAfter: 0 },
    ],
  ]
  it.each(cases)('%s', async (_, candidate, events, expected) => {
    const { partings } = await tried(candidate, events)
    expect(partings).toMatchObject([expected])
  })

  it('unknown, too, when something outside cut the recorded task off, or it still runs', async () => {
    const running = eventsOf(task([trouble(1, 1)], false))
    const [last] = saved.filter(({ type }) => type === 'FinalResult')
    const aborted = message('FinalResult', { ...(last?.payload as object), reason: 'aborted' } as never)
    for (const events of [running, [...running, aborted]]) {
      const { partings } = await tried({ hyperparameters: { maxReplans: 0 } }, events)
      expect(partings).toMatchObject([{ consequence: 'unknown' }])
    }
  })

  it('is counted with how sure that is, and with what of the record no longer holds', async () => {
    const others = ['one', 'two'].map((taskId) => saved.map((event) => ({ ...event, taskId })))
    const running = eventsOf(task([trouble(1, 1)], false))
    const candidate = { hyperparameters: { maxReplans: 0 } }
    const { parted, decisions, consequences, atMost, roundsSpared } = await tried(candidate, running, ...others)
    expect(parted).toEqual(shareOf(3, 3))
    expect(decisions).toEqual({ compared: 3, unknown: 2 })
    expect([consequences.lost, consequences.unknown]).toEqual([shareOf(2, 3), shareOf(1, 3)])
    expect(atMost).toMatchObject({ lost: 1, cheaper: shareOf(1, 3).high })
    expect(roundsSpared).toBe(0)
  })

  it('counts the rounds that a cheaper end would have spared', async () => {
    expect(await tried({ hyperparameters: { maxReplans: 1 } }, exhausted)).toMatchObject({ roundsSpared: 2 })
  })
})

it('a task of another controller, or of a journal that is damaged, is named and left out', async () => {
  const forged = saved.map((event) =>
    event.type === 'ControlDecision' ? { ...event, payload: { ...event.payload, directive: 'change_path' } } : event,
  ) as readonly Event[]
  const { tasks, unreadable } = await tried({}, forged)
  expect([tasks, unreadable]).toEqual([0, [{ taskId: 'task', code: 'nondeterministic' }]])
  const journal = memoryJournal()
  await appendLines(journal, 'old', [{ kind: 'start', epoch: 1, version: 99, taskId: 'old', at: 1 }])
  expect((await calibrate(journal, { candidates: [{}] })).unreadable).toEqual([
    { taskId: 'old', code: 'unsupported_journal' },
  ])
})

it('children are tasks of their own, and so are those of several journals', async () => {
  const child = saved.map((event) => ({ ...event, taskId: 'child' }))
  const parent = [message('TaskStarted', {}), ...child.map((event) => message('ChildEvent', { event } as never))]
  const journals = [await journalOf([parent]), await journalOf([saved.map((event) => ({ ...event, taskId: 'other' }))])]
  const { tasks, undecided } = await calibrate(journals, { candidates: [{}] })
  expect([tasks, undecided]).toEqual([2, 1])
})
