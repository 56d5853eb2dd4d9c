import { stripVTControlCharacters } from 'node:util'
import type { Cause, Decision, Observation } from '@artoo/ggs'
import type { FinalResult, PersonRequest, RunEvent } from '@artoo/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ansiPaint,
  type Call,
  callLine,
  callRecord,
  contextLines,
  costLines,
  decisionLines,
  diffLines,
  type Look,
  paintFor,
  plainPaint,
  planLines,
  requestLines,
  resultLines,
  statusLine,
  type TaskView,
  thinkingLines,
  viewOf,
  widthOf,
} from '../../src/view/index.js'
import { patchLines } from '../../src/view/lines/diff-lines.js'
import { decisionsOf, decisionsUnder, round } from './decisions.js'
import { answered, asked, begun, ended, event, outcome, planned } from './events.js'
import { hostileText } from './texts.js'

const at = (width: number): Look => ({ width, paint: plainPaint })
const wide = at(80)
const callOf = (...events: readonly RunEvent[]): Call => {
  const [call] = viewOf(events).calls
  if (call === undefined) throw new Error('no call')
  return call
}
const resultOf = (payload: Partial<FinalResult>): FinalResult => {
  const { result } = viewOf([ended(payload)])
  if (result === null) throw new Error('no result')
  return result
}
const diff =
  '--- a.txt\n+++ a.txt\n@@ -9,3 +9,3 @@\n nine\n-ten\n+TEN\n eleven\n@@ -20 +20 @@\n-x\n+y\n\\ No newline at end of file\n'

describe('a call on one line', () => {
  const read = asked('c', 'read_file', { path: 'src/a-long-name-of-a-file.ts' })

  test.each<[string, Call, number, string]>([
    ['at work', callOf(read), 80, '◐ read_file src/a-long-name-of-a-file.ts · 12 s'],
    [
      'done',
      callOf(read, answered('c', { target: 'src/a.ts', output: 'x', durationMs: 400 })),
      80,
      '✓ read_file src/a.ts — x · 400 ms',
    ],
    [
      'failed',
      callOf(read, answered('c', { status: 'error', target: 'src/a.ts', output: 'no such file' })),
      80,
      '✗ read_file src/a.ts — no such file',
    ],
    [
      'in little room',
      callOf(read, answered('c', { target: 'src/a-long-name.ts', output: 'a long result, too' })),
      30,
      '✓ read_file src/a-l… — a long…',
    ],
    ['in no room', callOf(read), 8, '◐ read_…'],
  ])('%s', (_, call, width, expected) => {
    expect(callLine(call, { ...at(width), now: 12_345 })).toBe(expected)
  })

  test('tells how far it is', () => {
    const progress = event('ToolProgress', { callId: 'c', message: 'reads', done: 3, total: 10 })
    expect(callLine(callOf(asked('c', 'copy', {}), progress), wide)).toBe('◐ copy — reads · 3 of 10')
  })
})

test('the record of a call has its input, output, change and who allowed it', () => {
  const request = event('ConfirmationRequest', {
    callId: 'c',
    target: 'a.txt',
    action: 'write a.txt',
    reason: 'it exists',
  })
  const answer = event('ConfirmationAnswer', { callId: 'c', allowed: true, by: 'ann', note: null, allow: 'task' })
  const input = { path: 'a.txt', text: 'one\n  two', options: { force: true } }
  const result = answered('c', {
    input,
    target: 'a.txt',
    output: 'wrote\nit',
    durationMs: 1_200,
    change: { bytesBefore: 3, bytesAfter: 9, diff },
  })
  expect(callRecord(callOf(asked('c', 'write_file', input), request, answer, result), wide)).toEqual([
    '✓ write_file a.txt',
    'state    ok',
    'id       c',
    'effect   read',
    'asked    write a.txt (it exists)',
    'decided  yes for this task, by ann',
    'took     1.2 s',
    '',
    'input',
    'path: a.txt',
    'text:',
    '  one',
    '    two',
    'options:',
    '  {',
    '    "force": true',
    '  }',
    '',
    'output',
    'wrote',
    'it',
    '',
    'change',
    '   9   nine',
    '  10 - ten',
    '  10 + TEN',
    '  11   eleven',
    '   ⋮',
    '  20 - x',
    '  20 + y',
    '\\ No newline at end of file',
  ])
})

