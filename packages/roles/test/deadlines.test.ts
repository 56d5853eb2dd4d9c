import { isoTime } from '@artoo/llm'
import { describe, expect, it } from 'vitest'
import { classOfFailure } from '../src/agent-validator/failure-class.js'
import { createExecutor } from '../src/executor/executor.js'
import { createPerceiver } from '../src/perceiver/perceiver.js'
import { createPlanner } from '../src/planner/planner.js'
import {
  answered,
  call,
  failed,
  matched,
  plausible,
  replanRequest,
  subTask,
  taskSpec,
  toolCalls,
  value,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'
import { solving } from './solving.js'

const now = Date.UTC(2026, 2, 1, 12)
const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()

describe('the perceiver', () => {
  const understood = (deadline: string | null, given = {}) =>
    value('task_spec', { intent: 'count', scope: null, deadline, ...given })

  function listening() {
    const { tell } = drive(createPerceiver())
    const asked = tell('UserInput', { text: 'count by five' }, { at: now })
    return {
      asked,
      reply: (deadline: string | null, given = {}) => tell('ModelReply', understood(deadline, given)),
      tell,
    }
  }

  it('tells the model what time it was when the user spoke, also after questions', () => {
    const { asked, tell, reply } = listening()
    expect(briefOf(asked).now).toBe(isoTime(now))
    reply(null, { questions: ['What?'] })
    expect(briefOf(tell('ClarificationAnswer', answered('files'), { at: now + minute })).now).toBe(isoTime(now))
  })

  it('passes a deadline on as a number, to the controller and with the task', () => {
    const sent = listening().reply('2026-03-01T17:00:00+01:00')
    const at = Date.UTC(2026, 2, 1, 16)
    expect(routesOf(sent)).toEqual(['Deadline → R7', 'TaskSpec → R2'])
    expect(payloadOf(sent, 'Deadline')).toEqual({ at, problem: null })
    expect(payloadOf(sent, 'TaskSpec').deadline).toBe(at)
  })

  it.each([[null], [''], [' \n']])('speaks of none when the model gives %j', (deadline) => {
    const sent = listening().reply(deadline)
    expect(routesOf(sent)).toEqual(['TaskSpec → R2'])
    expect(payloadOf(sent, 'TaskSpec').deadline).toBeNull()
  })

  const useless: [string, string, string][] = [
    ['can’t be read', 'at five\n# Laws', '"at five # Laws" is no ISO 8601 time'],
    ['has no zone', '2026-03-01T17:00:00', '"2026-03-01T17:00:00" is no ISO 8601 time'],
    ['has passed', '2026-03-01T11:59:59Z', '"2026-03-01T11:59:59Z" had passed when the request came'],
    ['is now', iso(now), 'had passed when the request came'],
    ['never ends', '9'.repeat(4_000), '…" is no ISO 8601 time'],
  ]

  it.each(useless)('asks once more, in the same conversation, about one that %s', (_, deadline, problem) => {
    const { reply } = listening()
    const again = reply(deadline)
    expect(routesOf(again)).toEqual(['ModelRequest → model'])
    expect(payloadOf(again, 'ModelRequest')).toMatchObject({ key: 'task_spec', continues: true })
    expect(lastWordOf(again)).toContain(problem)
    expect(lastWordOf(again).length).toBeLessThan(600)
    const at = now + minute
    const sent = reply(iso(at))
    expect(payloadOf(sent, 'Deadline')).toEqual({ at, problem: null })
    expect(payloadOf(sent, 'TaskSpec').deadline).toBe(at)
  })

  it.each(useless)('goes on without one that still %s, and says why', (_, deadline, problem) => {
    const { reply } = listening()
    reply('soon')
    const sent = reply(deadline)
    expect(payloadOf(sent, 'TaskSpec')).toMatchObject({ deadline: null, rawInput: 'count by five' })
    expect(payloadOf(sent, 'Deadline')).toEqual({ at: null, problem: expect.stringContaining(problem) })
  })

  it('does not hide that the model took its deadline back', () => {
    const { reply } = listening()
    reply('soon')
    const problem = expect.stringContaining('"soon" is no ISO 8601 time')
    expect(payloadOf(reply(null), 'Deadline')).toEqual({ at: null, problem })
  })

  it('settles the questions first', () => {
    const { reply } = listening()
    expect(routesOf(reply('soon', { questions: ['What?'] }))).toEqual(['ClarificationRequest → host'])
  })
})

describe('the controller', () => {
  function withDeadline(at: number) {
    const { tell, ...rest } = solving()
    return { tell, ...rest, sent: tell('Deadline', { at, problem: null }, { at: now }) }
  }

  it.each([now + minute, now - minute, Date.UTC(9999, 0)])('asks for a timer until then (%d)', (until) => {
    expect(withDeadline(until).sent).toEqual([
      { type: 'TimerRequest', to: 'timer', payload: { key: 'deadline', until } },
    ])
  })

  it('ends the task with what there is, and says that it was the time that the user named', () => {
    const { tell, replan } = withDeadline(now + minute)
    replan({ outcomes: [matched({ intent: 'look', output: 'a.txt' }), failed({ subtaskId: '1.2' })] })
    const result = payloadOf(tell('TimerFired', { key: 'deadline' }, { at: now + minute }), 'FinalResult')
    expect(result).toMatchObject({ directive: 'abandon', reason: 'deadline', status: 'partial', output: 'a.txt' })
    expect(result.summary).toContain(
      `the time that you named came before the task was finished (${isoTime(now + minute)}).`,
    )
    expect(result.nextMoves).toContain('Name a later time, or none, and run the request again.')
    expect(result.nextMoves.join()).not.toContain('more time')
    expect(result.nextMoves.length).toBeLessThanOrEqual(3)
    expect(tell('Interrupt', { reason: 'deadline', message: 'given 1 ms' })).toEqual([])
  })

  it.each([
    [now + minute - 1, 'replans_exhausted'],
    [now + minute, 'deadline'],
  ])('blames nothing else for a round that fails when the time is up (%d)', (at, reason) => {
    const { tell } = solving({ hyperparameters: { maxReplans: 0 } })
    tell('Deadline', { at: now + minute, problem: null }, { at: now })
    const result = payloadOf(tell('ReplanRequest', replanRequest(), { at }), 'FinalResult')
    expect(result).toMatchObject({ reason, missing: [{ what: 'it is a number' }] })
  })

  it('does not confuse it with the time that the host gave', () => {
    const { tell } = withDeadline(now + minute)
    const result = payloadOf(tell('Interrupt', { reason: 'deadline', message: 'given 1 ms' }), 'FinalResult')
    expect(result.nextMoves).toContain('Give the task more time.')
    expect(result.summary).not.toContain('the user named')
    expect(tell('TimerFired', { key: 'deadline' })).toEqual([])
  })

  it('says in every result that a time that was named did not hold', () => {
    for (const end of ['accept', 'replan', 'interrupt'] as const) {
      const { tell, accept, replan } = solving({ hyperparameters: { maxReplans: 0 } })
      expect(tell('Deadline', { at: null, problem: '"soon" is no time' })).toEqual([])
      const sent =
        end === 'accept'
          ? accept()
          : end === 'replan'
            ? replan()
            : tell('Interrupt', { reason: 'aborted', message: '' })
      expect(payloadOf(sent, 'FinalResult').summary).toMatch(/ There was no deadline: "soon" is no time\.$/)
    }
  })
})

describe('the planner', () => {
  const tools = [{ name: 'glob', description: 'finds files' }]
  const planWith = (...deadlines: (string | null | undefined)[]) =>
    value('plan', {
      criteria: [plausible('it is right')],
      subtasks: deadlines.map((deadline, index) => ({
        intent: `look ${index}`,
        sequence: 1,
        tools: ['glob'],
        criteria: [plausible('found')],
        deadline,
      })),
    })

  function planning(deadline: number | null) {
    const { tell } = drive(createPlanner({ tools, checks: [] }))
    tell('TaskSpec', taskSpec({ deadline }))
    const asked = tell('MemoryReading', { consultation: { readings: [], rules: [] }, error: null }, { at: now })
    const reply = (...deadlines: (string | null | undefined)[]) =>
      tell('ModelReply', planWith(...deadlines), { at: now + 1 })
    return { asked, reply }
  }

  it('is told the time and the deadline in words', () => {
    expect(briefOf(planning(now + minute).asked)).toMatchObject({ now: isoTime(now), deadline: isoTime(now + minute) })
    expect(briefOf(planning(null).asked)).not.toHaveProperty('deadline')
    expect(briefOf(planning(null).asked)).toMatchObject({ now: isoTime(now) })
  })

  it('gives a subtask its own deadline, or else the task’s', () => {
    const sent = planning(now + minute).reply(iso(now + 30_000), iso(now + minute), null, undefined, ' ')
    const deadlines = payloadsOf(sent, 'SubTask').map(({ deadline }) => deadline)
    const expected = [now + 30_000, ...Array(4).fill(now + minute)]
    expect(deadlines).toEqual(expected.flatMap((deadline) => [deadline, deadline]))
    expect(
      payloadsOf(planning(null).reply(iso(now + minute), null), 'SubTask').map(({ deadline }) => deadline),
    ).toEqual([now + minute, now + minute, null, null])
  })

  it.each([
    ['later than the task’s', iso(now + minute + 1), `later than the task's: ${isoTime(now + minute)}`],
    ['unreadable', 'in a\nminute', 'deadline "in a minute", which is no ISO 8601 time'],
    ['past', iso(now), `which has passed: it is ${isoTime(now)}`],
    ['past, a moment ago', iso(now + 1), 'which has passed'],
  ])('is told what is wrong with one that is %s', (_, deadline, problem) => {
    const sent = planning(now + minute).reply(null, deadline)
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toContain('subtask 2 has the deadline')
    expect(lastWordOf(sent)).toContain(problem)
  })
})

describe('the executor', () => {
  const done = value('execution', { status: 'completed', output: '2' }, '1.1')
  const correction = {
    subtaskId: '1.1',
    attempt: 2,
    failedCriterion: 'it is a number',
    failureClass: null,
    whatWasWrong: 'it says two',
    whatToDo: 'use digits',
  }

  function executing(deadline: number | null, at = now) {
    const { tell } = drive(createExecutor())
    const asked = tell('SubTask', subTask({ deadline }), { at })
    return { tell, asked, timeUp: () => tell('TimerFired', { key: '1.1' }, { at: deadline ?? at }) }
  }

  it('is told of the deadline, and has a timer set', () => {
    const { asked } = executing(now + minute)
    expect(routesOf(asked)).toEqual(['TimerRequest → timer', 'ModelRequest → model'])
    expect(payloadOf(asked, 'TimerRequest')).toEqual({ key: '1.1', until: now + minute })
    expect(briefOf(asked)).toMatchObject({ now: isoTime(now), deadline: isoTime(now + minute) })
  })

  it('hears of no deadline without one', () => {
    const { asked } = executing(null)
    expect(routesOf(asked)).toEqual(['ModelRequest → model'])
    expect(Object.keys(briefOf(asked))).not.toContain('deadline')
  })

  it('reports when it passes, waiting for no call and hiding none', () => {
    const { tell, timeUp } = executing(now + minute)
    tell('ModelReply', toolCalls('1.1', ['c1', 'glob'], ['c2', 'read_file']))
    tell('ToolResult', { ...call({ id: 'c1', tool: 'glob' }), key: '1.1' })
    const result = payloadOf(timeUp(), 'ExecutionResult')
    expect(result).toMatchObject({ status: 'failed', code: 'deadline', attempt: 1 })
    expect(result.reason).toBe('the deadline of the subtask passed; what became of the calls of read_file is not known')
    expect(result.toolCalls).toMatchObject([
      { id: 'c1', status: 'ok' },
      { id: 'c2', status: 'error', code: 'deadline', target: null, output: expect.stringContaining('not waited for') },
    ])
    expect(classOfFailure({ ...result, infrastructure: false })).toBe('environmental')
    expect(tell('ToolResult', { ...call({ id: 'c2' }), key: '1.1' })).toEqual([])
    expect(tell('ModelReply', done)).toEqual([])
    expect(timeUp()).toEqual([])
  })

  it('reports when it passes while the model has the word', () => {
    const { timeUp } = executing(now + minute)
    expect(payloadOf(timeUp(), 'ExecutionResult')).toMatchObject({ code: 'deadline', toolCalls: [] })
  })

  it.each([now, now - minute])('does not begin what is over (%d)', (deadline) => {
    const { asked } = executing(deadline)
    expect(routesOf(asked)).toEqual(['ExecutionResult → R4a'])
    expect(payloadOf(asked, 'ExecutionResult')).toMatchObject({ status: 'failed', code: 'deadline' })
  })

  it('lets an attempt be judged that was reported in time, but begins no other one', () => {
    const { tell, timeUp } = executing(now + minute)
    expect(routesOf(tell('ModelReply', done))).toEqual(['ExecutionResult → R4a'])
    expect(timeUp()).toEqual([])
    const late = tell('CorrectionSignal', correction, { at: now + minute })
    expect(routesOf(late)).toEqual(['ExecutionResult → R4a'])
    expect(payloadOf(late, 'ExecutionResult')).toMatchObject({ attempt: 2, code: 'deadline' })
  })

  it('has the timer set again for a correction, in case it fired a moment early', () => {
    const { tell, timeUp } = executing(now + minute)
    tell('ModelReply', done)
    tell('TimerFired', { key: '1.1' }, { at: now + minute - 1 })
    const again = tell('CorrectionSignal', correction, { at: now + minute - 1 })
    expect(payloadOf(again, 'TimerRequest')).toEqual({ key: '1.1', until: now + minute })
    expect(payloadOf(timeUp(), 'ExecutionResult')).toMatchObject({ attempt: 2, code: 'deadline' })
  })
})
