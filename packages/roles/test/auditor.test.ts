import { createBus } from '@artoo/bus'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import { type AuditReport, contracts, createAuditor } from '../src/index.js'
import { directive, subTask } from './builders.js'

function watched({
  capacity = 1_000,
  periodic = false,
  intervalMs,
}: {
  capacity?: number
  periodic?: boolean
  intervalMs?: number
} = {}) {
  const clock = manualClock(1_000)
  const bus = createBus({ contracts, clock, ids: sequentialIds() })
  const reports: AuditReport[] = []
  const onReport = periodic ? (report: AuditReport) => void reports.push(report) : undefined
  const auditor = createAuditor({ tap: bus.tap({ capacity }), clock, onReport, intervalMs })
  const port = <Actor extends string>(actor: Actor, taskId = 'task') => bus.port(actor, { taskId })
  return {
    clock,
    bus,
    auditor,
    reports,
    port,
    start: (taskId = 'task') => port('host', taskId).publish({ type: 'TaskStarted', to: 'R7', payload: {} }),
    dispatch: (subtaskId: string, taskId = 'task') => {
      for (const to of ['R4a', 'R3'] as const) {
        port('R2', taskId).publish({ type: 'SubTask', to, payload: subTask({ subtaskId }) })
      }
    },
    correct: (subtaskId = '1.1') =>
      port('R4a').publish({
        type: 'CorrectionSignal',
        to: 'R3',
        payload: { subtaskId, attempt: 2, failedCriterion: 'a', failureClass: null, whatWasWrong: 'b', whatToDo: 'c' },
      }),
    direct: (given: Parameters<typeof directive>[0]) =>
      port('R7').publish({ type: 'PlanDirective', to: 'R2', payload: directive(given) }),
    finish: (taskId = 'task', reason: 'accepted' | 'aborted' = 'accepted') =>
      port('R7', taskId).publish({
        type: 'FinalResult',
        to: 'host',
        payload: {
          directive: reason === 'accepted' ? 'accept' : 'abandon',
          reason,
          summary: '',
          output: null,
          partial: null,
          unmet: [],
          criteria: [],
          actions: [],
          nextMoves: [],
          loss: { D: 0, P: 0, Omega: 0, L: 0 },
          gradient: 0,
          replans: 0,
          rounds: 0,
          elapsedMs: 0,
          usage: {},
        },
      }),
  }
}

const anomaliesOf = ({ anomalies }: AuditReport) => anomalies.map(({ text }) => text)
const loss = (D: number) => ({ D, P: 1, Omega: 0, L: D })

