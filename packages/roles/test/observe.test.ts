import type { ToolCallRecord } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import { observe } from '../src/controller/observe.js'
import { call, failed, failedCall, failing, matched, replanRequest, unjudged, verdict } from './builders.js'
import { payloadOf } from './drive.js'
import { ordered, solving } from './solving.js'

const environmental = [failing({ failureClass: 'environmental' })]
const [missing, changing] = [failedCall({ code: 'path_not_found' }), { effect: 'repeatable' } as const]

const wrote = (target: string | null, given: Partial<ToolCallRecord> = {}) =>
  call({ id: `write ${target}`, tool: 'write_file', target, input: { path: target }, ...changing, ...given })

/** The failed calls of the first outcome. */
function seen(toolCalls: readonly ToolCallRecord[], ...others: Parameters<typeof failed>[0][]) {
  const outcomes = [
    failed({ toolCalls: [...toolCalls] }),
    ...others.map((other) => failed({ subtaskId: '1.2', ...other })),
  ]
  const [first] = observe(replanRequest({ outcomes }), { accepted: false }).outcomes
  return first?.calls.filter((one) => one.failed).map(({ tool, target, lifted = false }) => [tool, target, lifted])
}

describe('a call that failed is lifted', () => {
  const lifted = [['read_file', 'a.txt', true]]
  const standing = [['read_file', 'a.txt', false]]

  it.each<[string, readonly ToolCallRecord[]]>([
    ['by a change after it', [missing, wrote('b.txt')]],
    ['by what can’t be undone', [missing, wrote('b.txt', { effect: 'irreversible' })]],
    ['by a time limit of its own, which may not be met again', [failedCall({ code: 'tool_timeout' })]],
    ['by an outage of its own', [failedCall({ code: 'tool_unavailable' })]],
    ['by being a check that said no', [failedCall({ code: 'exit_nonzero' })]],
  ])('%s', (_, toolCalls) => {
    expect(seen(toolCalls)).toEqual(lifted)
  })

  it.each<[string, readonly ToolCallRecord[]]>([
    ['by a change before it', [wrote('b.txt'), missing]],
    ['by a read after it', [missing, call({ target: 'b.txt' })]],
    ['by a refused change after it', [missing, wrote('b.txt', { status: 'refused', code: 'law1_refused' })]],
  ])('not %s', (_, toolCalls) => {
    expect(seen(toolCalls)).toEqual(standing)
  })

  it.each([
    [matched({ toolCalls: [wrote('b.txt')] }), lifted] as const,
    [failed({ toolCalls: [call()] }), standing] as const,
  ])('by the work of another subtask, if that changed anything', (other, expected) => {
    expect(seen([missing], other)).toEqual(expected)
  })

  it('by a change after it that failed, for that may be half done', () => {
    const half = wrote('b.txt', { status: 'error', code: 'permission_denied' })
    expect(seen([missing, half])).toEqual([...lifted, ['write_file', 'b.txt', false]])
  })

  it('by another call of its tool without a target, and not by itself once more', () => {
    const use = (id: string, what: string, given: Partial<ToolCallRecord> = {}) =>
      call({ id, tool: 'use', target: null, input: { what }, ...changing, ...given })
    const broken = { status: 'error', code: 'tool_failed' } as const
    expect(seen([use('1', 'go', broken), use('2', 'go', broken)])).toEqual(Array(2).fill(['use', null, false]))
    expect(seen([use('1', 'go', broken), use('2', 'prepare')])).toEqual([['use', null, true]])
  })
})

it.each(['law1_refused', 'blocked_target', 'invalid_input', 'text_not_found'])(
  'a call with %s has not failed',
  (code) => {
    const status = code === 'law1_refused' || code === 'blocked_target' ? 'refused' : 'error'
    expect(seen([failedCall({ status, code })])).toEqual([])
  },
)

describe('what passes by itself', () => {
  it.each(['tool_timeout', 'tool_unavailable', 'exit_nonzero'])('blocks nothing: %s', (code) => {
    const outcomes = [failed({ verdicts: environmental, toolCalls: [call({ target: 'good' }), failedCall({ code })] })]
    expect(ordered({ outcomes })).toMatchObject({ blockedTargets: [], blockedUntil: 'change' })
  })

  it.each(['tool_timeout', 'tool_unavailable', 'exit_nonzero'])(
    'is what the paper blocks for the task, and not what went well beside it: %s',
    (code) => {
      const outcomes = [
        failed({ verdicts: environmental, toolCalls: [call({ target: 'good' }), failedCall({ code })] }),
      ]
      const sent = solving({ profile: 'paper' }).replan({ outcomes })
      expect(payloadOf(sent, 'PlanDirective')).toMatchObject({
        blockedTargets: [{ tool: 'read_file', target: 'a.txt' }],
        blockedUntil: 'end',
      })
    },
  )
})

describe('tools with which a method was wrong', () => {
  /** What is set aside after each of two rounds, for a subtask with these calls. */
  function setAside(toolCalls: readonly ToolCallRecord[], profile: 'paper' | 'causes') {
    const { replan } = solving({ profile })
    const first = failed({ toolCalls: [...toolCalls] })
    const rounds = [first, { ...first, subtaskId: '2.1', replaces: '1.1' }].map((outcome) =>
      replan({ outcomes: [outcome] }),
    )
    return rounds.map((sent) => payloadOf(sent, 'PlanDirective').blockedTools)
  }
  const looked = call({ id: 'look', tool: 'glob', target: 'src' })
  const red = failedCall({
    id: 'check',
    tool: 'shell',
    target: 'npm test',
    code: 'exit_nonzero',
    effect: 'irreversible',
  })

  it.each([
    ['causes', []],
    ['paper', ['glob', 'write_file', 'shell']],
  ] as const)('are set aside by %s: %j', (profile, tools) => {
    expect(setAside([looked, wrote('b.txt'), red], profile)).toEqual([tools, tools])
  })
})

it('what a judge whose provider failed did not come to judge is undone, whatever checks had passed', () => {
  const cut = failed({ infrastructure: true, undone: true, promised: 2, verdicts: [verdict(), unjudged()] })
  const [seenOutcome] = observe(replanRequest({ outcomes: [cut] }), { accepted: false }).outcomes
  expect(seenOutcome).toMatchObject({ criteria: [], undone: true, promised: 2 })
})
