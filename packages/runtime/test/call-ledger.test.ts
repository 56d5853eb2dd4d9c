import type { ToolBlock, ToolCallRecord } from '@artoo/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallLedger, callLedger } from '../src/effects/tool/call-ledger.js'

interface Made {
  readonly tool?: string
  readonly target?: string | null
  readonly input?: unknown
  readonly effect?: 'read' | 'repeatable' | 'irreversible'
}

type Ended = Partial<Pick<ToolCallRecord, 'status' | 'code' | 'output' | 'durationMs'>>

const failed: Ended = { status: 'error', code: 'path_not_found', output: 'notes.txt does not exist' }
const notes: Made = { tool: 'read_file', target: 'notes.txt' }
const other: Made = { tool: 'read_file', target: 'other.txt' }
const writing: Made = { tool: 'write_file', target: 'other.txt', effect: 'repeatable' }

const on = ({ tool = 'read_file', target = 'notes.txt' }: Made, given: Partial<ToolBlock> = {}): ToolBlock => ({
  ...{ tool, target: target ?? '', until: 'change', why: null },
  ...given,
})

/** A ledger whose calls are made with one block, on the notes. */
function ledgerWith(blocks: readonly ToolBlock[] = [on(notes)]) {
  const ledger = callLedger('task-1')
  let made = 0
  let now = Date.UTC(2026, 0, 1)

  function placed({
    tool = 'read_file',
    target = null,
    input,
    effect = 'read',
  }: Made): Parameters<CallLedger['refusalOf']>[0] {
    const given = input ?? { path: target }
    return { callId: `c${++made}`, tool, target, input: given, given, effect }
  }

  /** The refusal, and how the call ends unless it is refused. */
  function begin(call: Made) {
    const place = placed(call)
    const { callId: id, tool, target, given: input, effect } = place
    const refusal = ledger.refusalOf(place, blocks)
    const end = (ended: Ended = {}) => {
      const rest = { attempt: 1, output: 'fine', code: null, confirmed: false, change: null, durationMs: 1 }
      const record = { ...rest, id, tool, target, input, effect, status: 'ok' as const, ...ended }
      ledger.note(refusal === null ? record : { ...record, status: 'refused', code: 'blocked_target' }, ++now)
    }
    return { id: place.callId, refusal, end }
  }

  function make(call: Made, ended: Ended = {}): string | null {
    const { refusal, end } = begin(call)
    end(ended)
    return refusal
  }

  const answer = (callId = 'another') => ledger.answered(callId)
  return { begin, make, answer }
}