describe('a report', () => {
  it('counts what happened in the window', async () => {
    const { auditor, clock, start, dispatch, correct, direct, finish } = watched()
    start()
    start('other')
    dispatch('1.1')
    dispatch('1.2')
    correct()
    direct({ gradient: 0 })
    direct({ gradient: -0.3, directive: 'refine' })
    direct({ gradient: 0.2, directive: 'change_approach' })
    finish()
    finish('other', 'aborted')
    clock.advance(500)
    expect(await auditor.report()).toEqual({
      from: 1_000,
      to: 1_500,
      tasksStarted: 2,
      tasksEnded: { accepted: 1, aborted: 1 },
      subtasks: 2,
      corrections: 1,
      replans: 3,
      trend: { improving: 1, flat: 1, worsening: 1 },
      violations: [],
      failures: [],
      anomalies: [],
      dropped: 0,
      drift: [],
    })
  })

  it('starts a new window, and can’t be changed', async () => {
    const { auditor, clock, start } = watched()
    start()
    const first = await auditor.report()
    clock.advance(500)
    const second = await auditor.report()
    expect([first.tasksStarted, second.tasksStarted, second.from, second.to]).toEqual([1, 0, 1_000, 1_500])
    expect(Object.isFrozen(first)).toBe(true)
  })

  it('names forged messages and who sent them', async () => {
    const { auditor, port } = watched()
    const forge = (message: object) => () => port('R3').publish(message as never)
    expect(forge({ type: 'Megram', to: 'R5', payload: {} })).toThrow('R3 may not send Megram to R5')
    expect(forge({ type: 'Coup', to: 'host', payload: {} })).toThrow('no message type Coup')
    expect(forge({ type: 'ExecutionResult', to: 'R4a', payload: {} })).toThrow('ExecutionResult from R3')
    expect((await auditor.report()).violations).toMatchObject([
      { taskId: 'task', code: 'message_forbidden', from: 'R3', to: 'R5', type: 'Megram' },
      { taskId: 'task', code: 'message_forbidden', from: 'R3', to: 'host', type: 'Coup' },
      { taskId: 'task', code: 'message_invalid', from: 'R3', to: 'R4a', type: 'ExecutionResult' },
    ])
  })

  it('names actors that threw', async () => {
    const { auditor, port, start } = watched()
    port('R7').receive(() => {
      throw new Error('dizzy')
    })
    start()
    await new Promise((resolve) => setImmediate(resolve))
    expect((await auditor.report()).failures).toMatchObject([{ actor: 'R7', type: 'TaskStarted', message: 'dizzy' }])
  })

  it('says how much it missed, once', async () => {
    const { auditor, start } = watched({ capacity: 2 })
    for (const index of Array(10).keys()) start(`task-${index}`)
    const { tasksStarted, dropped } = await auditor.report()
    expect(dropped).toBeGreaterThan(0)
    expect(tasksStarted + dropped).toBe(10)
    expect((await auditor.report()).dropped).toBe(0)
  })
})

describe('anomalies', () => {
  it('are a second result of one task', async () => {
    const { auditor, start, finish } = watched()
    start()
    finish()
    finish()
    expect(anomaliesOf(await auditor.report())).toEqual(['more than one FinalResult'])
  })

  it('are a second result also when it comes in the next window', async () => {
    const { auditor, start, finish } = watched()
    start()
    finish()
    expect(anomaliesOf(await auditor.report())).toEqual([])
    finish()
    expect(anomaliesOf(await auditor.report())).toEqual(['more than one FinalResult'])
  })

  it('are a subtask dispatched twice, within a task', async () => {
    const { auditor, start, dispatch } = watched()
    start()
    start('other')
    dispatch('1.1')
    dispatch('1.1', 'other')
    dispatch('1.1')
    expect(anomaliesOf(await auditor.report())).toEqual(['subtask 1.1 was dispatched twice'])
  })

  it.each([
    ['D did not fall', [0.8, 0.8], ['break_symmetry', 'break_symmetry'], 1],
    ['D did not fall, twice', [0.8, 0.9, 0.9], ['break_symmetry', 'break_symmetry', 'break_symmetry'], 2],
    ['D fell', [0.8, 0.7], ['break_symmetry', 'break_symmetry'], 0],
    ['something else was tried in between', [0.8, 0.8, 0.8], ['break_symmetry', 'refine', 'break_symmetry'], 0],
  ] as const)('are thrashing: break_symmetry again when %s', async (_, distances, directives, expected) => {
    const { auditor, start, direct } = watched()
    start()
    directives.forEach((name, index) => {
      direct({ directive: name, loss: loss(distances[index] ?? 0) })
    })
    expect(anomaliesOf(await auditor.report())).toEqual(
      Array(expected).fill('thrashing: break_symmetry again, and D did not fall'),
    )
  })

  it('are trouble with the memory', async () => {
    const { auditor, port } = watched()
    const consultation = { readings: [], rules: [] }
    port('R5').publish({ type: 'MemoryReading', to: 'R2', payload: { consultation, error: 'disk is gone' } })
    port('R5').publish({ type: 'MemoryReading', to: 'R2', payload: { consultation, error: null } })
    port('R5').publish({ type: 'MemoryFailure', to: 'log', payload: { code: 'x', message: 'disk is full' } })
    expect(anomaliesOf(await auditor.report())).toEqual([
      'memory could not be read: disk is gone',
      'an experience was lost: disk is full',
    ])
  })
})

