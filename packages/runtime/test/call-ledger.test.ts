import type { ToolBlock, ToolCallRecord } from '@artoo/runtime'
import { describe, expect, test } from 'vitest'
import { callLedger, type PlacedCall } from '../src/effects/tool/call-ledger.js'

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

  function placed({ tool = 'read_file', target = null, input, effect = 'read' }: Made): PlacedCall {
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
