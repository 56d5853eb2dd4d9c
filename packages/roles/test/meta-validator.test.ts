import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import {
  call,
  checked,
  failed,
  failing,
  manifest,
  manyCalls,
  matched,
  modelFailure,
  plausible,
  progress,
  taskSpec,
  value,
  verifiable,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

const verification = (...verdicts: ('pass' | 'fail')[]) =>
  value(
    'verification',
    {
      output: 'merged',
      verdicts: verdicts.map((verdict, index) => ({
        criterion: index + 1,
        verdict,
        cause: verdict === 'fail' ? ('wrong_method' as const) : null,
        evidence: `seen ${index + 1}`,
      })),
    },
    'task',
  )

/** A meta-validator that waits for subtasks, given as `id: sequence`. */
function waitingFor(sequences: Record<string, number>, given: Parameters<typeof manifest>[0] = {}) {
  const subtasks = Object.entries(sequences).map(([subtaskId, sequence]) => ({
    subtaskId,
    sequence,
    intent: `do ${subtaskId}`,
    replaces: null,
  }))
  const { tell } = drive(createMetaValidator())
  expect(tell('DispatchManifest', manifest({ subtasks, spec: taskSpec({ receivedAt: 1_000 }), ...given }))).toEqual([])
  return {
    tell,
    match: (subtaskId: string, at = 1_000) =>
      tell('SubTaskOutcome', matched({ subtaskId, intent: `do ${subtaskId}`, output: `out ${subtaskId}` }), { at }),
    miss: (subtaskId: string, at = 1_000) =>
      tell('SubTaskOutcome', failed({ subtaskId, intent: `do ${subtaskId}` }), { at }),
  }
}

describe('the fan-in gate', () => {
  it('reports each outcome as it comes, and waits for the rest of the sequence', () => {
    const { match } = waitingFor({ a: 1, b: 1, c: 1 })
    expect(match('b')).toEqual([
      { type: 'Progress', to: 'R7', payload: progress({ subtaskId: 'b', intent: 'do b', output: 'out b' }) },
    ])
    expect(routesOf(match('a'))).toEqual(['Progress → R7'])
    expect(routesOf(match('c'))).toEqual(['Progress → R7', 'ModelRequest → model'])
  })

  it('waits for the whole sequence also after a failure, then asks for a replan', () => {
    const { match, miss } = waitingFor({ a: 1, b: 1 })
    expect(routesOf(miss('a'))).toEqual(['Progress → R7'])
    expect(routesOf(match('b'))).toEqual(['ReplanRequest → R7'])
  })

  const step = fc.record({ sequence: fc.integer({ min: 1, max: 3 }), ok: fc.boolean(), arrival: fc.nat() })

  it('never asks a model while any subtask failed, whatever the plan and the order', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const plan = steps.map((given, index) => ({ ...given, id: `s${index}` }))
        const { match, miss } = waitingFor(Object.fromEntries(plan.map(({ id, sequence }) => [id, sequence])))
        const firstFailing = Math.min(...plan.filter(({ ok }) => !ok).map(({ sequence }) => sequence))
        const arriving = plan
          .filter(({ sequence }) => sequence <= firstFailing)
          .sort((a, b) => a.sequence - b.sequence || a.arrival - b.arrival)
        const sent = arriving.flatMap(({ id, ok }) => routesOf(ok ? match(id) : miss(id)))
        const allMatched = firstFailing === Number.POSITIVE_INFINITY
        expect(sent.filter((route) => route === 'ModelRequest → model')).toHaveLength(allMatched ? 1 : 0)
        expect(sent.filter((route) => route === 'ReplanRequest → R7')).toHaveLength(allMatched ? 0 : 1)
      }),
    )
  })

  it('reports subtasks that never ran as failed', () => {
    const { miss } = waitingFor({ a: 1, b: 2, c: 3 })
    const { outcomes, gapSummary, output, taskVerdicts } = payloadOf(miss('a'), 'ReplanRequest')
    expect(outcomes.map(({ subtaskId, status, attempts }) => [subtaskId, status, attempts])).toEqual([
      ['a', 'failed', 1],
      ['b', 'failed', 0],
      ['c', 'failed', 0],
    ])
    expect(gapSummary).toBe(
      'do a: unmet: it is a number; do b: an earlier part was not done; do c: an earlier part was not done',
    )
    expect([output, taskVerdicts]).toEqual([null, []])
  })

  const outage = { infrastructure: true, verdicts: [], failureReason: 'Service Unavailable (HTTP 503)' }

  it.each([
    ['an outage', [outage, outage], true],
    ['a failure of the work', [{}, {}], false],
    ['both', [outage, {}], false],
    ['both, in the other order', [{}, outage], false],
    ['an outage beside a match', [outage, { status: 'matched' as const }], true],
  ])('lays what never ran at the same door: %s', (_, given, infrastructure) => {
    const { tell } = waitingFor({ a: 1, b: 1, c: 2, d: 3 })
    const [first = [], second = []] = ['a', 'b'].map((subtaskId, index) =>
      tell('SubTaskOutcome', failed({ subtaskId, ...given[index] })),
    )
    const { outcomes } = payloadOf([...first, ...second], 'ReplanRequest')
    expect(outcomes.slice(0, 2).map((outcome) => outcome.infrastructure)).toEqual(
      given.map((item) => 'infrastructure' in item),
    )
    expect(outcomes.slice(2)).toMatchObject([
      { subtaskId: 'c', failureClass: null, infrastructure },
      { subtaskId: 'd', failureClass: null, infrastructure },
    ])
  })

  it('ignores a second outcome, one of another round, and one without a manifest', () => {
    const { match, miss } = waitingFor({ a: 1, b: 1 })
    match('a')
    expect(miss('a')).toEqual([])
    expect(miss('9.9')).toEqual([])
    expect(routesOf(match('b'))).toContain('ModelRequest → model')
    expect(drive(createMetaValidator()).tell('SubTaskOutcome', matched())).toEqual([])
  })
})

