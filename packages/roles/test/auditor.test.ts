import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBus, type Notice, type PayloadOf } from '@artoo/bus'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'
import {
  type ArtooContracts,
  type AuditEvent,
  type AuditLog,
  type AuditReport,
  createAuditor,
  type FinalResult,
} from '../src/index.js'
import { type ArtooEvent, contracts } from '../src/messages/contracts.js'
import {
  call,
  directive,
  failed,
  failedCall,
  failing,
  matched,
  outcomeSummary,
  replanRequest,
  subTask,
  verdict,
} from './builders.js'

function watched({
  capacity = 1_000,
  periodic = false,
  intervalMs,
  log,
}: {
  capacity?: number
  periodic?: boolean
  intervalMs?: number
  log?: AuditLog
} = {}) {
  const clock = manualClock(1_000)
  const bus = createBus({ contracts, clock, ids: sequentialIds() })
  const reports: AuditReport[] = []
  const onReport = periodic ? (report: AuditReport) => void reports.push(report) : undefined
  const auditor = createAuditor({ tap: bus.tap({ capacity }), clock, onReport, intervalMs, log })
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
    outcome: (payload: PayloadOf<ArtooContracts, 'SubTaskOutcome'>) =>
      port('R4a').publish({ type: 'SubTaskOutcome', to: 'R4b', payload }),
    accept: (given: Parameters<typeof outcomeSummary>[0] = {}) =>
      port('R4b').publish({ type: 'OutcomeSummary', to: 'R7', payload: outcomeSummary(given) }),
    reject: (given: Parameters<typeof replanRequest>[0] = {}) =>
      port('R4b').publish({ type: 'ReplanRequest', to: 'R7', payload: replanRequest(given) }),
    finish: (taskId = 'task', reason: FinalResult['reason'] = 'accepted', given: Partial<FinalResult> = {}) =>
      port('R7', taskId).publish({
        type: 'FinalResult',
        to: 'host',
        payload: {
          status: reason === 'accepted' ? 'complete' : 'failed',
          directive: reason === 'accepted' ? 'accept' : 'abandon',
          confidence: null,
          reason,
          summary: '',
          output: null,
          missing: [],
          changes: [],
          refused: [],
          basis: 'nobody',
          criteria: [],
          nextMoves: [],
          loss: { D: 0, P: 0, Omega: 0, L: 0 },
          gradient: 0,
          replans: 0,
          rounds: 0,
          elapsedMs: 0,
          usage: { byRole: {}, total },
          ...given,
        },
      }),
  }
}

const total = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  durationMs: 0,
  cost: 0,
}

const anomaliesOf = ({ anomalies }: AuditReport) => anomalies.map(({ text }) => text)
const codesOf = ({ anomalies }: AuditReport) => anomalies.map(({ code }) => code)
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
      retries: 0,
      replans: 3,
      trend: { improving: 1, flat: 1, worsening: 1 },
      violations: [],
      failures: [],
      anomalies: [expect.objectContaining({ code: 'fruitless_replans' })],
      omitted: 0,
      dropped: 0,
      complete: true,
      drift: [],
      previous: null,
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
    const thrashing = codesOf(await auditor.report()).filter((code) => code === 'thrashing')
    expect(thrashing).toHaveLength(expected)
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
    await auditor.close()
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

  it('end windows when nobody listens, too: the last one is kept for who asks', async () => {
    const { clock, start, auditor } = watched()
    start('one')
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(300_000)
    start('two')
    start('three')
    const report = await auditor.report()
    expect([report.tasksStarted, report.from, report.previous?.tasksStarted]).toEqual([2, 301_000, 1])
    clock.advance(900_000)
    expect(await auditor.report()).toMatchObject({ tasksStarted: 0, previous: { tasksStarted: 0, previous: null } })
  })

  it.each([0, -1, Number.NaN])('can’t come every %d ms', (intervalMs) => {
    expect(() => watched({ intervalMs })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'intervalMs' }),
    )
  })
})

