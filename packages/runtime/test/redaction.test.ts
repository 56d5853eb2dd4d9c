import { type Journal, memoryJournal, type Redact, readEvents, redacted } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { worked } from '../../../test/worked.js'
import { firstDifference } from '../src/journal/first-difference.js'
import { redactText } from '../src/journal/redacted.js'
import { boss, errands, pass } from './errand.js'

fc.configureGlobal({ seed: 20260221 })

const key = 'sk-live-0123456789abcdef01234567'
const card = '4111111111111111'
const mask = (text: string) => text.replaceAll(/sk-live-\w{24}|\b\d{16}\b/g, '[gone]')

const tool = (name: string, execute: () => unknown) =>
  defineTool({ name, description: name, input: z.looseObject({}), effect: 'read', execute })

async function written(journal: Journal, taskId: string): Promise<string> {
  let text = ''
  for await (const line of journal.read(taskId)) text += JSON.stringify(line)
  return text
}

describe('the journal', () => {
  const split = `${'x'.repeat(2_010)}${key}${'y'.repeat(2_000_000)}${key}${'z'.repeat(524_280)}`

  test('has no part of a key that stands where a result is cut; the model sees the text as it is', async () => {
    const journal = memoryJournal()
    const tools = [tool('long', () => `${key} ${split}`), tool('fail', () => Promise.reject(new Error(split)))]
    const { run, runtime } = errands({ tools, journal, redact: mask })
    const handle = run(['call long', 'call fail', 'ask'])
    const { heard } = await handle
    expect(heard[0]).toContain(key)
    const kept = await written(journal, handle.taskId)
    expect(kept).toContain('[gone]')
    for (let at = 0; at + 9 <= key.length; at++) expect(kept).not.toContain(key.slice(at, at + 9))
    await runtime.close()
  })

  test('is gone on with where texts were cut', async () => {
    const journal = memoryJournal()
    const tools = [tool('long', () => split)]
    const options = { tools, journal, redact: mask }
    const first = errands(options)
    const handle = first.run(['call long', 'wait 1000', 'ask'])
    for await (const { type } of handle) if (type === 'TimerRequest') break
    const lines = []
    for await (const line of journal.read(handle.taskId)) lines.push(line)
    const died = memoryJournal()
    await died.append(handle.taskId, lines)
    const second = errands({ ...options, journal: died, ids: sequentialIds('later') })
    const resumed = second.runtime.resume(handle.taskId, { deciders: () => [boss], takeOver: 1 })
    expect(await pass(second.clock, resumed)).toMatchObject({ reason: 'done' })
    await pass(first.clock, handle)
  })

  test('holds no field that is named, nor a card number that is a number', async () => {
    const journal = memoryJournal()
    const tools = [
      tool('give', () => ({ password: 'pa"ss}', nested: { PassWord: [1, '}'] }, card: Number(card), ok: 1 })),
    ]
    const { run, runtime } = errands({ tools, journal, redact: { text: mask, fields: ['password'] } })
    const handle = run(['call give'])
    await handle
    const [result] = (await readEvents(journal, handle.taskId)).filter(({ type }) => type === 'ToolResult')
    expect(result?.payload).toHaveProperty(
      'output',
      '{"password":"[redacted]","nested":{"PassWord":"[redacted]"},"card":[gone],"ok":1}',
    )
    await runtime.close()
  })

  test.each<[string, Redact]>([
    ['no function', { text: 'x' } as never],
    ['nothing to do', {}],
    ['a field without a name', { fields: [''] }],
    ['an unknown name', { text: mask, field: ['password'] } as never],
  ])('is refused a redact of %s', (_, redact) => {
    expect(() => errands({ redact })).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'redact' }))
  })
})