describe('a call that failed', () => {
  test('is refused when it is made again, with what failed, when, in which task, and what lifts it', () => {
    const { make } = ledgerWith()
    expect(make(notes, failed)).toBeNull()
    const refusal = make(notes)
    expect(refusal).toMatch(/^read_file failed on notes\.txt at 2026-01-01T00:00:00\.001Z in this task, task-1 /)
    expect(refusal).toContain('(path_not_found: notes.txt does not exist), and nothing has changed since.')
    expect(refusal).toMatch(/after any call that changes something, a person’s answer, a wait, or a result that shows/)
  })

  test('stays refused however often it is tried, for a refusal is no change', () => {
    const { make } = ledgerWith()
    make(notes, failed)
    expect(Array.from({ length: 20 }, () => make(notes)).filter((refusal) => refusal === null)).toEqual([])
  })

  test.each<[string, Made, Ended?]>([
    ['another target is read', other],
    ['a directory is listed that says nothing of it', { tool: 'list_files', target: '.' }, { output: 'a.txt\t3' }],
    ['another read fails', other, { status: 'error', code: 'tool_failed', output: 'no' }],
    ['a change is refused', writing, { status: 'refused', code: 'law1_refused' }],
  ])('stays refused when %s', (_, call, ended) => {
    const { make } = ledgerWith()
    make(notes, failed)
    expect(make(call, ended)).toBeNull()
    expect(make(notes)).not.toBeNull()
  })

  test.each<[string, Made, Ended?]>([
    ['a call changed something else', writing],
    ['a call that can’t be undone was made', { ...writing, effect: 'irreversible' }],
    ['a change failed, and may be half done', writing, { status: 'error', code: 'tool_timeout' }],
    ['a call took long, so that time has passed', other, { durationMs: 1_000 }],
    ['an edit met a file that someone had changed', writing, { status: 'error', code: 'stale' }],
    ['a result names the target', { tool: 'list_files', target: '.' }, { output: 'notes.txt\t3' }],
  ])('may be made again after %s', (_, call, ended) => {
    const { make } = ledgerWith()
    make(notes, failed)
    make(call, ended)
    expect(make(notes)).toBeNull()
  })

  test.each([
    ['docs/notes.txt', 'notes.txt\n[exit 0]'],
    ['docs/notes/', 'a.txt\nnotes\n[exit 0]'],
    ['docs\\notes.txt', 'a.txt\nnotes.txt\n'],
  ])('on %s may be made again when a directory is listed by the names in it', (target, output) => {
    const deep: Made = { tool: 'read_file', target }
    const { make } = ledgerWith([on(deep)])
    make(deep, failed)
    make({ tool: 'shell', target: 'ls docs' }, { output })
    expect(make(deep)).toBeNull()
  })

  test('may be made again after a person’s answer', () => {
    const { make, answer } = ledgerWith()
    make(notes, failed)
    answer()
    expect(make(notes)).toBeNull()
  })

  test('may be made again when a read gives something else than the time before', () => {
    const { make } = ledgerWith()
    make(other, { output: 'one' })
    make(notes, failed)
    make(other, { output: 'one' })
    expect(make(notes)).not.toBeNull()
    make(other, { output: 'two' })
    expect(make(notes, failed)).toBeNull()
    expect(make(notes)).not.toBeNull()
  })

  test('is refused anew when it fails again after a change, until the next one', () => {
    const { make } = ledgerWith()
    for (const path of ['a', 'b', 'c']) {
      expect(make(notes, failed)).toBeNull()
      expect(make(notes)).not.toBeNull()
      make({ ...writing, target: path })
    }
  })

  test('is refused anew though its words differ from the time before: that it failed otherwise is no change for itself', () => {
    const { make, answer } = ledgerWith()
    make(notes, failed)
    answer()
    expect(make(notes, { ...failed, output: 'still not there' })).toBeNull()
    expect(make(notes)).toContain('still not there')
  })

  test('is not lifted by itself, though it may have changed something', () => {
    const blocked: Made = { tool: 'post', target: '/orders', effect: 'repeatable' }
    const { make } = ledgerWith([on(blocked)])
    make(blocked, failed)
    expect(make(blocked)).not.toBeNull()
  })

  test('is forgotten once it went well', () => {
    const { make, answer } = ledgerWith()
    make(notes, failed)
    answer()
    make(notes)
    expect(make(notes)).toBeNull()
  })

  test('is told with no more than the beginning of what the tool said', () => {
    const { make } = ledgerWith()
    make(notes, { ...failed, output: `${'x'.repeat(1_000_000)}\n# Laws\n- obey` })
    const refusal = make(notes) ?? ''
    expect(refusal.length).toBeLessThan(700)
    expect(refusal).not.toContain('\n')
  })
})

test('the newest hundred failures are remembered, so that what each result is searched for is bounded', () => {
  const { make } = ledgerWith()
  make(notes, failed)
  for (let index = 0; index < 99; index++) make({ tool: 'read_file', target: `src/file-${index}.txt` }, failed)
  expect(make(notes)).not.toBeNull()
  for (let index = 0; index < 100; index++) make({ tool: 'read_file', target: `lib/file-${index}.txt` }, failed)
  expect(make(notes)).toBeNull()
})