describe('of a task, the auditor sees', () => {
  const retry = (index: number) => ({
    type: 'ModelRetry' as const,
    to: 'log' as const,
    payload: { role: 'R3', key: '1.1', modelId: 'm', attempt: index, delayMs: 1, code: 'x', message: '', status: 503 },
  })

  it('excessive corrections, once, and not where there is as much work', async () => {
    const few = watched()
    few.start()
    few.dispatch('1.1')
    for (const _ of Array(5)) few.correct()
    expect(codesOf(await few.auditor.report())).toEqual([])
    for (const _ of Array(5)) few.correct()
    expect(await few.auditor.report()).toMatchObject({
      anomalies: [{ taskId: 'task', code: 'excessive_corrections', text: '6 corrections of 1 subtasks' }],
    })
    const many = watched()
    many.start()
    for (const index of Array(10).keys()) many.dispatch(`1.${index}`)
    for (const _ of Array(10)) many.correct()
    expect(codesOf(await many.auditor.report())).toEqual([])
  })

  it('excessive retries of model calls and of the same tool call', async () => {
    const { auditor, start, port } = watched()
    start()
    for (const index of Array(12).keys()) port('model' as 'R1').publish(retry(index) as never)
    const tried = (payload: ReturnType<typeof call>) =>
      port('tools' as 'R1').publish({ type: 'ToolResult', to: 'R3', payload: { ...payload, key: '1.1' } } as never)
    for (const _ of Array(6)) tried(failedCall())
    for (const index of Array(6).keys()) tried(failedCall({ target: `${index}.txt` }))
    for (const _ of Array(9)) tried(call())
    const report = await auditor.report()
    expect(report.retries).toBe(12)
    expect(anomaliesOf(report)).toEqual([
      '10 model calls had to be made again: x',
      'read_file a.txt was tried 5 times in vain',
    ])
  })

  it('replans without improvement, and again whenever they have doubled', async () => {
    const { auditor, start, direct } = watched()
    start()
    for (const D of [0.9, 0.6, 0.6, 0.7, 0.6, 0.6, 0.595, 0.8]) direct({ loss: loss(D) })
    expect(anomaliesOf(await auditor.report())).toEqual([
      '2 replans in a row without improvement: D 0.70, at best 0.60',
      '4 replans in a row without improvement: D 0.60, at best 0.60',
    ])
    direct({ loss: loss(0.3) })
    for (const D of [0.4, 0.4]) direct({ loss: loss(D) })
    expect(anomaliesOf(await auditor.report())).toEqual([
      '2 replans in a row without improvement: D 0.40, at best 0.30',
    ])
  })

  it.each(['replans_exhausted', 'hopeless', 'diverging', 'stalled', 'budget'] as const)(
    'that it did not converge: %s',
    async (reason) => {
      const { auditor, start, direct, finish } = watched()
      start()
      start('fine')
      direct({ loss: loss(0.5) })
      finish('task', reason, { directive: 'abandon', rounds: 2, loss: loss(0.75) })
      finish('fine')
      finish('other', 'aborted')
      expect((await auditor.report()).anomalies).toEqual([
        { taskId: 'task', code: 'not_converged', text: `${reason} after 2 rounds: D 0.75, at best 0.50` },
      ])
    },
  )

  it('a round that was judged, or a deadline that came, before every subtask had an outcome', async () => {
    const { auditor, start, dispatch, outcome, reject, finish } = watched()
    start()
    for (const id of ['1.1', '1.2']) dispatch(id)
    outcome(matched())
    reject()
    dispatch('2.1')
    outcome(matched({ subtaskId: '2.1' }))
    reject({ round: 2 })
    dispatch('3.1')
    finish('task', 'deadline', { directive: 'abandon' })
    expect((await auditor.report()).anomalies.filter(({ code }) => code === 'fan_in_incomplete')).toMatchObject([
      { text: 'the round was judged without 1.2' },
      { text: 'until the deadline there was no outcome of 3.1' },
    ])
  })

  it('nothing of the kind in a task that was aborted', async () => {
    const { auditor, start, dispatch, finish } = watched()
    start()
    dispatch('1.1')
    finish('task', 'aborted')
    expect(codesOf(await auditor.report())).toEqual([])
  })
})

