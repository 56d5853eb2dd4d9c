import type { ToolCallRecord } from '@artoo/runtime'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import { rankedFor } from '../src/looks/ranked.js'
import { createMetaValidator } from '../src/meta-validator/meta-validator.js'
import { loadSearch } from '../src/records/record-tools.js'
import {
  call,
  checked,
  failed,
  manifest,
  matched,
  plausible,
  result,
  subTask,
  value,
  verdict,
  verifiable,
  worldly,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

beforeAll(loadSearch)

interface Given {
  readonly verdict: 'pass' | 'fail' | 'absent' | 'unseen'
  readonly records?: string[]
  readonly needs?: string
}

const verdicts = (...given: readonly Given[]) =>
  value(
    'verdicts',
    { verdicts: given.map((one, index) => ({ criterion: index + 1, evidence: 'as seen', ...one })), correction: null },
    '1.1',
  )

const files = (count: number, characters = 10_000): ToolCallRecord[] =>
  Array.from({ length: count }, (_, index) =>
    call({
      id: `call_${index}`,
      target: `file-${index}.csv`,
      input: { path: `file-${index}.csv` },
      output: `owner${index % 3},${index}.10\n`.padEnd(characters, '.'),
    }),
  )

/** A judge of one result. */
function judge(toolCalls: readonly ToolCallRecord[], criteria = [plausible('the sums by owner are right')]) {
  const { tell } = drive(createAgentValidator({ readTools: ['read_file'] }))
  tell('SubTask', subTask({ criteria, tools: ['read_file', 'write_file'] }))
  return { tell, asked: tell('ExecutionResult', result({ toolCalls: [...toolCalls] })) }
}

const calls = (...made: readonly [string, object][]) => ({
  ...{ kind: 'tool_calls' as const, key: '1.1', output: 'verdicts' as const },
  toolCalls: made.map(([name, input], index) => ({ id: `look_${index}`, name, input })),
})

const look = (given: Partial<ToolCallRecord> = {}) => ({ ...call({ id: 'look_0', look: true, ...given }), key: '1.1' })

const recordTools = ['read_record', 'search_records', 'compute']

describe('a judge that is shown everything', () => {
  it('is offered no tool, and told of none', () => {
    const { asked } = judge([call()])
    expect(payloadOf(asked, 'ModelRequest').tools).toEqual([])
    expect(JSON.stringify(payloadOf(asked, 'ModelRequest').messages)).not.toContain('search_records')
  })
})

describe('a judge that is not shown everything', () => {
  it('is offered tools on records, and told how often it may call', () => {
    const { asked } = judge(files(30))
    expect(payloadOf(asked, 'ModelRequest').tools).toEqual(recordTools)
    expect(payloadOf(asked, 'ModelRequest').messages[0]?.content).toContain('Calls may be made in 3 turns, 8 in each.')
  })

  it('gets sums over all records in its second request', () => {
    const { tell } = judge(files(30))
    const pattern = String.raw`^(?<key>owner\d),(?<value>[\d.]+?)\.*$`
    const sent = tell(
      'ModelReply',
      calls(['search_records', { pattern }], ['compute', { operation: 'sum', values: [0.1, 0.2] }]),
    )
    const request = payloadOf(sent, 'ModelRequest')
    expect([request.continues, request.tools]).toEqual([true, recordTools])
    expect(request.messages.map(({ role }) => role)).toEqual(['tool', 'tool'])
    expect(request.messages[0]?.content).toContain('total: count 30, sum 438 in 3 keys\n"owner0": count 10, sum 136')
    expect(request.messages[1]?.content).toBe('0.3')
    expect(payloadOf(tell('ModelReply', verdicts({ verdict: 'pass' })), 'SubTaskOutcome').status).toBe('matched')
  })

  it('of another tier keeps the word when it looks', () => {
    const { tell } = drive(createAgentValidator({ hasSecondJudge: true }))
    tell('SubTask', subTask({ criteria: [plausible('the sums by owner are right')] }))
    tell('ExecutionResult', result({ toolCalls: files(30) }))
    tell('ModelReply', verdicts())
    expect(payloadOf(tell('ModelReply', verdicts()), 'ModelRequest').output).toBe('last_verdicts')
    const looked = tell('ModelReply', calls(['read_record', { record: 'r1', lines: 1 }]))
    expect(payloadOf(looked, 'ModelRequest')).toMatchObject({ output: 'last_verdicts', continues: true })
  })

  it('of another tier is itself shown what it has not seen', () => {
    const { tell } = drive(createAgentValidator({ hasSecondJudge: true }))
    tell('SubTask', subTask({ criteria: [plausible('the sums by owner are right')] }))
    tell('ExecutionResult', result({ toolCalls: files(30) }))
    tell('ModelReply', verdicts())
    tell('ModelReply', verdicts())
    const shown = tell('ModelReply', verdicts({ verdict: 'unseen', records: ['r1'] }))
    expect(payloadOf(shown, 'ModelRequest')).toMatchObject({ output: 'last_verdicts', continues: true })
  })

  it('goes to another tier when the second answer owes a verdict, and has not seen enough for one', () => {
    const { tell } = drive(createAgentValidator({ hasSecondJudge: true }))
    tell('SubTask', subTask({ criteria: [plausible('the sums are right'), plausible('the names are right')] }))
    tell('ExecutionResult', result({ toolCalls: files(30) }))
    tell('ModelReply', verdicts())
    const owing = tell('ModelReply', verdicts({ verdict: 'unseen', records: ['r1'] }))
    expect(payloadOf(owing, 'ModelRequest').output).toBe('last_verdicts')
    const given = tell('ModelReply', verdicts({ verdict: 'pass' }, { verdict: 'pass' }))
    expect(payloadOf(given, 'SubTaskOutcome').verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
  })

  it('is offered none after its third turn, and of one turn eight calls are answered', () => {
    const { tell } = judge(files(30))
    const turn = () => payloadOf(tell('ModelReply', calls(['read_record', { record: 'r1', lines: 1 }])), 'ModelRequest')
    expect([turn(), turn(), turn()].map(({ tools }) => tools.length)).toEqual([3, 3, 0])
    const other = judge(files(30))
    const many = Array.from({ length: 9 }, () => ['read_record', { record: 'r1', lines: 1 }] as [string, object])
    const { messages } = payloadOf(other.tell('ModelReply', calls(...many)), 'ModelRequest')
    expect(messages.at(7)?.content).toContain('[r1, read_file file-0.csv')
    expect(messages.at(8)?.content).toBe('[refused: too_many_calls]\nonly 8 calls are carried out in one turn')
  })

  it('is not handed a tool that it was not offered', () => {
    const { tell } = judge(files(30))
    const sent = tell('ModelReply', calls(['write_file', { path: 'x' }]))
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toBe(
      '[refused: tool_not_allowed]\nwrite_file is not available here; available: read_record, search_records, compute',
    )
  })

  it('sees what its criteria speak of, not what is newest', () => {
    const { asked } = judge(files(30), [plausible('it names file-2.csv and file-7.csv')])
    const shown = (briefOf(asked).toolCalls as { target?: string; input?: string }[]).filter(({ input }) => input)
    expect(shown.length).toBeLessThan(6)
    expect(shown.map(({ target }) => target)).toEqual(expect.arrayContaining(['file-2.csv', 'file-7.csv']))
  })
})

describe('the order of records', () => {
  it('is that of what they share with criteria and output; of equals the newest are first', () => {
    const [a, b, c] = [
      call({ id: 'a', output: 'apples' }),
      call({ id: 'b', output: 'pears' }),
      call({ id: 'c', output: 'plums' }),
    ]
    const order = (criteria: string[], text = '') => rankedFor([a, b, c], { criteria, text }).map(({ id }) => id)
    expect(order(['it counts'])).toEqual(['c', 'b', 'a'])
    expect(order(['it counts apples'])).toEqual(['a', 'c', 'b'])
    expect(order(['it counts apples'], '3 pears')).toEqual(['b', 'a', 'c'])
  })

  it('begins with changes that bear on a criterion, and with what verdicts rest on', () => {
    const change = call({ id: 'change', tool: 'write_file', effect: 'repeatable', output: 'notes written' })
    const [other, newest] = [call({ id: 'other', output: 'notes and dates' }), call({ id: 'newest', output: 'dates' })]
    const records = [change, other, newest]
    expect(rankedFor(records, { criteria: ['notes and dates are right'] })[0]).toBe(change)
    expect(rankedFor(records, { criteria: ['dates'] })[0]).not.toBe(change)
    expect(rankedFor(records, { criteria: ['dates'], isCited: ({ id }) => id === 'change' })[0]).toBe(change)
  })

  it('goes by no more than is read for one request, however many lists are ranked for it', () => {
    const late = [call({ id: '1', output: `${'x '.repeat(400_000)}Ada` }), call({ id: '2' })]
    const about = { criteria: ['Ada'] }
    expect(rankedFor(late, about).map(({ id }) => id)).toEqual(['1', '2'])
    expect(rankedFor(late, { ...about, lists: 20 }).map(({ id }) => id)).toEqual(['2', '1'])
  })

  it('parts words of scripts without spaces', () => {
    const [tokyo, osaka] = [
      call({ id: 'tokyo', output: '東京都の人口' }),
      call({ id: 'osaka', output: '大阪府の人口' }),
    ]
    expect(rankedFor([tokyo, osaka], { criteria: ['東京の人口が正しい'] })[0]).toBe(tokyo)
  })
})

describe('what a judge has not seen', () => {
  const unseen = verdicts({ verdict: 'unseen', needs: 'all of r1, and the file notes.md' })

  it('is shown it once, and may then look, at records and at the world', () => {
    const { tell } = judge(files(30))
    const { messages, tools, continues } = payloadOf(tell('ModelReply', unseen), 'ModelRequest')
    expect([tools, continues]).toEqual([[...recordTools, 'read_file'], true])
    expect(messages[0]?.content).toContain(
      'On criterion 1 you answered "unseen". "toolCalls" has more of what you need.',
    )
    expect(messages[0]?.content).toContain('"id": "r1"')
  })

  it('can be worked out where there was no record before the look', () => {
    const { tell } = judge([], [worldly('notes.md has three lines')])
    const { messages, tools } = payloadOf(tell('ModelReply', unseen), 'ModelRequest')
    expect(tools).toEqual([...recordTools, 'read_file'])
    expect(messages[0]?.content).toContain('Tools show records and the world, and work out sums: in 3 turns')
  })

  it('is left unjudged in the end: no correction, no blame', () => {
    const { tell } = judge([call()])
    expect(routesOf(tell('ModelReply', unseen))).toEqual(['ModelRequest → model'])
    const { status, verdicts: given } = payloadOf(tell('ModelReply', unseen), 'SubTaskOutcome')
    expect(status).toBe('matched')
    expect(given).toMatchObject([
      {
        verdict: 'unjudged',
        basis: 'nobody',
        because: 'unseen',
        evidence: 'not seen by its judge: all of r1, and the file notes.md',
      },
    ])
  })

  it('is asked for at once where nothing more can be shown', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask())
    tell('ExecutionResult', result({ toolCalls: [] }))
    expect(payloadOf(tell('ModelReply', unseen), 'SubTaskOutcome').verdicts).toMatchObject([{ because: 'unseen' }])
  })

  it('is looked at in the world: the record is evidence, and is marked as a look', () => {
    const { tell } = judge(
      [call({ tool: 'write_file', effect: 'repeatable', target: 'other.md' })],
      [worldly('notes.md is there')],
    )
    tell('ModelReply', unseen)
    const asked = tell('ModelReply', calls(['read_file', { path: 'notes.md' }]))
    expect(asked).toMatchObject([
      { type: 'ToolRequest', to: 'tools', payload: { tool: 'read_file', readsOnly: true, key: '1.1' } },
    ])
    const seen = tell('ToolResult', look({ target: 'notes.md', input: { path: 'notes.md' }, output: 'my notes' }))
    expect(lastWordOf(seen)).toBe('[r2]\nmy notes')
    const outcome = payloadOf(tell('ModelReply', verdicts({ verdict: 'pass', records: ['r2'] })), 'SubTaskOutcome')
    expect(outcome).toMatchObject({ status: 'matched', verdicts: [{ verdict: 'pass', records: ['look_0'] }] })
    expect(outcome.toolCalls.map(({ id, look }) => [id, look])).toEqual([
      ['call_1_1', undefined],
      ['look_0', true],
    ])
  })

  it('is not settled by a look that was made before the last change', () => {
    const criteria = [worldly('notes.md is there')]
    const { tell } = judge([], criteria)
    tell('ModelReply', unseen)
    tell('ModelReply', calls(['read_file', { path: 'notes.md' }]))
    tell('ToolResult', look({ target: 'notes.md', input: { path: 'notes.md' } }))
    expect(routesOf(tell('ModelReply', verdicts({ verdict: 'fail' })))).toContain('CorrectionSignal → R3')
    const change = call({
      tool: 'shell',
      effect: 'irreversible',
      target: 'make notes.md',
      id: 'later',
      status: 'error',
      code: 'exit_nonzero',
    })
    tell('ExecutionResult', result({ attempt: 2, toolCalls: [change] }))
    const sent = tell('ModelReply', verdicts({ verdict: 'pass', records: ['r2'] }))
    expect(lastWordOf(sent)).toContain('came after the look')
  })

  it('waits for all looks of a turn', () => {
    const { tell } = judge([call()])
    tell('ModelReply', unseen)
    const sent = tell(
      'ModelReply',
      calls(['read_file', { path: 'a' }], ['compute', { operation: 'sum', values: [1] }], ['read_file', { path: 'b' }]),
    )
    expect(payloadsOf(sent, 'ToolRequest').map(({ callId }) => callId)).toEqual(['look_0', 'look_2'])
    expect(tell('ToolResult', look({ id: 'look_2', output: 'second' }))).toEqual([])
    const { messages } = payloadOf(
      tell('ToolResult', look({ output: 'gone', status: 'error', code: 'tool_failed' })),
      'ModelRequest',
    )
    // Names go by the order of the calls, in whatever order they end.
    expect(messages.map(({ content }) => content)).toEqual(['[r2, error: tool_failed]\ngone', '1', '[r3]\nsecond'])
  })
})