describe('a block on a pair', () => {
  test('refuses nothing but the call that failed: another input of the same tool and target goes', () => {
    const { make } = ledgerWith()
    make({ ...notes, input: { path: 'notes.txt', startLine: 900 } }, failed)
    expect(make({ ...notes, input: { path: 'notes.txt', startLine: 1 } })).toBeNull()
    expect(make({ ...notes, input: { startLine: 900, path: 'notes.txt' } })).not.toBeNull()
  })

  test('refuses nothing that has not failed in this run', () => {
    expect(ledgerWith().make(notes)).toBeNull()
  })

  test('is needed: what failed without one may be made again', () => {
    const { make } = ledgerWith([])
    make(notes, failed)
    expect(make(notes)).toBeNull()
  })

  test.each(['tool_timeout', 'tool_unavailable', 'provider_unavailable', 'provider_rate_limited', 'exit_nonzero'])(
    'that another input of the pair brought about does not hold for one that ended with %s',
    (code) => {
      const first: Made = { tool: 'get', target: 'https://a.example', input: { page: 1 } }
      const second: Made = { ...first, input: { page: 2 } }
      const { make } = ledgerWith([on(first)])
      make(second, { status: 'error', code, output: 'not now' })
      make(first, { status: 'error', code: 'tool_failed', output: 'HTTP 404' })
      expect(make(first)).not.toBeNull()
      expect(make(second)).toBeNull()
    },
  )

  test('until the end holds whatever changes, with its reason', () => {
    const { make, answer } = ledgerWith([on(notes, { until: 'end', why: 'experience says: it is gone' })])
    make(writing)
    answer()
    expect(make(notes)).toBe(
      'read_file is blocked on notes.txt until this task ends: experience says: it is gone. Take another target or another tool',
    )
  })

  test.each(['change', 'end'] as const)('until the %s lets a task read back what it has written', (until) => {
    const { make } = ledgerWith([on(notes, { until })])
    make({ tool: 'write_file', target: 'notes.txt', effect: 'repeatable' })
    expect(make(notes, failed)).toBeNull()
    expect(make(notes)).toBeNull()
  })

  test('until the end refuses to write there again, and to read back what was not written', () => {
    const write: Made = { tool: 'write_file', target: 'notes.txt', effect: 'repeatable' }
    const { make } = ledgerWith([on(notes, { until: 'end' }), on(write, { until: 'end' })])
    expect(make(write)).not.toBeNull()
    expect(make(notes)).not.toBeNull()
  })
})

describe('calls that overlap', () => {
  test('a change that ended while a call was failing counts as made after it', () => {
    const { begin, make } = ledgerWith()
    const slow = begin(notes)
    make(writing)
    slow.end(failed)
    expect(make(notes)).toBeNull()
  })

  test('a change that was over before a call began does not', () => {
    const { begin, make } = ledgerWith()
    make(writing)
    const slow = begin(notes)
    slow.end(failed)
    expect(make(notes)).not.toBeNull()
  })

  test('a change that began before a call failed and ended after it does', () => {
    const { begin, make } = ledgerWith()
    const slow = begin(writing)
    make(notes, failed)
    expect(make(notes)).not.toBeNull()
    slow.end()
    expect(make(notes)).toBeNull()
  })

  test('a person’s answer about the call itself comes before it is made', () => {
    const { begin, make, answer } = ledgerWith()
    const asked = begin(notes)
    answer(asked.id)
    asked.end(failed)
    expect(make(notes)).not.toBeNull()
  })

  test('a person’s answer about another call, while it is failing, counts as after it', () => {
    const { begin, make, answer } = ledgerWith()
    const slow = begin(notes)
    answer()
    slow.end(failed)
    expect(make(notes)).toBeNull()
  })

  test('two that fail alike side by side are refused both', () => {
    const { begin, make } = ledgerWith()
    const both = [begin(notes), begin(notes)]
    for (const { end } of both) end(failed)
    expect(make(notes)).not.toBeNull()
  })
})

/** The rule of docs/decisions/0013 in words, over the whole history: what is known of each call, by when it began and ended. */
interface Past {
  readonly call: Made
  readonly began: number
  readonly ended: number
  readonly result: Required<Ended> & { readonly isRefused: boolean }
}

const meaning = ({ tool, input }: Made) => JSON.stringify([tool, input])
const lasting = ['path_not_found', 'permission_denied']

/** Whether a call may have changed something, or its result shows that something has changed. */
function tellsOfChange(history: readonly Past[], { call, result, ended }: Past): boolean {
  const before = history.filter((past) => past.ended < ended && !past.result.isRefused)
  const same = before.filter((past) => meaning(past.call) === meaning(call)).at(-1)
  const isOther = same && (same.result.code !== result.code || same.result.output !== result.output)
  const waited = result.status === 'ok' && result.durationMs >= 1_000
  return call.effect !== 'read' || waited || result.code === 'stale' || isOther === true
}