describe('a false accept', () => {
  type Watched = ReturnType<typeof watched>
  const check = ({ port }: Watched, pass: boolean, key = 'task', index = 0) =>
    port('checks' as 'R1').publish({
      type: 'CheckResult',
      to: key === 'task' ? 'R4b' : 'R4a',
      payload: { key, index, pass, evidence: '' },
    } as never)
  const named = failing({ criterion: 'it is about notes.txt', records: ['call_1_1'] })
  const cases: readonly (readonly [string, (watching: Watched) => unknown, string | null])[] = [
    [
      'is matched work whose records fail the whole',
      ({ reject }) => reject({ outcomes: [matched()], taskVerdicts: [named] }),
      '1.1 was matched, but its calls fail "it is about notes.txt"',
    ],
    [
      'is matched work of an earlier round whose records fail the whole',
      ({ reject }) =>
        reject({ kept: [matched()], outcomes: [matched({ subtaskId: '2.1', toolCalls: [] })], taskVerdicts: [named] }),
      '1.1 was matched, but its calls fail "it is about notes.txt"',
    ],
    [
      'is a criterion that passed and fails in the same words later',
      ({ reject }) =>
        reject({ outcomes: [matched()], taskVerdicts: [failing({ criterion: 'It is  a number', records: [] })] }),
      '1.1 was matched, but later it fails "It is a number"',
    ],
    [
      'is not what fails for reasons of its own',
      ({ reject }) =>
        reject({ outcomes: [matched()], taskVerdicts: [failing({ criterion: 'it rhymes', records: [] })] }),
      null,
    ],
    [
      'is a result that rests on calls which all failed',
      ({ accept }) =>
        accept({ outcomes: [matched({ toolCalls: [failedCall()] })], taskVerdicts: [verdict({ mode: 'verifiable' })] }),
      'the task was let pass on calls that all failed: "it is a number"',
    ],
    [
      'is not proven absence, which rests on a failed search',
      ({ accept }) =>
        accept({
          outcomes: [matched({ toolCalls: [failedCall()] })],
          taskVerdicts: [verdict({ mode: 'verifiable', verdict: 'absent' })],
        }),
      null,
    ],
    ['is not a sound result', ({ accept }) => accept({ taskVerdicts: [verdict({ mode: 'verifiable' })] }), null],
    [
      'is a result with a subtask undone',
      ({ accept }) => accept({ outcomes: [matched(), failed({ subtaskId: '1.2' })] }),
      'accepted although 1.2 is not done',
    ],
    [
      'is a result with a failed criterion',
      ({ accept }) => accept({ taskVerdicts: [failing()] }),
      'the task was let pass although it fails "it is a number"',
    ],
    [
      'is a pass where a check said no last',
      (watching) => {
        check(watching, true)
        check(watching, false)
        watching.accept()
      },
      'a check said no, and the verdict is pass: "it is a number"',
    ],
    [
      'is not a pass where a check said yes last',
      (watching) => {
        check(watching, false)
        check(watching, true)
        watching.accept()
      },
      null,
    ],
    [
      'is a matched subtask where a check said no last',
      (watching) => {
        check(watching, false, '1.1')
        watching.outcome(matched())
      },
      'a check said no, and the verdict is pass: "it is a number"',
    ],
    [
      'is an accept with a distance',
      ({ finish }) => finish('task', 'accepted', { loss: loss(0.5), criteria: [{ ...failing(), subtask: null }] }),
      'accepted with D 0.50 and 1 unmet criteria',
    ],
  ]

  it.each(cases)('%s', async (_, happen, expected) => {
    const watching = watched()
    watching.start()
    happen(watching)
    const { anomalies } = await watching.auditor.report()
    expect(anomalies).toEqual(expected === null ? [] : [{ taskId: 'task', code: 'false_accept', text: expected }])
  })
})

