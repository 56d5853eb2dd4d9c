import { failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { truncateOutput } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidence, lastCalls, roomWanted, tellingCalls } from '../src/evidence/evidence.js'
import { call, failedCall, manyCalls } from './builders.js'

fc.configureGlobal({ seed: 20260221 })

interface Shown {
  readonly id?: string
  readonly input?: string
  readonly output?: string
  readonly notShown?: string
}

/** With ids of their own, in their order. */
const records = (parts: fc.Arbitrary<Partial<ToolCallRecord>>) =>
  fc.array(parts, { maxLength: 60 }).map((list) => list.map((given, index) => call({ id: `call_${index}`, ...given })))

const some = records(
  fc.record({
    tool: fc.constantFrom('glob', 'read_file'),
    target: fc.constantFrom('a', 'b', null),
    status: fc.constantFrom('ok' as const, 'error' as const, 'refused' as const),
  }),
)

describe('the last calls', () => {
  it('are the last word on each (tool, target), and every call without a target', () => {
    const failing = failedCall({ id: '1' })
    const [list, other, well] = [call({ id: '2', target: null }), call({ id: '3', tool: 'glob' }), call({ id: '4' })]
    const again = call({ id: '5', target: null })
    expect(lastCalls([failing, list, other, well, again])).toEqual([list, other, well, again])
    expect(lastCalls([well, failing])).toEqual([failing])
  })

  it('are those of the last calls, and stand in the order in which they were made', () => {
    fc.assert(
      fc.property(some, (given) => {
        const last = lastCalls(given)
        expect(lastCalls(last)).toEqual(last)
        expect(given.filter((record) => last.includes(record))).toEqual(last)
        expect(last.at(-1)).toBe(given.at(-1))
        const names = (list: readonly ToolCallRecord[]) => new Set(list.map(({ tool, target }) => `${tool} ${target}`))
        expect(names(last)).toEqual(names(given))
      }),
    )
  })

  it('tell of a beginning no more than its own last calls do', () => {
    fc.assert(
      fc.property(some, some, (first, second) => {
        const [a, b] = [first, second.map((record) => ({ ...record, id: `later ${record.id}` }))]
        expect(lastCalls([...lastCalls(a), ...b])).toEqual(lastCalls([...a, ...b]))
      }),
    )
  })
})

describe('the calls that still tell something', () => {
  const page = (id: string, startLine: number, given: Partial<ToolCallRecord> = {}) =>
    call({ id, input: { path: 'a.txt', startLine }, ...given })
  const written = (id: string, content: string, given: Partial<ToolCallRecord> = {}) =>
    call({
      id,
      tool: 'put',
      input: { path: 'a.txt', content },
      effect: 'repeatable',
      ...given,
    })

  it('are two for two pages of one file', () => {
    const pages = [page('1', 1), page('2', 101)]
    expect(tellingCalls(pages)).toEqual(pages)
    expect(lastCalls(pages)).toEqual(pages.slice(1))
  })

  it('are one for a call that was made again alike, however it ended', () => {
    const failing = page('1', 1, { status: 'error', code: 'tool_timeout', output: 'too late' })
    const [other, again] = [page('2', 101), page('3', 1)]
    expect(tellingCalls([failing, other, again])).toEqual([other, again])
  })

  it('are one for a text that was written over', () => {
    const [first, read, second] = [written('1', 'one'), page('2', 1), written('3', 'two')]
    expect(tellingCalls([first, read, second])).toEqual([read, second])
  })

  it.each<[string, Partial<ToolCallRecord>]>([
    ['failed', { status: 'error', code: 'tool_failed' }],
    ['was refused', { status: 'refused', code: 'law1_refused' }],
  ])('are two for a text that was to be written over by a call that %s', (_, given) => {
    const both = [written('1', 'one'), written('2', 'two', given)]
    expect(tellingCalls(both)).toEqual(both)
  })

  it('are all of those that can’t be undone, though made again alike', () => {
    const sent = ['1', '2'].map((id) => written(id, 'hello', { effect: 'irreversible', confirmed: true }))
    expect(tellingCalls(sent)).toEqual(sent)
    const refused = sent.map((record) => ({ ...record, status: 'refused' as const }))
    expect(tellingCalls(refused)).toEqual(refused.slice(1))
  })

  it('are all of those without a target', () => {
    const searches = ['1', '2'].map((id) => call({ id, target: null, input: {} }))
    expect(tellingCalls(searches)).toEqual(searches)
  })

  it('stand in their order, with the last call, and tell the same when asked again', () => {
    const inputs = records(
      fc.record({
        target: fc.constantFrom('a', 'b', null),
        input: fc.constantFrom({ page: 1 }, { page: 2 }, undefined),
        effect: fc.constantFrom('read' as const, 'repeatable' as const, 'irreversible' as const, null),
        status: fc.constantFrom('ok' as const, 'error' as const, 'refused' as const),
      }),
    )
    fc.assert(
      fc.property(inputs, (given) => {
        const telling = tellingCalls(given)
        expect(given.filter((record) => telling.includes(record))).toEqual(telling)
        expect(telling.at(-1)).toBe(given.at(-1))
        expect(tellingCalls(telling)).toEqual(telling)
      }),
    )
  })
})

