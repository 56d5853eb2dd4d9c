import { directSum, quantization } from '@artoo/mkct'
import { describe, expect, it } from 'vitest'
import { type MemoryProfile, memoryProfiles } from '../src/index.js'
import { call, failed, failedCall, failing, matched, outcomeSummary, replanRequest, verdict } from './builders.js'
import { payloadOf, payloadsOf } from './drive.js'
import { blocked, type Replan, solving as solvingBy } from './solving.js'

const failedPairs = { of: 'failed', key: 'pair' } as const

/** A profile of one's own: what failed, whatever the order, and what broke a deadlock. */
const memoryProfile: MemoryProfile = {
  ...memoryProfiles.paper,
  writes: {
    ...memoryProfiles.paper.writes,
    change_path: [{ ...failedPairs, f: 0.6 }],
    refine: [failedPairs],
    change_approach: [failedPairs],
    break_symmetry: [],
    breakthrough: [{ of: 'matched', key: 'pair' }],
  },
}

const solving = (components: Parameters<typeof solvingBy>[0] = {}) => solvingBy({ memoryProfile, ...components })

describe('what is remembered', () => {
  const megramsOf = (sent: ReturnType<ReturnType<typeof solving>['tell']>) =>
    payloadsOf(sent, 'Megram').map(({ space, entity, state }) => `${state} ${space} ${entity}`)
  const environmental = (toolCalls: ReturnType<typeof call>[]): Replan => ({
    outcomes: [failed({ verdicts: [], failureClass: 'environmental', toolCalls })],
  })
  /** Round after round with so many of ten criteria failing. */
  const failures = (count: number, kind: 'logical' | 'environmental', toolCalls = [failedCall()]): Replan => ({
    outcomes: [
      failed({
        toolCalls,
        verdicts: [...Array(10)].map((_, index) => (index < count ? failing({ failureClass: kind }) : verdict())),
      }),
    ],
  })

  it.each([
    ['accept', [], 'accept intent:count-the-lines env:local'],
    ['success', [failures(2, 'logical')], 'success intent:count-the-lines env:local'],
    ['abandon', [{ ...blocked, elapsedMs: 10_000_000 }], 'abandon intent:count-the-lines env:local'],
    ['change_path', [failures(10, 'environmental')], 'change_path tool:read_file path:a.txt'],
    ['refine', [failures(10, 'environmental'), failures(5, 'environmental')], 'refine tool:read_file path:a.txt'],
    ['change_approach', [failures(10, 'logical'), failures(5, 'logical')], 'change_approach tool:read_file path:a.txt'],
  ] as const)('of %s is one experience', (state, rounds, megram) => {
    const { replan, accept } = solving({
      profile: 'paper',
      hyperparameters: { theta: 1, replanWeight: 0, timeWeight: 1 },
    })
    const sent = rounds.map((round) => replan(round)).at(-1) ?? accept()
    expect(payloadOf(sent, 'ControlDecision').directive).toBe(state)
    expect(megramsOf(sent)).toEqual([megram])
  })

  it('weighs enough, in a dead end, to be a caution for a day', () => {
    const { replan } = solving()
    const { f = 0, sigma } = payloadOf(replan(environmental([failedCall()])), 'Megram')
    const { k } = quantization.change_path
    const now = directSum([{ f, sigma: sigma ?? 0, k, anchor: 0 }], 0).action
    const later = (days: number) => directSum([{ f, sigma: sigma ?? 0, k, anchor: 0 }], days * 86_400_000).action
    expect([now, later(0.9), later(1)]).toEqual(['caution', 'caution', 'ignore'])
  })

  it('is each failing (tool, target) once, and no call that worked beside one that failed', () => {
    const { replan } = solving()
    const sent = replan(
      environmental([
        call({ target: 'fine.txt' }),
        failedCall(),
        failedCall(),
        failedCall({ tool: 'glob' }),
        failedCall({ target: null }),
      ]),
    )
    expect(megramsOf(sent)).toEqual(['change_path tool:read_file path:a.txt', 'change_path tool:glob path:a.txt'])
  })

  it.each([
    ['a refused call', failedCall({ status: 'refused', code: 'law1_refused' })],
    ['a call of a blocked target', failedCall({ status: 'refused', code: 'blocked_target' })],
    ['a tool that was not handed out', failedCall({ status: 'refused', code: 'tool_not_allowed' })],
    ['an unknown tool', failedCall({ status: 'refused', code: 'unknown_tool' })],
    ['one call too many', failedCall({ status: 'refused', code: 'too_many_calls' })],
    ['an invalid input', failedCall({ code: 'invalid_input' })],
    ['a call that went well', call()],
  ])('is nothing of %s, and it blocks no target', (_, record) => {
    for (const given of [
      environmental([record]),
      failures(10, 'environmental', [record]),
      failures(10, 'logical', [record]),
    ]) {
      const sent = solving({ hyperparameters: { theta: 1 } }).replan(given)
      expect(payloadOf(sent, 'PlanDirective').blockedTargets).toEqual([])
      expect(megramsOf(sent)).toEqual([])
    }
  })

  it('is nothing of a call that failed first and went well later, but of one that failed at last', () => {
    const mended = [failedCall(), call({ id: 'call_1_2' })]
    const broken = [call({ id: 'call_1_3', target: 'b.txt' }), failedCall({ id: 'call_1_4', target: 'b.txt' })]
    const sent = solving().replan(environmental([...mended, ...broken]))
    expect(payloadOf(sent, 'PlanDirective').blockedTargets).toEqual([{ tool: 'read_file', target: 'b.txt' }])
    expect(megramsOf(sent)).toEqual(['change_path tool:read_file path:b.txt'])
  })

  it.each([
    ['no call that worked', [call()], []],
    ['the call that failed', [call({ target: 'fine.txt' }), failedCall()], ['change_path tool:read_file path:a.txt']],
  ])('of an answer that could not be read is %s', (_, toolCalls, expected) => {
    const unread = failed({ verdicts: [], failureReason: 'the answer could not be read', toolCalls })
    const sent = solving().replan({ outcomes: [unread] })
    expect(payloadOf(sent, 'PlanDirective')).toMatchObject({ blockedTools: [] })
    expect(megramsOf(sent)).toEqual(expected)
  })

  it('says what happened, and of the tool’s own words no more than the code', () => {
    const [megram] = payloadsOf(solving().replan(blocked), 'Megram')
    expect(megram?.content).toMatch(
      /^read_file on a\.txt failed with tool_failed at \d{4}-[^ ]+; not done: count them$/,
    )
  })

  it('is of the environment it happened in', () => {
    const { accept } = solving({ environment: 'ci' })
    expect(megramsOf(accept())).toEqual(['accept intent:count-the-lines env:ci'])
  })

  it('is nothing when a deadlock is to be broken: nobody knows yet what will', () => {
    const sent = solving().replan()
    expect(payloadOf(sent, 'PlanDirective').directive).toBe('break_symmetry')
    expect(megramsOf(sent)).toEqual([])
  })

  const next = [
    call({ tool: 'glob', target: 'src' }),
    failedCall({ tool: 'shell', target: 'x' }),
    call({ tool: 'glob', target: null }),
  ]
  const breakthrough = 'break_symmetry tool:glob path:src'

  it.each([
    ['it ended well', outcomeSummary({ outcomes: [matched({ toolCalls: next })] }), [breakthrough]],
    [
      'the loss fell by more than ε',
      replanRequest({
        outcomes: [matched({ toolCalls: next, verdicts: [verdict()] }), failed({ subtaskId: '1.2', toolCalls: [] })],
      }),
      [breakthrough],
    ],
    [
      'the loss fell by less than ε',
      replanRequest({
        outcomes: [
          matched({ toolCalls: next, verdicts: [verdict()] }),
          ...[...Array(19)].map((_, index) => failed({ subtaskId: `2.${index}`, toolCalls: [] })),
        ],
      }),
      [],
    ],
  ])('of the round after a deadlock is what its matched calls used, if %s', (_, round, expected) => {
    const { tell, replan } = solving({ hyperparameters: { replanWeight: 0, timeWeight: 1 } })
    replan()
    const sent = 'gapSummary' in round ? tell('ReplanRequest', round) : tell('OutcomeSummary', round)
    expect(megramsOf(sent).filter((megram) => megram.startsWith('break_symmetry'))).toEqual(expected)
  })

  it('credits no breakthrough to what matched before the deadlock', () => {
    const { replan, accept } = solving()
    const kept = [matched({ toolCalls: next })]
    replan({ outcomes: [...kept, failed({ subtaskId: '1.2' })] })
    const sent = accept({ round: 2, kept, outcomes: [matched({ subtaskId: '2.1' })] })
    expect(megramsOf(sent)).toContain('break_symmetry tool:read_file path:a.txt')
    expect(megramsOf(sent)).not.toContain(breakthrough)
  })

  it('is no breakthrough without a deadlock before', () => {
    const { replan, accept } = solving()
    replan(blocked)
    expect(megramsOf(accept())).toEqual(['accept intent:count-the-lines env:local'])
  })

  it('is nothing of a task that was stopped from outside', () => {
    const { tell, replan } = solving()
    replan()
    expect(megramsOf(tell('Interrupt', { reason: 'aborted', message: '' }))).toEqual([])
  })
})