test.each([
  [{ decidedBy: 'allow shell: npm test' }, 'the rule allow shell: npm test'],
  [{ decidedBy: 'edits' }, 'the mode: changes of files are allowed'],
  [{}, undefined],
])('the record of %j is decided by %j', (more, expected) => {
  const lines = callRecord(callOf(answered('c', more)), wide)
  expect(lines.find((text) => text.startsWith('decided'))?.slice(9)).toBe(expected)
})

describe('the plan', () => {
  const events = [
    planned(1, ['1.1', 1, 'count apples'], ['1.2', 1, 'count pears'], ['1.3', 2, 'add them']),
    ...[outcome('1.2', 'matched'), begun('1.1')],
  ]

  test('stands parallel parts side by side, or below each other', () => {
    expect(planLines(viewOf(events), wide)).toEqual([
      'Plan',
      '  ◐ count apples                        │ ✓ count pears',
      '  ○ add them',
    ])
    expect(planLines(viewOf(events), at(20))).toEqual(['Plan', '┌ ◐ count apples', '└ ✓ count pears', '  ○ add them'])
  })

  test('shows the round, what was kept and what takes the place of what', () => {
    const next = [
      ...[...events, outcome('1.1', 'failed', 'no apples')],
      event('PlanDirective', { done: [{ subtaskId: '1.2', intent: '', output: '' }] }),
      ...[planned(2, ['2.1', 1, 'count what is listed', '1.1']), outcome('2.1', 'failed', 'nothing listed')],
    ]
    expect(planLines(viewOf(next), wide)).toEqual([
      'Plan, round 2',
      '  ✓ count pears (kept)',
      '  ✗ count what is listed (nothing listed; instead of: count apples)',
    ])
  })

  test('of a direct conversation is none', () => {
    expect(planLines(viewOf([]), wide)).toEqual([])
  })
})