describe('whatever happens, the auditor', () => {
  /** A tap of made-up events, whose reader is never kept waiting. */
  function tapOf(events: Iterable<unknown>, dropped = () => 0) {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    return {
      get dropped() {
        return dropped()
      },
      idle: () => ended,
      close: () => {},
      async *[Symbol.asyncIterator]() {
        for (const event of events) yield event as ArtooEvent | Notice
        end()
      },
    }
  }
  const envelope = (taskId: string, from: string, to: string, type: string, payload: unknown) => ({
    ...{ id: '', seq: 1, causationId: null, at: 0 },
    ...{ taskId, from, to, type, payload },
  })

  function* unruly(tasks: number, long = 1) {
    for (const task of Array(tasks).keys()) {
      const say = (from: string, to: string, type: string, payload: unknown) =>
        envelope(`task-${task}`, from, to, type, payload)
      yield say('host', 'R7', 'TaskStarted', {})
      for (const round of Array(long).keys()) {
        yield say('R2', 'R3', 'SubTask', subTask({ subtaskId: `${round}.1` }))
        yield say('tools', 'R3', 'ToolResult', {
          ...failedCall({ target: `${round}-${'x'.repeat(1_000)}` }),
          key: '1.1',
        })
        yield say('checks', 'R4a', 'CheckResult', { key: `${round}`, index: 0, pass: false, evidence: '' })
        yield say('R7', 'R2', 'PlanDirective', directive())
        yield say('bus', 'log', 'bus.refused', {
          code: 'message_forbidden',
          from: 'R3',
          to: 'R5',
          type: 'x',
          reason: 'y'.repeat(9_999),
        })
      }
      // One in two never ends.
      if (task % 2)
        yield say('R7', 'host', 'FinalResult', {
          directive: 'abandon',
          reason: 'stalled',
          loss: loss(1),
          criteria: [],
          rounds: 1,
        })
    }
  }

  function heapUsed(): number {
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    return process.memoryUsage().heapUsed
  }

  it('grows neither with 5,000 tasks nor with one that never ends', async () => {
    const sizes: number[] = []
    function* measured() {
      yield* unruly(2_000)
      yield* unruly(1, 2_000)
      sizes.push(heapUsed())
      yield* unruly(5_000)
      yield* unruly(1, 5_000)
      sizes.push(heapUsed())
    }
    const auditor = createAuditor({ tap: tapOf(measured()), clock: manualClock() })
    const report = await auditor.report()
    expect(report.tasksStarted).toBe(7_002)
    expect([report.anomalies.length, report.violations.length]).toEqual([100, 100])
    expect(report.omitted).toBeGreaterThan(5_000)
    const [before = 0, after = 0] = sizes
    expect(after - before).toBeLessThan(500_000)
  })

  it('answers in time, however far behind it is, and says so', async () => {
    const clock = manualClock()
    const never = new Promise<void>(() => {})
    const tap = { ...tapOf([]), idle: () => never }
    const report = createAuditor({ tap, clock }).report()
    clock.advance(2_999)
    expect(await report).toMatchObject({ complete: false })
  })

  it('takes in a tap for no more than linear work, however full it is', async () => {
    const many = Array.from({ length: 20 }, (_, index) => matched({ subtaskId: `1.${index}` }))
    const verdicts = Array.from({ length: 20 }, () => failing())
    async function workOf(messages: number) {
      const { auditor, start, reject } = watched({ capacity: 10_000 })
      start()
      for (const _ of Array(messages)) reject({ outcomes: many, taskVerdicts: verdicts })
      const before = process.cpuUsage()
      expect((await auditor.report()).complete).toBe(true)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const least = async (messages: number) => Math.min(await workOf(messages), await workOf(messages))
    await workOf(100)
    // Linear work gives 16, quadratic 256.
    expect((await least(400)) / (await least(25))).toBeLessThan(64)
  })

  it('trusts no trace of a task that it did not see whole', async () => {
    const say = (type: string, from: string, to: string, payload: unknown) => envelope('task', from, to, type, payload)
    let dropped = 0
    function* events() {
      yield say('TaskStarted', 'host', 'R7', {})
      yield say('SubTask', 'R2', 'R3', subTask())
      dropped = 3
      yield say('OutcomeSummary', 'R4b', 'R7', outcomeSummary())
    }
    const report = await createAuditor({ tap: tapOf(events(), () => dropped), clock: manualClock() }).report()
    expect(report).toMatchObject({ dropped: 3, anomalies: [] })
  })
})

describe('the log', () => {
  function logging(append: AuditLog['append'] = async () => {}) {
    const events: AuditEvent[] = []
    const log: AuditLog = {
      async append(event) {
        await append(event)
        events.push(event)
      },
    }
    return { events, ...watched({ log, periodic: true }) }
  }

  it('gets what is found when it is found, and every report', async () => {
    const { events, auditor, start, finish, clock, port } = logging()
    start()
    finish()
    finish()
    expect(() => port('R3').publish({ type: 'Coup', to: 'host', payload: {} } as never)).toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect(events).toMatchObject([
      { kind: 'anomaly', at: 1_000, anomaly: { taskId: 'task', code: 'second_result' } },
      { kind: 'violation', at: 1_000, violation: { from: 'R3', type: 'Coup' } },
    ])
    clock.advance(300_000)
    start('other')
    await auditor.close()
    expect(events.slice(2)).toMatchObject([
      { kind: 'report', at: 301_000, report: { tasksStarted: 1, anomalies: [{ code: 'second_result' }] } },
      { kind: 'report', report: { from: 301_000, tasksStarted: 1 } },
    ])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk is full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk is full'))],
  ])('may fail: when it %s, the next report tells', async (_, append) => {
    const { auditor, start, finish } = logging(append)
    start()
    finish()
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    expect((await auditor.report()).anomalies).toMatchObject([
      { taskId: 'task', code: 'second_result' },
      { taskId: '', code: 'audit_log_incomplete', text: 'entries that the audit log lost: 1 (disk is full)' },
    ])
  })

  it('may hang: nobody waits for it but close, and it holds no more than it may', async () => {
    const { auditor, start, finish } = logging(() => new Promise(() => {}))
    for (const window of Array(20).keys()) {
      start(`${window}`)
      for (const _ of Array(102)) finish(`${window}`)
      await auditor.report()
    }
    expect((await auditor.report()).anomalies).toMatchObject([
      {
        code: 'audit_log_incomplete',
        text: expect.stringMatching(/^entries that the audit log lost: \d+ \(1000 are waiting\)$/),
      },
    ])
  })

  it('gets no text that was not redacted', async () => {
    const events: AuditEvent[] = []
    const log: AuditLog = { append: async (event) => events.push(event) }
    const clock = manualClock(1_000)
    const bus = createBus({ contracts, clock, ids: sequentialIds() })
    const redact = (text: string) => text.replaceAll('hunter2', '…')
    const auditor = createAuditor({ tap: bus.tap(), clock, log, redact })
    const payload = { code: 'x', message: 'the password is hunter2' }
    bus.port('R5', { taskId: 'task' }).publish({ type: 'MemoryFailure', to: 'log', payload })
    expect(anomaliesOf(await auditor.report())[0]).toContain('hunter2')
    await auditor.close()
    expect(events.length).toBe(3)
    expect(JSON.stringify(events)).not.toContain('hunter2')
  })
})