describe('drift', () => {
  const window = async (watching: ReturnType<typeof watched>, [subtasks, corrections]: readonly [number, number]) => {
    for (const index of Array(subtasks).keys()) watching.dispatch(`${index}`)
    for (const index of Array(corrections).keys()) watching.correct(`${index}`)
    return (await watching.auditor.report()).drift
  }

  it.each([
    ['twice the corrections and more', [10, 2], [10, 8], ['R3: 0.80 corrections per subtask, 0.20 before']],
    ['exactly twice', [10, 4], [10, 8], []],
    ['more, but few', [10, 1], [10, 4], []],
    ['too small a window', [10, 0], [4, 4], []],
    ['too small a history', [4, 0], [10, 10], []],
  ] as const)('is %s', async (_, before, now, expected) => {
    const watching = watched()
    expect(await window(watching, before)).toEqual([])
    expect(await window(watching, now)).toEqual(expected)
  })

  it('is measured against all windows before, not the last alone', async () => {
    const watching = watched()
    await window(watching, [20, 0])
    await window(watching, [5, 5])
    expect(await window(watching, [10, 6])).toEqual(['R3: 0.60 corrections per subtask, 0.20 before'])
  })
})

describe('periodic reports', () => {
  it('come after every interval, five minutes unless told', async () => {
    const { clock, reports, start, auditor } = watched({ periodic: true })
    start()
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(299_999)
    expect(reports).toHaveLength(0)
    clock.advance(1)
    expect(reports).toMatchObject([{ from: 1_000, to: 301_000, tasksStarted: 1 }])
    clock.advance(600_000)
    expect(reports.map(({ tasksStarted }) => tasksStarted)).toEqual([1, 0, 0])
    auditor.close()
  })

  it('stop with close, which leaves no timer and no tap', async () => {
    const { clock, reports, auditor, start } = watched({ periodic: true, intervalMs: 10 })
    clock.advance(10)
    expect([reports.length, clock.pending]).toEqual([1, 1])
    auditor.close()
    expect(clock.pending).toBe(0)
    start()
    clock.advance(100)
    expect(reports).toHaveLength(1)
    expect((await auditor.report()).tasksStarted).toBe(0)
  })

  const dizzy = new Error('dizzy')
  const failures: readonly (readonly [string, () => void | Promise<void>, string])[] = [
    [
      'throws',
      () => {
        throw dizzy
      },
      'dizzy',
    ],
    ['rejects', () => Promise.reject(dizzy), 'dizzy'],
    ['rejects later', () => new Promise((_, reject) => void setImmediate(reject, dizzy)), 'dizzy'],
    ['rejects with nothing', () => Promise.reject(), 'undefined'],
    [
      'throws what has no words',
      () => {
        throw Object.create(null)
      },
      'something without a message was thrown',
    ],
  ]

  it.each(failures)('go on when their reader %s: the next report tells', async (_, fail, message) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const clock = manualClock(1_000)
    const { tap } = createBus({ contracts, clock, ids: sequentialIds() })
    const reports: AuditReport[] = []
    const onReport = (report: AuditReport) => (reports.push(report) === 1 ? fail() : undefined)
    const auditor = createAuditor({ tap: tap(), clock, onReport, intervalMs: 10 })
    for (const _ of Array(2)) {
      clock.advance(10)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(reports.map(anomaliesOf)).toEqual([[], [`a report was not taken: ${message}`]])
    expect(reports[1]?.anomalies).toMatchObject([{ taskId: '' }])
    expect((await auditor.report()).anomalies).toEqual([])
    auditor.close()
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('need no timer when nobody listens', () => {
    expect(watched().clock.pending).toBe(0)
  })

  it.each([0, -1, Number.NaN])('can’t come every %d ms', (intervalMs) => {
    expect(() => watched({ intervalMs })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'intervalMs' }),
    )
  })
})
