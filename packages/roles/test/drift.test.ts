import type { Notice } from '@artoo/bus'
import { describe, expect, it } from 'vitest'
import { createDrift } from '../src/auditor/drift.js'
import type { ArtooEvent } from '../src/messages/contracts.js'
import { failed, failing, matched, outcomeSummary, replanRequest, result, subTask, verdict } from './builders.js'

type Event = ArtooEvent | Notice

const event = (type: string, from: string, to: string, payload: unknown) =>
  ({ id: '', seq: 1, taskId: 'task', causationId: null, at: 0, type, from, to, payload }) as Event

const asked = (role: string, continues: boolean) => event('ModelRequest', role, 'model', { continues })
const correction = event('CorrectionSignal', 'R4a', 'R3', {})
const dispatch = event('SubTask', 'R2', 'R3', subTask())
const outcome = (payload: unknown) => event('SubTaskOutcome', 'R4a', 'R4b', payload)
const reading = (error: string | null) => event('MemoryReading', 'R5', 'R2', { error })
const decided = (directive: string) => event('ControlDecision', 'R7', 'log', { directive })
const fallen = event('ReplanRequest', 'R4b', 'R7', replanRequest({ outcomes: [matched()], taskVerdicts: [failing()] }))

/** As many of each as the counts say, one window after the other; what the last one shows. */
function shown(kinds: readonly Event[], ...windows: readonly (readonly number[])[]): readonly string[] {
  const drift = createDrift()
  let found: readonly string[] = []
  for (const counts of windows) {
    counts.forEach((count, index) => {
      for (const _ of Array(count)) drift.see(kinds[index] as Event)
    })
    found = drift.judge()
  }
  return found
}

describe('drift of', () => {
  it.each([
    [
      'R1, whose readings are sent back',
      [asked('R1', false), asked('R1', true)],
      [20, 0],
      [20, 10],
      'R1: readings of a request sent back 0.50, 0.00 before',
    ],
    [
      'R1, which asks back',
      [event('UserInput', 'host', 'R1', {}), event('ClarificationRequest', 'R1', 'host', {})],
      [20, 2],
      [20, 12],
      'R1: rounds of questions per task 0.60, 0.10 before',
    ],
    [
      'R2, whose drafts are sent back',
      [asked('R2', false), asked('R2', true)],
      [40, 4],
      [20, 30],
      'R2: drafts sent back per round 1.50, 0.10 before',
    ],
    [
      'R3, which is corrected',
      [dispatch, correction],
      [20, 4],
      [20, 16],
      'R3: corrections per subtask 0.80, 0.20 before',
    ],
    [
      'R3, which gives up',
      [
        event('ExecutionResult', 'R3', 'R4a', result()),
        event('ExecutionResult', 'R3', 'R4a', result({ status: 'failed' })),
      ],
      [18, 2],
      [10, 10],
      'R3: attempts given up 0.50, 0.10 before',
    ],
    [
      'R4a, which lets everything pass',
      [outcome(matched()), outcome(failed())],
      [10, 10],
      [20, 0],
      'R4a: judged attempts let pass 1.00, 0.50 before',
    ],
    [
      'R4a, which lets nothing pass',
      [outcome(matched()), outcome(failed())],
      [18, 2],
      [8, 12],
      'R4a: judged attempts let pass 0.40, 0.90 before',
    ],
    [
      'R4a, whose verdicts are sent back',
      [asked('R4a', false), asked('R4a', true)],
      [20, 1],
      [20, 11],
      'R4a: verdicts sent back 0.55, 0.05 before',
    ],
    [
      'R4a, whose matched work falls',
      [outcome(matched()), fallen],
      [20, 0],
      [20, 8],
      'R4a: matched subtasks that did not stand 0.40, 0.00 before',
    ],
    [
      'R4b, which rejects',
      [event('OutcomeSummary', 'R4b', 'R7', outcomeSummary()), fallen],
      [18, 2],
      [10, 10],
      'R4b: merges rejected 0.50, 0.10 before',
    ],
    [
      'R4b, whose verdicts are sent back',
      [asked('R4b', false), asked('R4b', true)],
      [20, 0],
      [20, 9],
      'R4b: verdicts sent back 0.45, 0.00 before',
    ],
    [
      'R5, which fails',
      [reading(null), reading('gone')],
      [20, 0],
      [10, 10],
      'R5: readings that failed 0.50, 0.00 before',
    ],
    [
      'R7, in the mix of its directives',
      [decided('accept'), decided('abandon')],
      [18, 2],
      [9, 11],
      'R7: abandon among the directives 0.55, 0.10 before',
    ],
  ] as const)('%s', (_, kinds, before, now, expected) => {
    expect(shown(kinds, before, now)).toContain(expected)
    expect(shown(kinds, before, before)).toEqual([])
  })

  it.each([
    ['twice as much and no more', [20, 6], [20, 12]],
    ['much more of little', [20, 1], [20, 6]],
    ['too few now', [20, 0], [19, 19]],
    ['too few before', [19, 0], [20, 20]],
  ] as const)('nobody: %s', (_, before, now) => {
    expect(shown([dispatch, correction], before, now)).toEqual([])
  })

  it('nobody whose provider failed', () => {
    const outage = event('ExecutionResult', 'R3', 'R4a', result({ status: 'failed', infrastructure: true }))
    const work = event('ExecutionResult', 'R3', 'R4a', result())
    expect(shown([work, outage], [20, 0], [20, 20])).toEqual([])
  })

  it('a role in a quiet place, over as many windows as it takes', () => {
    const kinds = [dispatch, correction]
    const quiet = Array(9).fill([5, 5])
    expect(shown(kinds, [20, 2], ...quiet.slice(0, 3))).toEqual([])
    expect(shown(kinds, [20, 2], ...quiet.slice(0, 4))).toEqual(['R3: corrections per subtask 1.00, 0.10 before'])
  })

  it('against all that was before, not the last window alone, and not for ever', () => {
    const kinds = [dispatch, correction]
    const changed = [20, 12] as const
    expect(shown(kinds, [100, 0], changed, changed)).toHaveLength(1)
    expect(shown(kinds, [2_000, 0], ...Array(200).fill(changed))).toEqual([])
  })

  it('hardly ever nobody: chance alone seldom looks like it', () => {
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const drift = createDrift()
    let alarms = 0
    for (const _ of Array(1_000)) {
      for (const __ of Array(20)) drift.see(outcome(random() < 0.5 ? matched() : failed()))
      alarms += drift.judge().length
    }
    expect(alarms).toBeLessThan(20)
  })

  it('not of a verdict: unjudged work is no pass and no fail', () => {
    const unjudged = outcome(failed({ verdicts: [] }))
    expect(shown([outcome(matched({ verdicts: [verdict()] })), unjudged], [20, 0], [20, 40])).toEqual([])
  })
})