describe('work that goes on with what an earlier round found', () => {
  const spent = result({
    ...{ status: 'failed', code: 'tool_turns_exhausted', reason: 'no result after 12 tool turns', output: '' },
    toolCalls: [call({ id: 'call_a', target: 'a.csv', output: 'ada,3' })],
  })
  const goingOn = (findingsOf: string | null) => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask())
    tell('ExecutionResult', spent)
    tell('SubTask', subTask({ subtaskId: '2.1', findingsOf, criteria: [verifiable('the sum is right')] }))
    const own = [call({ id: 'call_b', target: 'b.csv', output: 'ada,4' })]
    return { tell, asked: tell('ExecutionResult', result({ subtaskId: '2.1', output: 'ada: 7', toolCalls: own })) }
  }

  it('is judged by the records of both, which are told apart', () => {
    const { tell, asked } = goingOn('1.1')
    expect(briefOf(asked).toolCalls).toMatchObject([
      { id: 'r1', attempt: 'in an earlier round', target: 'a.csv', output: 'ada,3' },
      { id: 'r2', attempt: 1, target: 'b.csv' },
    ])
    const given = { criterion: 1, verdict: 'pass' as const, evidence: '3 and 4', records: ['r1', 'r2'] }
    const end = tell('ModelReply', value('verdicts', { verdicts: [given], correction: null }, '2.1'))
    const outcome = payloadOf(end, 'SubTaskOutcome')
    expect(outcome.verdicts).toMatchObject([{ verdict: 'pass', records: ['call_a', 'call_b'] }])
    expect(outcome.toolCalls.map(({ id, earlier = false }) => [id, earlier])).toEqual([
      ['call_a', true],
      ['call_b', false],
    ])
  })

  it('is judged by its own where it rests on no other', () => {
    expect(briefOf(goingOn(null).asked).toolCalls).toMatchObject([{ id: 'r1', target: 'b.csv' }])
  })

  it('has each record once for the last judge, whoever brought it', () => {
    const { tell } = drive(createMetaValidator())
    const change = call({ id: 'call_a', tool: 'write_file', effect: 'repeatable', target: 'a.csv' })
    tell('DispatchManifest', manifest({ subtasks: [{ subtaskId: 'old' }] }))
    tell('SubTaskOutcome', failed({ subtaskId: 'old', toolCalls: [change] }))
    tell('DispatchManifest', manifest({ round: 2, subtasks: [{ subtaskId: 'a' }, { subtaskId: 'b' }] }))
    const earlier = { ...change, earlier: true as const }
    const own = call({ id: 'call_b', target: 'b.csv' })
    tell('SubTaskOutcome', matched({ subtaskId: 'a', toolCalls: [earlier, own] }))
    const asked = tell('SubTaskOutcome', matched({ subtaskId: 'b', toolCalls: [earlier] }))
    const { outcomes, earlierChanges } = briefOf(asked) as {
      outcomes: { records: { target: string }[] }[]
      earlierChanges?: unknown
    }
    expect(outcomes.map(({ records }) => records.map(({ target }) => target))).toEqual([['a.csv', 'b.csv'], []])
    expect(earlierChanges).toBeUndefined()
  })
})