describe('between sequences', () => {
  it('hands the outputs of the finished one to the planner, in the plan’s order', () => {
    const { match } = waitingFor({ a: 2, b: 2, c: 5 })
    match('b')
    expect(payloadOf(match('a'), 'SequenceCompleted')).toEqual({
      sequence: 2,
      outputs: [
        { intent: 'do a', output: 'out a' },
        { intent: 'do b', output: 'out b' },
      ],
    })
  })

  it('sends nothing of the kind after the last one', () => {
    const { match } = waitingFor({ c: 5, a: 2 })
    expect(routesOf(match('a'))).toEqual(['Progress → R7', 'SequenceCompleted → R2'])
    expect(routesOf(match('c'))).toEqual(['Progress → R7', 'ModelRequest → model'])
  })

  it('cuts long outputs', () => {
    const { tell } = waitingFor({ a: 1, b: 2 })
    const sent = tell('SubTaskOutcome', matched({ subtaskId: 'a', output: 'x'.repeat(10_000) }))
    expect(payloadOf(sent, 'SequenceCompleted').outputs[0]?.output.length).toBeLessThanOrEqual(4096)
    expect(payloadOf(sent, 'Progress').output).toHaveLength(10_000)
  })
})

describe('the merge', () => {
  it('is asked for with the user’s words, the criteria for a model and every output, in the plan’s order', () => {
    const criteria = [plausible('it is right'), checked('it is short')]
    const { match } = waitingFor({ a: 1, b: 1 }, { criteria })
    match('b')
    const asked = match('a')
    expect(payloadOf(asked, 'ModelRequest')).toMatchObject({ output: 'verification', tools: [] })
    const shown = {
      verdicts: [{ criterion: 'it is a number', evidence: 'it says 2', records: ['r2'] }],
      records: [
        {
          id: 'r2',
          attempt: 1,
          tool: 'read_file',
          target: 'a.txt',
          status: 'ok',
          input: '{"path":"a.txt"}',
          output: 'one\ntwo',
        },
      ],
    }
    expect(briefOf(asked)).toEqual({
      rawInput: 'Count the lines!',
      intent: 'count the lines',
      criteria: [{ criterion: 1, text: 'it is right', mode: 'plausible' }],
      outcomes: [
        { intent: 'do a', output: 'out a', ...shown },
        { intent: 'do b', output: 'out b', ...shown },
      ],
    })
  })

  it('is told what the user answered when asked back', () => {
    const clarifications = [{ questions: ['Which?', 'Where?'], answer: 'a.txt, here' }]
    const { match } = waitingFor({ a: 1 }, { spec: taskSpec({ clarifications }) })
    expect(briefOf(match('a'))).toMatchObject({ rawInput: 'Count the lines!', clarifications })
  })

  it('that passes every task criterion is accepted', () => {
    const { tell, match } = waitingFor({ a: 1, b: 1 })
    match('b')
    match('a')
    const sent = tell('ModelReply', verification('pass'), { at: 1_700 })
    expect(routesOf(sent)).toEqual(['OutcomeSummary → R7'])
    const summary = payloadOf(sent, 'OutcomeSummary')
    expect(summary).toMatchObject({ round: 1, intent: 'count the lines', output: 'merged', elapsedMs: 700 })
    expect(summary.outcomes.map(({ subtaskId }) => subtaskId)).toEqual(['a', 'b'])
    expect(summary.taskVerdicts).toMatchObject([
      { criterion: 'the answer is a number', verdict: 'pass', failedAttempts: 0 },
    ])
  })

  const criteria = [plausible('it is right'), plausible('it is polite')]

  it('with one failed verdict is rejected, and the controller gets the verdicts', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria })
    match('a')
    const sent = tell('ModelReply', verification('pass', 'fail'), { at: 2_500 })
    expect(routesOf(sent)).toEqual(['ReplanRequest → R7'])
    const request = payloadOf(sent, 'ReplanRequest')
    expect(request).toMatchObject({
      output: 'merged',
      elapsedMs: 1_500,
      gapSummary: 'it is polite: seen 2',
      outcomes: [{ status: 'matched' }],
    })
    expect(request.taskVerdicts.map(({ criterion }) => criterion)).toEqual(['it is right', 'it is polite'])
    expect(request.taskVerdicts[1]).toMatchObject({ verdict: 'fail', failedAttempts: 1, attempts: 1 })
  })

  it.each([
    ['a missing verdict', verification('pass'), 'there is no verdict on criterion 2'],
    ['no verdict at all', verification(), 'there is no verdict on criterion 1; there is no verdict on criterion 2'],
  ])('with %s goes back to the judge; what is still open then, nobody has judged', (_, given, message) => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria })
    match('a')
    const again = tell('ModelReply', given)
    expect(payloadOf(again, 'ModelRequest')).toMatchObject({ key: 'task', output: 'verification', continues: true })
    expect(lastWordOf(again)).toContain(message)
    const { output, taskVerdicts } = payloadOf(tell('ModelReply', given), 'OutcomeSummary')
    expect([output, taskVerdicts.at(-1)]).toMatchObject(['merged', { verdict: 'unjudged', basis: 'nobody' }])
    expect(tell('ModelReply', verification('pass', 'pass'))).toEqual([])
  })

  it('is not written again for a verdict that is missing', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria })
    match('a')
    tell('ModelReply', verification('pass'))
    const mended = verification('fail', 'pass')
    const sent = tell('ModelReply', { ...mended, value: { ...mended.value, output: 'merged again' } })
    expect(payloadOf(sent, 'OutcomeSummary')).toMatchObject({
      output: 'merged',
      taskVerdicts: [{ verdict: 'pass' }, { verdict: 'pass' }],
    })
  })

  const citing = (...records: string[]) => {
    const verdicts = [{ criterion: 1, verdict: 'pass' as const, evidence: 'seen', records }]
    return value('verification', { output: 'merged', verdicts }, 'task')
  }

  it.each([
    ['no record', []],
    ['a record that there is not', ['call_9_9']],
  ])('doesn’t pass a verifiable criterion by %s: it stays unjudged', (_, ids) => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [verifiable('it was read')] })
    match('a')
    expect(lastWordOf(tell('ModelReply', citing(...ids)))).toContain('criterion 1 is verifiable')
    expect(payloadOf(tell('ModelReply', citing(...ids)), 'OutcomeSummary').taskVerdicts).toMatchObject([
      { verdict: 'unjudged', basis: 'nobody', records: [] },
    ])
  })

  it('has records dropped that there are not', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [verifiable('it was read')] })
    match('a')
    const [found] = payloadOf(tell('ModelReply', citing('call_9_9', 'r1')), 'OutcomeSummary').taskVerdicts
    expect(found?.records).toEqual(['call_1_1'])
  })

  it('that says what stands in none of its parts is judged by somebody else', () => {
    const { tell, match } = waitingFor({ a: 1, b: 1 })
    match('a')
    match('b')
    const verdicts = [{ criterion: 1, verdict: 'pass' as const, evidence: 'seen' }]
    const asked = tell('ModelReply', value('verification', { output: 'out a and 43', verdicts }, 'task'))
    expect(payloadOf(asked, 'ModelRequest')).toMatchObject({ key: 'merge', output: 'last_verdicts', continues: false })
    expect(briefOf(asked)).toMatchObject({ output: 'out a and 43', strange: ['43'] })
    const failing = [{ criterion: 1, verdict: 'fail' as const, evidence: 'there is no 43' }]
    const sent = tell('ModelReply', value('last_verdicts', { verdicts: failing }, 'merge'))
    expect(payloadOf(sent, 'ReplanRequest').taskVerdicts).toMatchObject([{ verdict: 'fail', basis: 'judge' }])
  })

  it('needs no record for what the request answers', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [{ ...verifiable('it is polite'), source: 'request' }] })
    match('a')
    expect(routesOf(tell('ModelReply', citing()))).toEqual(['OutcomeSummary → R7'])
  })

  it('is shown a bounded part of the records, the newest of each subtask in full', () => {
    const { tell } = waitingFor({ a: 1, b: 1, c: 1 })
    const toolCalls = manyCalls(3 * 12 * 32)
    const sent = ['a', 'b', 'c'].map((subtaskId) => tell('SubTaskOutcome', matched({ subtaskId, toolCalls })))
    const asked = sent.at(-1) ?? []
    const { messages } = payloadOf(asked, 'ModelRequest')
    expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(60_000)
    const last = { id: 'r3456', output: toolCalls.at(-1)?.output }
    const { outcomes } = briefOf(asked) as { outcomes: { records: object[] }[] }
    expect(outcomes.map(({ records }) => records.at(-1))).toMatchObject([last, last, last])
  })

  it('gives the room that one subtask leaves to the others', () => {
    const { tell } = waitingFor({ a: 1, b: 1, c: 1, d: 1 })
    for (const subtaskId of ['a', 'b', 'c']) tell('SubTaskOutcome', matched({ subtaskId }))
    const toolCalls = manyCalls(9)
    const { outcomes } = briefOf(tell('SubTaskOutcome', matched({ subtaskId: 'd', toolCalls }))) as {
      outcomes: { records: { id: string; input?: string }[] }[]
    }
    const inFull = outcomes.map(({ records }) => records.filter(({ input }) => input !== undefined).length)
    // Nine pages of 4 KB are 40,000 characters; a quarter of 48,000 would hold two.
    expect(inFull).toEqual([1, 1, 1, 9])
  })

  it('is shown every page that was read of one file', () => {
    const { tell } = waitingFor({ a: 1 })
    const pages = [1, 101].map((startLine) =>
      call({ id: `call_${startLine}`, input: { path: 'a.txt', startLine }, output: `from line ${startLine}` }),
    )
    expect(briefOf(tell('SubTaskOutcome', matched({ subtaskId: 'a', toolCalls: pages })))).toMatchObject({
      outcomes: [{ records: [{ output: 'from line 1' }, { output: 'from line 101' }] }],
    })
  })

  it('is held against checks, which the model can’t overrule', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [plausible('it is right'), checked('it is short')] })
    match('a')
    const asked = tell('ModelReply', verification('pass', 'pass'))
    expect(payloadOf(asked, 'CheckRequest')).toMatchObject({
      key: 'task',
      index: 1,
      output: 'merged',
      toolCalls: [call()],
    })
    expect(routesOf(asked)).toEqual(['CheckRequest → checks'])
    const sent = tell('CheckResult', { key: 'task', index: 1, pass: false, evidence: '900 words' })
    expect(payloadOf(sent, 'ReplanRequest').gapSummary).toBe('it is short: 900 words')
  })

  it('carries the class of a failure that a check found, and none of a success', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [checked('it is short'), checked('it is one line')] })
    match('a')
    tell('ModelReply', verification())
    const result = { key: 'task', evidence: '', failureClass: 'environmental' } as const
    tell('CheckResult', { ...result, index: 1, pass: true })
    const sent = tell('CheckResult', { ...result, index: 0, pass: false })
    const { taskVerdicts } = payloadOf(sent, 'ReplanRequest')
    expect(taskVerdicts.map(({ failureClass }) => failureClass)).toEqual(['environmental', null])
  })

  it('waits for every check', () => {
    const { tell, match } = waitingFor({ a: 1 }, { criteria: [checked('it is short'), checked('it is one line')] })
    match('a')
    tell('ModelReply', verification())
    expect(tell('CheckResult', { key: 'task', index: 1, pass: true, evidence: '' })).toEqual([])
    expect(routesOf(tell('CheckResult', { key: 'task', index: 0, pass: true, evidence: '' }))).toEqual([
      'OutcomeSummary → R7',
    ])
  })

  it('that no provider makes is a failure of the role', () => {
    const { tell, match } = waitingFor({ a: 1 })
    match('a')
    expect(tell('ModelFailure', modelFailure('task', true))).toMatchObject([
      { type: 'RoleFailure', to: 'R7', payload: { code: 'provider_unavailable', infrastructure: true } },
    ])
  })

  it('that can’t be read leaves the parts side by side, and the task unjudged', () => {
    const { tell, match } = waitingFor({ a: 1, b: 1 })
    match('a')
    match('b')
    expect(payloadOf(tell('ModelFailure', modelFailure('task', false)), 'OutcomeSummary')).toMatchObject({
      output: 'do a\nout a\n\ndo b\nout b',
      taskVerdicts: [{ verdict: 'unjudged' }],
    })
  })
})