describe('a decision', () => {
  const shownOf = (...decisions: readonly Decision[]) =>
    viewOf(decisions.map((decision) => event('ControlDecision', decision))).decisions

  test('shows which way the loss went', () => {
    const decided = shownOf(...decisionsOf(round(4, { failedCall: true }), round(2), round(2), round(4)))
    expect(decided.map((one) => decisionLines(one, wide)[0])).toEqual([
      'replan 1: ⊥ D 1.00 P .00 Ω .01 → change_path',
      'replan 2: ↓ D .50 (was 1.00) P .00 Ω .21 ∇L −.30 → change_path',
      'replan 3: → D .50 (was .50) P .00 Ω .41 ∇L .00 → change_path',
      'end, round 4: ↑ D 1.00 (was .50) P .00 Ω .61 ∇L .30 → abandon',
    ])
    expect(decided.map(({ trend }) => trend)).toEqual(['first', 'improved', 'still', 'worse'])
  })

  test('says what its directive means, and why it was given', () => {
    const [first] = shownOf(...decisionsOf(round(1, { cause: 'wrong_parameter' })))
    const shown = decisionLines(first ?? never(), at(40)).map((one) => one.replace(/([(]|of )\.\d\d/g, '$1.##'))
    expect(shown).toEqual([
      'replan 1: ⊥ D .25 P .00 Ω .01 → refine',
      '  Use other parameters: “criterion 0”',
      '  failed, most likely because a',
      '  parameter is wrong (.##); this',
      '  promises most, with a chance of .##.',
    ])
  })

  test('of a table has the reason of the table', () => {
    const [, second] = shownOf(...decisionsUnder({ profile: 'paper' }, round(4, { failedCall: true }), round(2)))
    expect(decisionLines(second ?? never(), wide)[1]).toBe(
      '  P = 0 is within 0.5 and |∇| = 0.22 has reached 0.1: tighten the parameters.',
    )
  })

  test('that gives a part up says so, as long as the others go on', () => {
    const both = (cause: Cause): Observation => {
      const [part, other] = [round(4, { cause }), round(4, { cause: 'wrong_parameter' })].map(
        ({ outcomes }) => outcomes[0],
      )
      if (!part || !other) return never()
      return { ...round(4), outcomes: [part, { ...other, id: 'other', replaces: 'other' }] }
    }
    const rounds = Array.from({ length: 8 }, () => both('no_access'))
    const decided = shownOf(...decisionsUnder({ hyperparameters: { maxReplans: 12 } }, ...rounds))
    const said = decided.map((one) =>
      decisionLines(one, wide)
        .slice(1)
        .map((shown) => shown.trim())
        .join(' '),
    )
    expect(said[0]).toMatch(/^Ask .*, with a chance of \.\d\d\.$/)
    expect(said[2]).toMatch(/^Use other parameters: .*, with a chance of \.\d\d, and 1 part is given up\.$/)
  })
})

describe('the status', () => {
  const usage = { inputTokens: 12_300, outputTokens: 800, cachedInputTokens: 9_000 }
  const call = event('ModelCall', {
    role: 'R3',
    modelId: 'm',
    response: {} as never,
    usage,
    durationMs: 1,
    cost: 0.123,
  })
  const view = viewOf([event('TaskStarted', {}), call, event('Waited', { waitedMs: 10_000 }, { at: 75_000 })])
  const status = { mode: 'ask', model: 'openai/gpt-5', window: 128_000, paint: plainPaint }

  test.each([
    [120, 'mode ask · cost 0.12 · context 10% · 12.3k in, 9k cached, 800 out · 1 min 5 s · openai/gpt-5'],
    [60, 'mode ask · cost 0.12 · 10% · 13.1k tok · 1 min 5 s · gpt-5'],
    [40, 'ask · 0.12 · 10% · 13.1k tok · 1 min 5 s'],
    [20, 'ask · 0.12 · 10%'],
    [5, 'ask'],
  ])('at %i columns is %j', (width, expected) => {
    expect(statusLine(view, { ...status, width })).toBe(expected)
  })

  test('leaves out what is not known', () => {
    const free = viewOf([
      event('ModelCall', { role: 'R3', modelId: 'm', response: null, usage, durationMs: 1, cost: null }),
    ])
    expect(statusLine(free, { ...status, window: null, width: 80 })).toBe(
      'mode ask · 12.3k in, 9k cached, 800 out · openai/gpt-5',
    )
  })
})

test('a result says what was done, what is missing, and what to try next', () => {
  const action = {
    id: 'c',
    tool: 'write_file',
    target: 'a.txt',
    what: 'confirmed',
    bytesBefore: 3,
    bytesAfter: 1_000,
    why: null,
    origin: null,
  } as const
  const result = resultOf({
    ...{ status: 'partial', summary: 'One file was written. The mail was not sent.', basis: 'code' },
    missing: [{ what: 'the mail', needs: 'a yes' }],
    changes: [action, { ...action, bytesBefore: 1_000, bytesAfter: 1_200 }],
    refused: [
      {
        ...action,
        tool: 'send',
        target: 'bob',
        what: 'refused',
        bytesBefore: null,
        bytesAfter: null,
        why: 'ann said no',
      },
    ],
    nextMoves: ['Ask Ann.'],
  })
  expect(resultLines(result, wide)).toEqual([
    '◐ partly done, checked by code',
    '  One file was written. The mail was not sent.',
    '  missing: the mail (a yes)',
    '  changed with your yes: write_file a.txt, 3 → 1,200 bytes ×2',
    '  refused: send bob: ann said no',
    '  next: Ask Ann.',
  ])
})

const confirmation = (more: Partial<Extract<PersonRequest, { kind: 'confirm' }>> = {}) => ({
  ...{ id: 'c', kind: 'confirm' as const, askedAt: 0, tool: 'write_file', target: 'a.txt', input: {} },
  ...{ action: 'overwrite a.txt', full: '{"path":"a.txt"}', reason: 'the file exists', earlier: null },
  change: { bytesBefore: 3, bytesAfter: 9, diff },
  ...more,
})

describe('a request', () => {
  test('shows the action, the reasons, the diff and the answers', () => {
    const request = confirmation({
      ...{ why: 'the user wants it', sources: ['fetch example.com'], earlier: { callId: 'b', allowed: false } },
      offers: [{ allow: 'task', rule: 'write_file: a.txt', state: 's', note: 'runs it' }],
    })
    expect(requestLines(request, wide)).toEqual([
      '? overwrite a.txt',
      'reason   the file exists',
      'tool     write_file',
      'because  the user wants it',
      'read     fetch example.com',
      'earlier  you said no to the same before in this task',
      ...['   9   nine', '  10 - ten', '  10 + TEN', '  11   eleven', '   ⋮', '  20 - x', '  20 + y'],
      '\\ No newline at end of file',
      'yes may mean:',
      '  once    this call alone',
      '  task    write_file: a.txt (runs it)',
    ])
  })

  test('colours what comes and what goes', () => {
    const lines = requestLines(confirmation(), { width: 80, paint: ansiPaint })
    expect(lines).toContain('\u001b[2m  10 \u001b[22m\u001b[31m- ten\u001b[39m')
    expect(lines).toContain('\u001b[2m  10 \u001b[22m\u001b[32m+ TEN\u001b[39m')
  })
})

test.each<[Extract<PersonRequest, { question: string }>, readonly string[]]>([
  [
    { id: 'q', askedAt: 0, question: 'Which one?', choices: ['red', 'blue'], kind: 'question', from: 'R2' },
    ['? Which one?', '  1 red', '  2 blue', '  a number, or words of your own; empty: go on without an answer'],
  ],
  [
    { id: 'q', askedAt: 0, question: 'A key for mail', kind: 'access', from: 'tools', subtask: 'send it' },
    ['? A key for mail', '  for send it', '  grant it, or refuse it with a reason'],
  ],
  [
    { id: 'q', askedAt: 0, question: 'Your name?', kind: 'question', from: 'R2', required: true },
    ['? Your name?', '  in your own words'],
  ],
])('the question %j', (question, expected) => {
  expect(requestLines(question, wide)).toEqual(expected)
})

test('the bill is a table that loses its last columns first', () => {
  const spent = { outputTokens: 500, cachedInputTokens: 0, reasoningTokens: 0, durationMs: 2_000, cost: 0.5 }
  const usage = {
    R2: { ...spent, modelCalls: 1, inputTokens: 1_000 },
    R3: { ...spent, modelCalls: 12, inputTokens: 20_000 },
  }
  expect(costLines(usage, wide)).toEqual([
    '          calls   in  out  cost  cached   time',
    'planning      1   1k  500  0.50       0  2.0 s',
    'working      12  20k  500  0.50       0  2.0 s',
    'in all       13  21k   1k  1.00       0  4.0 s',
  ])
  expect(costLines(usage, at(21))).toEqual([
    '          calls   in',
    'planning      1   1k',
    'working      12  20k',
    'in all       13  21k',
  ])
  expect(costLines({}, wide)).toEqual(['no model was asked'])
})

test('the context is shown against the window, where that is known', () => {
  const usage = { inputTokens: 96_000, outputTokens: 1, cachedInputTokens: 48_000 }
  const view = viewOf([
    event('ModelCall', { role: 'R3', modelId: 'm', response: {} as never, usage, durationMs: 1, cost: null }),
  ])
  expect(contextLines(view, { ...at(40), window: 128_000 })).toEqual([
    'context: 96k tokens of 128k (75%)',
    `${'█'.repeat(30)}${'░'.repeat(10)}`,
    'last call of m, working, 50% from the c…',
  ])
  expect(contextLines(view, { ...wide, window: null })[0]).toBe('context: 96k tokens, the window is not known')
})

test('lines that go are numbered as they were, and those that come as they are', () => {
  expect(patchLines('@@ -1,3 +1,2 @@\n-a\n-b\n+c\n d\n', wide)).toEqual([
    '   1 - a',
    '   2 - b',
    '   1 + c',
    '   2   d',
  ])
})

test('changes of files are shown with their diffs', () => {
  const change = { bytesBefore: 2, bytesAfter: 4, diff }
  expect(
    diffLines(
      [
        { path: 'b.bin', kind: 'added', change: { ...change, diff: null } },
        { path: 'a.txt', kind: 'changed', change },
      ],
      wide,
    ).slice(0, 4),
  ).toEqual(['added b.bin  2 bytes → 4 bytes, no diff', '', 'changed a.txt  +2 −2', '   9   nine'])
  expect(diffLines([], wide)).toEqual(['no file differs'])
})

test.each([
  [{ isTTY: true }, {}, ansiPaint],
  [{ isTTY: true }, { NO_COLOR: '1' }, plainPaint],
  [{ isTTY: false }, {}, plainPaint],
])('a stream %j with %j has its colours', (stream, env, paint) => {
  expect(paintFor(stream, env)).toBe(paint)
})

test('no line is wider than asked and no control character reaches it, whatever the texts', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.constantFrom(20, 80, 200), (one, other, width) => {
      for (const text of everyLine(one, other, { width, paint: ansiPaint })) {
        const shown = stripVTControlCharacters(text)
        expect(widthOf(shown)).toBeLessThanOrEqual(width)
        expect(shown).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
      }
    }),
    { numRuns: 25 },
  )
})