describe('a failed call', () => {
  it.each([
    ['other', 'tool_failed', true],
    ['other', 'permission_denied', true],
    ['missing', 'path_not_found', true],
    ['passing', 'tool_timeout', false],
    ['passing', 'tool_unavailable', false],
    ['said_no', 'exit_nonzero', false],
    ['own_mistake', 'invalid_input', false],
    ['own_mistake', 'text_not_found', false],
    ['other', 'constructor', true],
  ])('is of the kind %s by its code %s', (kind, code, again) => {
    const record = failedCall({ code })
    expect(failureKindOf(record)).toBe(kind)
    expect(failsAgain(record)).toBe(again)
  })

  it.each(['law1_refused', 'blocked_target', 'unknown_tool', 'tool_not_allowed'])(
    'is none that was refused: %s',
    (code) => {
      expect(failureKindOf(failedCall({ status: 'refused', code }))).toBeNull()
    },
  )

  it('is none that went well', () => {
    expect(failureKindOf(call())).toBeNull()
  })
})

describe('the evidence', () => {
  const namesOf = (given: readonly ToolCallRecord[]) => given.map((_, index) => `r${index + 1}`)
  const shownOf = (given: readonly ToolCallRecord[], room = 48_000) => evidence(given, room) as readonly Shown[]

  it('is all of it while there is room', () => {
    const given = manyCalls(5)
    expect(shownOf(given).map(({ id, output }) => [id, output])).toEqual(
      given.map(({ output }, index) => [`r${index + 1}`, output]),
    )
  })

  it.each<[string, Partial<ToolCallRecord>, object]>([
    ['by a person', { confirmed: true, decidedBy: 'ask shell: git push' }, { confirmed: true }],
    ['by a rule', { decidedBy: 'allow shell: npm test' }, { decidedBy: 'allow shell: npm test' }],
    ['by a mode', { decidedBy: 'edits' }, { decidedBy: 'edits' }],
    ['by nobody', {}, {}],
    ['by nobody, since it was refused', { status: 'refused', decidedBy: 'plan' }, {}],
  ])('shows a judge that a call was allowed %s', (_, given, shown) => {
    const [{ confirmed, decidedBy }] = evidence([call({ id: 'call_1_1', ...given })], 48_000) as [
      Partial<ToolCallRecord>,
    ]
    expect({ confirmed, decidedBy }).toEqual({ confirmed: undefined, decidedBy: undefined, ...shown })
  })

  it('is the newest in full; older calls are mentioned, the oldest counted', () => {
    const given = manyCalls(1_152)
    const [note, ...shown] = shownOf(given)
    const full = shown.filter(({ input }) => input !== undefined)
    const mentioned = shown.filter(({ input }) => input === undefined)
    expect(full.length).toBeGreaterThan(8)
    expect(mentioned.length).toBeGreaterThan(8)
    expect([...mentioned, ...full].map(({ id }) => id)).toEqual(namesOf(given).slice(-shown.length))
    for (const { output } of mentioned) expect(output).toBe('(4096 characters, not shown here)')
    expect(note).toEqual({ notShown: `${1_152 - shown.length} other tool calls` })
  })

  it('cuts long inputs and targets in the middle, but no diff: a loss may stand anywhere in it', () => {
    const long = `begin ${'x'.repeat(10_000)} end`
    const change = { bytesBefore: 1, bytesAfter: long.length, diff: long }
    const [shown] = evidence([call({ tool: 'shell', target: long, input: long, change })], 48_000)
    const cut = expect.stringMatching(/^"?begin x+\n\[… \d+ bytes left out …\]\nx+ end"?$/)
    expect(shown).toMatchObject({ target: cut, input: cut, change })
  })

  it('cuts a diff to the room that there is, so that the newest call is shown in any case', () => {
    const diff = `begin ${'x'.repeat(10_000)} end`
    const given = call({ change: { bytesBefore: 1, bytesAfter: 2, diff } })
    const wanted = roomWanted([given], Infinity)
    expect(evidence([given], wanted)).toMatchObject([{ change: { diff } }])
    const cut = expect.stringMatching(/^begin x+\n\[… \d+ bytes left out …\]\nx+ end$/)
    expect(evidence([given], wanted - 1)).toMatchObject([{ change: { bytesAfter: 2, diff: cut } }])
    expect(evidence([given], 2_000)).toMatchObject([{ change: { bytesAfter: 2, diff: cut } }])
  })

  it('shows no diff of a new file: the input says it all', () => {
    const change = { bytesBefore: 0, bytesAfter: 3, diff: '+one' }
    expect(evidence([call({ change })], 48_000)).toMatchObject([{ change: { ...change, diff: null } }])
  })

  it('shows all of a new file that is longer than an input may be', () => {
    const content = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n')
    const change = { bytesBefore: 0, bytesAfter: content.length, diff: content.replace(/^/gm, '+') }
    const [shown] = evidence([call({ tool: 'write_file', input: { path: 'a.txt', content }, change })], 48_000)
    expect(shown).toMatchObject({ change })
  })

  it('shows the text of an edit once', () => {
    const text = Array.from({ length: 200 }, (_, line) => `a line of the text, number ${line}`).join('\n')
    const diff = `--- a.md\n+++ a.md\n@@ -1,1 +1,200 @@\n-old\n${text.replace(/^/gm, '+')}\n`
    const change = { bytesBefore: 3, bytesAfter: text.length, diff }
    const input = { path: 'a.md', edits: [{ oldText: 'old', newText: text }] }
    const output = `edited a.md (${text.length} bytes)\n${truncateOutput(diff, 3_072).trimEnd()}`
    const shown = JSON.stringify(evidence([call({ tool: 'edit_file', input, output, change })], 48_000))
    expect(shown.split('number 7\\n')).toHaveLength(2)
    expect(shown).toContain('\\"oldText\\":\\"old\\"')
    const created = { ...change, bytesBefore: 0, diff: diff.replace('-old\n', '') }
    const small = call({
      tool: 'write_file',
      input: { path: 'a.md', content: 'x'.repeat(200) },
      change: created,
      output: `created\n${created.diff}`,
    })
    expect(JSON.stringify(evidence([small], 48_000)).split('number 7\\n')).toHaveLength(1)
  })

  it('shows of an edit all of the input that its diff does not show', () => {
    const change = { bytesBefore: 3, bytesAfter: 4, diff: `-old\n+${'new '.repeat(30)}` }
    const input = { path: 'a.md', newText: 'new '.repeat(30), reason: 'because '.repeat(30) }
    const [shown] = shownOf([call({ input, change })])
    expect(shown?.input).toContain('because because')
    expect(shown?.input).toContain('see \\"change\\"')
  })

  it('cuts an output that alone would have no room, rather than to show no record at all', () => {
    const output = '"\t'.repeat(20_000)
    const [shown] = evidence([call({ output })], 20_000)
    expect(shown).toMatchObject({ id: 'r1', output: expect.stringContaining('bytes left out') })
  })

  it('stands in its room, whatever the calls were, and leaves out none but the oldest', () => {
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ minLength: 2_000, maxLength: 4_000 }))
    const parts = fc.record({ target: fc.option(text), output: text, input: fc.record({ path: text }) })
    fc.assert(
      fc.property(records(parts), fc.integer({ min: 0, max: 20_000 }), (given, room) => {
        const shown = shownOf(given, room)
        expect(JSON.stringify(shown, null, 2).length).toBeLessThan(1.2 * room + 100)
        const ids = shown.flatMap(({ id }) => id ?? [])
        expect(ids).toEqual(namesOf(given).slice(given.length - ids.length))
        const silent = given.length - ids.length
        expect(shown.flatMap(({ notShown }) => notShown ?? [])).toEqual(
          silent > 0 ? [`${silent} other tool calls`] : [],
        )
      }),
      { numRuns: 50 },
    )
  })

  it('is all of it in the room that it wants, and not in less', () => {
    const given = manyCalls(8)
    const wanted = roomWanted(given, Infinity)
    expect(shownOf(given, wanted).every(({ input }) => input !== undefined)).toBe(true)
    expect(shownOf(given, wanted - 1).filter(({ input }) => input !== undefined)).toHaveLength(7)
    expect(roomWanted(given, 10_000)).toBeGreaterThan(10_000)
    expect(roomWanted(given, 10_000)).toBeLessThan(wanted)
  })
})