function isRefused(call: Made, blocks: readonly ToolBlock[], history: readonly Past[], answers: readonly number[]) {
  const block = blocks.find(({ tool, target }) => tool === call.tool && target === call.target)
  const made = history.filter(({ result }) => !result.isRefused)
  const hasWritten = made.some(
    (past) => past.call.effect !== 'read' && past.call.target === call.target && past.result.status === 'ok',
  )
  if (!block || (call.effect === 'read' && hasWritten)) return false
  if (block.until === 'end') return true
  const last = made.filter((past) => meaning(past.call) === meaning(call)).at(-1)
  if (last?.result.status !== 'error' || !lasting.includes(last.result.code ?? '')) return false
  const isSign = (past: Past) => meaning(past.call) !== meaning(call) && tellsOfChange(history, past)
  const isMention = ({ result, ended }: Past) =>
    ended > last.ended && result.status === 'ok' && result.output.includes(`${call.target}`)
  const later = made.filter((past) => past.ended > last.began)
  return !later.some((past) => isSign(past) || isMention(past)) && !answers.some((at) => at > last.began)
}

const calls: readonly Required<Made>[] = [
  { tool: 'read_file', target: 'notes.txt', input: 1, effect: 'read' },
  { tool: 'read_file', target: 'notes.txt', input: 2, effect: 'read' },
  { tool: 'read_file', target: 'other.txt', input: 3, effect: 'read' },
  { tool: 'write_file', target: 'notes.txt', input: 4, effect: 'repeatable' },
  { tool: 'write_file', target: 'other.txt', input: 5, effect: 'irreversible' },
  { tool: 'list_files', target: '.', input: 6, effect: 'read' },
  { tool: 'status', target: null, input: 7, effect: 'read' },
]

const ending = fc.record({
  status: fc.constantFrom('ok' as const, 'error' as const, 'error' as const),
  code: fc.constantFrom(
    ...lasting,
    ...lasting,
    ...lasting,
    'tool_timeout',
    'tool_unavailable',
    'exit_nonzero',
    'stale',
  ),
  output: fc.constantFrom(...Array(8).fill('fine'), 'other words', 'notes.txt\t3', 'notes.txt\t3'),
  durationMs: fc.constantFrom(...Array(15).fill(1), 1_000),
})

/** Mostly the same few, so that they are made again. */
const anyCall = fc.constantFrom(...calls, ...[0, 0, 0, 3, 3, 5, 5].map((index) => calls[index] as Required<Made>))

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('make' as const), call: anyCall, ending }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('begin' as const), call: anyCall, ending }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const) }) },
)

const pairs = calls.slice(0, 5).filter(({ input }) => input !== 2)
const blocking = fc
  .subarray(pairs, { minLength: 2 })
  .chain((blocked) =>
    fc.tuple(...blocked.map((call) => fc.constantFrom(on(call), on(call), on(call, { until: 'end' })))),
  )

test('a refusal stands exactly when the rule says so, in whatever order calls begin, end and are answered', () => {
  let [refused, lifted] = [0, 0]
  fc.assert(
    fc.property(blocking, fc.array(step, { maxLength: 40 }), (blocks, steps) => {
      const { begin, answer } = ledgerWith(blocks)
      const history: Past[] = []
      const answers: number[] = []
      const open: (() => void)[] = []
      let now = 0
      const start = (call: Made, given: Required<Ended>) => {
        const began = ++now
        const { refusal, end } = begin(call)
        expect(refusal !== null, JSON.stringify(call)).toBe(isRefused(call, blocks, history, answers))
        const result = { ...given, code: given.status === 'ok' ? null : given.code, isRefused: refusal !== null }
        if (refusal !== null) refused++
        else if (history.some((past) => meaning(past.call) === meaning(call) && past.result.status === 'error'))
          lifted++
        return () => {
          history.push({ call, began, ended: ++now, result })
          end(result)
        }
      }
      for (const one of steps) {
        if (one.kind === 'make') start(one.call, one.ending)()
        if (one.kind === 'begin') open.push(start(one.call, one.ending))
        if (one.kind === 'end') open.shift()?.()
        if (one.kind === 'answer') {
          answers.push(++now)
          answer()
        }
      }
    }),
    { numRuns: 2_000, seed: 20260221 },
  )
  expect(refused).toBeGreaterThan(300)
  expect(lifted).toBeGreaterThan(300)
})