/** All lines that there are, made of two texts. */
function everyLine(one: string, other: string, look: Look): readonly string[] {
  const change = { bytesBefore: 1, bytesAfter: 2, diff: `@@ -1 +1 @@\n-${one}\n+${other}\n` }
  const [decision] = decisionsOf(round(2))
  const events = [
    ...[event('UserInput', { text: one }), event('TaskSpec', { intent: other, verbatim: false }), begun('1.1')],
    ...[planned(1, ['1.1', 1, one], ['1.2', 1, other], ['1.3', 2, one]), outcome('1.2', 'failed', one)],
    event('ModelRequest', { key: '1.1' }, { from: one }),
    event('ModelRetry', { role: one, key: '1.1', code: one, message: other, attempt: 1, delayMs: 1 }),
    event('ControlDecision', { ...(decision ?? never()), rationale: one }),
    event('ModelCall', {
      role: one,
      modelId: other,
      response: {} as never,
      usage: { inputTokens: 1, outputTokens: 1 },
      durationMs: 1,
      cost: 1,
    }),
    ...[asked('a', one, { path: other }), asked('b', other, { [one]: one, more: [other] })],
    event('ToolProgress', { callId: 'a', message: null, output: one, done: 1, total: null }),
    event('ConfirmationRequest', { callId: 'b', target: one, action: other, reason: one }),
    event('ConfirmationAnswer', { callId: 'b', allowed: true, by: one, note: other }),
    answered('b', {
      output: other,
      status: 'error',
      code: one,
      target: other,
      input: { [one]: other },
      change,
      decidedBy: one,
    }),
  ]
  const action = {
    id: 'c',
    tool: one,
    target: other,
    what: 'changed',
    bytesBefore: 1,
    bytesAfter: 2,
    why: one,
    origin: null,
  } as const
  const result = resultOf({
    summary: one,
    missing: [{ what: one, needs: other }],
    changes: [action],
    refused: [action],
    nextMoves: [other],
  })
  const view = viewOf(events)
  return [
    ...linesOf(view, look, one),
    ...resultLines(result, look),
    ...requestLines(
      confirmation({
        ...{
          action: one,
          reason: other,
          tool: one,
          full: other,
          why: one,
          sources: [other],
          subtask: one,
          rule: other,
        },
        ...{ change, parts: [{ text: one, does: other }], secrets: [one] },
        offers: [{ allow: 'always', rule: one, state: '', note: other }],
      }),
      look,
    ),
    ...requestLines(
      { id: 'q', askedAt: 0, question: one, choices: [other], kind: 'question', from: one, subtask: other },
      look,
    ),
    ...diffLines([{ path: one, kind: 'changed', change }], look),
  ]
}

const linesOf = (view: TaskView, look: Look, mode: string) => [
  ...planLines(view, look),
  ...thinkingLines(view, { ...look, now: 5 }),
  ...view.decisions.flatMap((decided) => decisionLines(decided, look)),
  ...view.calls.flatMap((call) => [callLine(call, look), ...callRecord(call, look)]),
  statusLine(view, { ...look, mode, model: mode, window: 10 }),
  ...costLines(view.spent.byRole, look),
  ...contextLines(view, { ...look, window: 10 }),
]

function never(): never {
  throw new Error('missing')
}