describe('data', () => {
  const event = {
    seq: 1,
    at: 4111111111111111,
    payload: { durationMs: 4111111111111111, input: { card: 4111111111111111 } },
  }

  test('has numbers redacted by their digits, messages keep theirs', () => {
    expect(redacted(event, mask)).toEqual({ ...event, payload: { ...event.payload, input: { card: '[gone]' } } })
    expect(redacted({ input: [4111111111111111n, 12n, 1.5, true, null] }, mask)).toEqual({
      input: ['[gone]', 12n, 1.5, true, null],
    })
  })

  test('has values masked by the names of their fields, in whatever case', () => {
    const redact = { fields: ['apiKey'] }
    expect(redacted({ apiKey: 'of the runtime', input: { APIKEY: 1, list: [{ apikey: { a: 1 } }] } }, redact)).toEqual({
      apiKey: 'of the runtime',
      input: { APIKEY: '[redacted]', list: [{ apikey: '[redacted]' }] },
    })
  })

  test('has names redacted where that is asked for, and two stay two', () => {
    const input = { [key]: 1, [`${key.slice(0, -1)}8`]: 2 }
    expect(redacted({ input }, mask)).toEqual({ input })
    expect(redacted({ input }, { text: mask, names: true })).toEqual({ input: { '[gone]': 1, '[gone] (2)': 2 } })
  })
})

describe('JSON in a text', () => {
  const text = redactText({ fields: ['secret'] })

  test('has values masked, at whatever depth of JSON within JSON', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => JSON.stringify(one).length > 0)
    const field = fc.constantFrom('secret', 'open', 'SECRET', 'sec"ret')
    fc.assert(
      fc.property(fc.array(fc.tuple(field, value), { maxLength: 4 }), fc.nat(3), (fields, depth) => {
        const data = Object.fromEntries(fields)
        const expected = Object.fromEntries(
          Object.entries(data).map(([name, one]) => [name, name.toLowerCase() === 'secret' ? '[redacted]' : one]),
        )
        let given = JSON.stringify(data)
        let wanted = JSON.stringify(expected)
        for (let level = 0; level < depth; level++) {
          given = JSON.stringify({ in: given })
          wanted = JSON.stringify({ in: wanted })
        }
        expect(text(given)).toBe(wanted)
      }),
    )
  })

  test.each([
    ['{"secret": "abc', '{"secret": "[redacted]"'],
    ['{"secret": [1, {"a": "', '{"secret": "[redacted]"'],
    ['"secret":12}', '"secret":"[redacted]"}'],
    ['the "secret": is out, he said', 'the "secret": "[redacted]", he said'],
    ['no "secrets": here', 'no "secrets": here'],
  ])('may be a part: %j', (given, kept) => {
    expect(text(given)).toBe(kept)
  })

  test('takes time linear in its length', () => {
    const startedAt = worked()
    for (const piece of ['\\', '"', '":', '"secret":', '"secret":[', '\\"secret\\":', '" ']) text(piece.repeat(100_000))
    expect(worked() - startedAt).toBeLessThan(5_000)
  })
})

test('texts that were cut at other places are no difference between a redacted log and what is decided again', () => {
  const logged = { summary: 'head [g\n[… 12 bytes left out …]\ntail', count: 1 }
  const again = { summary: 'hea\n[… 20 bytes left out …]\n tail', count: 1 }
  expect(firstDifference(logged, again)).toBe('summary')
  expect(firstDifference(logged, again, '', true)).toBeNull()
  expect(firstDifference(logged, { ...again, count: 2 }, '', true)).toBe('count')
  expect(firstDifference(logged, { ...again, summary: 'head' }, '', true)).toBe('summary')
})

test.each<[string, string, string | null]>([
  ['(it said: one tw…) and …', '(it said: one two) and three', null],
  ['(it said: one tw…) and …', '(it said: one tw… and f…', null],
  ['head\n[… 9 bytes left out …]\ntail', 'head and tail', null],
  ['head …', 'hand and foot', 'text'],
  ['… tail', 'a tail of', 'text'],
  ['ab…ba', 'aba', 'text'],
  ['a…c…b', 'a and b', 'text'],
])('a text that was cut may be whole in a redacted log, when it is that text: %j, %j', (cut, whole, where) => {
  expect(firstDifference({ text: cut }, { text: whole }, '', true)).toBe(where)
  expect(firstDifference({ text: whole }, { text: cut }, '', true)).toBe(where)
  expect(firstDifference({ text: cut }, { text: whole })).toBe('text')
})