describe('the last judge of several subtasks', () => {
  const outcomes = (toolCalls: ToolCallRecord[], criteria = [verifiable('the sum is right')]) => {
    const { tell } = drive(createMetaValidator({ readTools: ['read_file'] }))
    tell('DispatchManifest', manifest({ criteria, subtasks: [{ subtaskId: 'a' }, { subtaskId: 'b' }] }))
    tell('SubTaskOutcome', matched({ subtaskId: 'a', output: 'the sum is 7', toolCalls }))
    return { tell, asked: tell('SubTaskOutcome', matched({ subtaskId: 'b', output: 'done', toolCalls: [] })) }
  }
  const merge = (...given: readonly Given[]) =>
    value('verification', { output: 'the sum is 7', verdicts: verdicts(...given).value.verdicts }, 'task')

  it('is offered tools on records where not everything is shown, and may call them before it merges', () => {
    expect(payloadOf(outcomes([call()]).asked, 'ModelRequest').tools).toEqual([])
    const { tell, asked } = outcomes(files(30))
    expect(payloadOf(asked, 'ModelRequest').tools).toEqual(recordTools)
    const sent = tell('ModelReply', {
      ...calls(['compute', { operation: 'sum', values: [3, 4] }]),
      key: 'task',
      output: 'verification',
    })
    expect(payloadOf(sent, 'ModelRequest')).toMatchObject({
      key: 'task',
      output: 'verification',
      answer: 'output',
      continues: true,
    })
    expect(lastWordOf(sent)).toBe('7')
    expect(routesOf(tell('ModelReply', merge({ verdict: 'pass', records: ['r1'] })))).toEqual(['OutcomeSummary → R7'])
  })

  it('reads of each record under one name, whoever spoke of it before', () => {
    const { tell } = drive(createMetaValidator())
    tell('DispatchManifest', manifest({ subtasks: [{ subtaskId: 'a' }, { subtaskId: 'b' }] }))
    tell('SubTaskOutcome', matched({ subtaskId: 'a', toolCalls: files(3, 20) }))
    const own = call({ id: 'call_b' })
    const verdicts = [verdict({ evidence: 'r1 wrote it', records: ['call_b'] })]
    const asked = tell('SubTaskOutcome', matched({ subtaskId: 'b', toolCalls: [own], verdicts }))
    const [, second] = briefOf(asked).outcomes as { verdicts: object[] }[]
    expect(second?.verdicts).toMatchObject([{ evidence: 'r4 wrote it', records: ['r4'] }])
  })

  it('looks at the world after "unseen", and hands on what it saw', () => {
    const { tell } = outcomes([call()], [worldly('notes.md is there')])
    const again = tell('ModelReply', merge({ verdict: 'unseen', needs: 'notes.md' }))
    expect(payloadOf(again, 'ModelRequest')).toMatchObject({
      output: 'verification',
      tools: [...recordTools, 'read_file'],
    })
    expect(lastWordOf(again)).toContain('answer with that output again')
    const requests = tell('ModelReply', {
      ...calls(['read_file', { path: 'notes.md' }]),
      key: 'task',
      output: 'verification',
    })
    expect(payloadOf(requests, 'ToolRequest')).toMatchObject({ key: 'task', readsOnly: true })
    tell('ToolResult', { ...look({ target: 'notes.md', input: { path: 'notes.md' } }), key: 'task' })
    const end = tell('ModelReply', merge({ verdict: 'pass', records: ['r2'] }))
    expect(payloadOf(end, 'OutcomeSummary')).toMatchObject({
      looks: [{ id: 'look_0' }],
      taskVerdicts: [{ verdict: 'pass', records: ['look_0'] }],
    })
  })

  it('is not asked again, nor is another, about a merge of which a check said no', () => {
    const { tell } = outcomes([call()], [verifiable('the sum is right'), checked('it is short')])
    const checks = tell('ModelReply', value('verification', { output: 'there are 4711 of them', verdicts: [] }, 'task'))
    expect(routesOf(checks)).toEqual(['CheckRequest → checks'])
    const sent = tell('CheckResult', { key: 'task', index: 1, pass: false, evidence: 'too long' })
    expect(payloadOf(sent, 'ReplanRequest').taskVerdicts).toMatchObject([
      { verdict: 'unjudged', because: 'check_failed' },
      { verdict: 'fail', basis: 'code' },
    ])
  })

  it('tells another judge of a strange merge what checks have found', () => {
    const { tell } = outcomes([call()], [verifiable('the sum is right'), checked('it is short')])
    tell('ModelReply', value('verification', { output: 'there are 4711 of them', verdicts: [] }, 'task'))
    const asked = tell('CheckResult', { key: 'task', index: 1, pass: true, evidence: 'it is' })
    expect(payloadOf(asked, 'ModelRequest').output).toBe('last_verdicts')
    expect(briefOf(asked)).toMatchObject({ strange: ['4711'], checks: ['it is'] })
  })
})