describe('a round', () => {
  it('ends once: what comes later is ignored until the next manifest', () => {
    const { tell, match } = waitingFor({ a: 1 })
    match('a')
    tell('ModelReply', verification('fail'))
    expect(tell('ModelReply', verification('pass'))).toEqual([])
    expect(tell('CheckResult', { key: 'task', index: 0, pass: true, evidence: '' })).toEqual([])
    expect(match('a')).toEqual([])
  })

  /** Of the next round, with its subtasks. */
  const next = (round: number, ...subtaskIds: string[]) =>
    manifest({
      round,
      spec: taskSpec({ receivedAt: 1_000 }),
      subtasks: subtaskIds.map((subtaskId) => ({ subtaskId, sequence: 1, intent: `do ${subtaskId}`, replaces: null })),
    })
  const idsOf = (outcomes: readonly { readonly subtaskId: string }[]) => outcomes.map(({ subtaskId }) => subtaskId)

  it('is merged with what matched in all rounds before it', () => {
    const { tell, match, miss } = waitingFor({ '1.1': 1, '1.2': 1 })
    match('1.1')
    expect(payloadOf(miss('1.2'), 'ReplanRequest').kept).toEqual([])
    tell('DispatchManifest', next(2, '2.1', '2.2'))
    match('2.2')
    const request = payloadOf(miss('2.1'), 'ReplanRequest')
    expect([idsOf(request.kept), idsOf(request.outcomes)]).toEqual([['1.1'], ['2.1', '2.2']])
    tell('DispatchManifest', next(3, '3.1'))
    const asked = match('3.1')
    expect(briefOf(asked).outcomes).toMatchObject(['1.1', '2.2', '3.1'].map((id) => ({ output: `out ${id}` })))
    const summary = payloadOf(tell('ModelReply', verification('pass')), 'OutcomeSummary')
    expect([idsOf(summary.kept), idsOf(summary.outcomes)]).toEqual([['1.1', '2.2'], ['3.1']])
  })

  describe('in which something was changed', () => {
    const write = call({ id: 'call_1_8', tool: 'write_file', effect: 'repeatable' })
    const restraint = { criterion: 2, text: 'Nothing was changed but what the request asks for' }

    it.each([
      ['a change', write, true],
      ['a call that went wrong, nobody knows how far', { ...write, status: 'error' as const }, true],
      ['a refusal', { ...write, status: 'refused' as const }, false],
      ['a reading', call(), false],
    ])('is judged by that, too: %s', (_, record, isJudged) => {
      const { tell } = waitingFor({ '1.1': 1 })
      const asked = tell('SubTaskOutcome', matched({ subtaskId: '1.1', toolCalls: [record] }))
      const { criteria } = briefOf(asked) as { criteria: object[] }
      expect(criteria.slice(1)).toMatchObject(isJudged ? [restraint] : [])
    })

    it('is told what earlier work did that doesn’t stand, and may be rejected for it', () => {
      const { tell, match } = waitingFor({ '1.1': 1 })
      tell('SubTaskOutcome', failed({ subtaskId: '1.1', toolCalls: [call(), write] }))
      tell('DispatchManifest', next(2, '2.1'))
      const asked = match('2.1')
      expect(briefOf(asked).earlierChanges).toMatchObject([{ id: 'r1', tool: 'write_file' }])
      const stray = { criterion: 2, verdict: 'fail' as const, evidence: 'nobody asked for it', records: ['call_1_8'] }
      const good = { criterion: 1, verdict: 'pass' as const, evidence: 'it is' }
      const sent = tell('ModelReply', value('verification', { output: 'out 2.1', verdicts: [good, stray] }, 'task'))
      expect(payloadOf(sent, 'ReplanRequest').taskVerdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'fail'])
    })
  })

  it('keeps what matched also when its merge was rejected', () => {
    const { tell, match } = waitingFor({ '1.1': 1 })
    match('1.1')
    expect(payloadOf(tell('ModelReply', verification('fail')), 'ReplanRequest').kept).toEqual([])
    tell('DispatchManifest', next(2, '2.1'))
    match('2.1')
    expect(idsOf(payloadOf(tell('ModelReply', verification('fail')), 'ReplanRequest').kept)).toEqual(['1.1'])
  })

  it('may be judged by records of earlier rounds, and hands them to checks', () => {
    const { tell, miss } = waitingFor({ '1.1': 1, '1.2': 1 })
    const old = call({ id: 'call_1_7' })
    tell('SubTaskOutcome', matched({ subtaskId: '1.1', toolCalls: [old] }))
    miss('1.2')
    const criteria = [verifiable('it was read'), checked('it is short')]
    tell('DispatchManifest', { ...next(2, '2.1'), criteria })
    tell('SubTaskOutcome', matched({ subtaskId: '2.1', toolCalls: [] }))
    const verdicts = [{ criterion: 1, verdict: 'pass' as const, evidence: 'seen', records: ['call_1_7'] }]
    const asked = tell('ModelReply', value('verification', { output: 'merged', verdicts }, 'task'))
    expect(payloadOf(asked, 'CheckRequest').toolCalls).toEqual([old])
    const sent = tell('CheckResult', { key: 'task', index: 1, pass: true, evidence: '' })
    expect(payloadOf(sent, 'OutcomeSummary').taskVerdicts[0]?.records).toEqual(['call_1_7'])
  })

  it('never loses what matched, over any rounds', () => {
    const rounds = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rounds, (plan) => {
        const { tell } = drive(createMetaValidator())
        const expected: string[] = []
        plan.forEach((subtasks, index) => {
          const ids = subtasks.map((_, place) => `${index + 1}.${place + 1}`)
          tell('DispatchManifest', next(index + 1, ...ids))
          const sent = ids.flatMap((subtaskId, place) =>
            tell('SubTaskOutcome', subtasks[place] ? matched({ subtaskId }) : failed({ subtaskId })),
          )
          const ended = subtasks.every(Boolean) ? tell('ModelReply', verification('fail')) : sent
          expect(idsOf(payloadOf(ended, 'ReplanRequest').kept)).toEqual(expected)
          expected.push(...ids.filter((_, place) => subtasks[place]))
        })
      }),
      { numRuns: 50 },
    )
  })

  it('starts afresh with the next manifest', () => {
    const { tell, miss } = waitingFor({ '1.1': 1, '1.2': 1 })
    miss('1.1')
    miss('1.2')
    tell(
      'DispatchManifest',
      manifest({ round: 2, subtasks: [{ subtaskId: '2.1', sequence: 1, intent: 'again', replaces: null }] }),
    )
    const sent = tell('SubTaskOutcome', failed({ subtaskId: '2.1', verdicts: [failing()] }), { at: 9_000 })
    expect(payloadsOf(sent, 'ReplanRequest')).toMatchObject([
      { round: 2, outcomes: [{ subtaskId: '2.1' }], elapsedMs: 9_000 },
    ])
  })
})
