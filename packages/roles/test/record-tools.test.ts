import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerFrom, loadSearch, recordTools } from '../src/records/record-tools.js'
import { assertNotReserved } from '../src/reserved-names.js'
import { call } from './builders.js'

fc.configureGlobal({ seed: 20260221 })

const compute = (operation: string, ...values: readonly (string | number)[]) =>
  answerFrom([], { name: 'compute', input: { operation, values } })

const bills = [
  call({ id: 'a', target: 'one.csv', output: '1\tAda,0.10\n2\tBob,5.00\n' }),
  call({ id: 'b', target: 'two.csv', output: '1\tAda,0.20\n2\tBob,1,234.50\n' }),
]

describe('compute', () => {
  it('adds up decimals exactly, as people write them', () => {
    expect(compute('sum', 0.1, 0.2)).toBe('0.3')
    expect(compute('sum', '1,234.50', '-0.5', '1.000,25', '€ 1 000', '(3)', '−1')).toBe('3230.25')
    expect(compute('sum', '1,234', '1e3', 1e21)).toBe('1000000000000000002234')
  })

  it('agrees with whole numbers, whatever their scale', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 50 }), (cents) => {
        const total = cents.reduce((sum, next) => sum + BigInt(next), 0n)
        expect(compute('sum', ...cents.map((cent) => `${cent}e-2`))).toBe(compute('sum', `${total}e-2`))
        expect(compute('product', compute('sum', ...cents.map((cent) => `${cent}e-2`)), 100)).toBe(`${total}`)
      }),
    )
  })

  it('orders and compares numbers as numbers and texts as texts', () => {
    expect(compute('sort', '10', '9', '1.5')).toBe('1.5\n9\n10')
    expect(compute('sort', 'b', 'a', '10')).toBe('"10"\n"a"\n"b"')
    expect(compute('compare', '0.30', 0.3)).toBe('0.3 = 0.3')
    expect(compute('compare', 3, 10)).toBe('3 < 10')
    expect(compute('compare', 'dear Bob', 'dear Rob')).toBe(
      'value 2 differs from value 1 at character 6: "Rob", not "Bob"',
    )
    expect([compute('min', 3, '-1'), compute('max', 3, '-1'), compute('count', 3, 'x')]).toEqual(['-1', '3', '2'])
  })

  it('says where a quotient is rounded', () => {
    expect(compute('mean', 1, 2)).toBe('1.5')
    expect(compute('mean', 1, 1, 0)).toBe('0.666666666667 (rounded)')
    expect(compute('quotient', -1, 3)).toBe('-0.333333333333 (rounded)')
    expect(compute('quotient', 1, 0)).toBe('a division by zero has no result')
  })

  it.each([
    ['what is no number', 'sum', [1, 'two'], '"two" is not a number'],
    ['two points without groups', 'sum', ['1.2.3'], '"1.2.3" is not a number'],
    ['groups of two digits', 'sum', ['12,34,5.0'], '"12,34,5.0" is not a number'],
    ['a power beyond reason', 'sum', ['1e999'], '"1e999" is not a number'],
    ['a million values', 'sum', Array.from({ length: 1_000_000 }, () => 1), "the input can't be read: values"],
    ['no values', 'sum', [], "the input can't be read: values"],
    ['another operation', 'guess', [1], "the input can't be read: operation"],
  ])('says what is wrong with %s', (_, operation, values, said) => {
    expect(answerFrom([], { name: 'compute', input: { operation, values } })).toContain(said)
  })
})

describe('read_record', () => {
  const long = [call({ output: Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join('\n') })]
  const read = (input: object, records = long) => answerFrom(records, { name: 'read_record', input })

  it('gives the lines that are asked for, and says how many there are and how to go on', () => {
    expect(read({ record: 'r1', from: 999 })).toBe(
      '[r1, read_file a.txt: lines 999 to 1000 of 1000]\nline 999\nline 1000',
    )
    expect(read({ record: 'r1', from: 2, lines: 1 })).toBe(
      '[r1, read_file a.txt: lines 2 to 2 of 1000; go on with from: 3]\nline 2',
    )
  })

  it('gives a text of one long line in pieces, together all of it', () => {
    const text = 'abcdefghij'.repeat(5_000)
    const records = [call({ output: text })]
    const pieces: string[] = []
    for (let from = 1; from <= 25; from++) {
      pieces.push(read({ record: 'r1', from, lines: 1 }, records).split('\n')[1] ?? '')
    }
    expect(pieces.join('')).toBe(text)
    expect(read({ record: 'r1' }, records).length).toBeLessThan(17_000)
  })

  it('gives of a change what was written', () => {
    const change = { bytesBefore: 1, bytesAfter: 2, diff: '-a\n+b' }
    const edit = call({ tool: 'edit_file', effect: 'repeatable', output: 'edited', input: { text: 'b' }, change })
    const sent = call({ tool: 'send', effect: 'irreversible', output: 'sent', input: { text: 'Dear Bob' } })
    expect(read({ record: 'r1' }, [edit])).toContain('edited\n[change]\n-a\n+b')
    expect(read({ record: 'r1' }, [sent])).toContain('sent\n[input]\ntext: Dear Bob')
  })

  it('says what is wrong with a record or a line that there is not', () => {
    expect(read({ record: 'r2' })).toBe('there is no record r2: they are r1 to r1')
    expect(read({ record: 'r1', from: 1_001 })).toBe('r1 has 1000 lines: there is no line 1001')
    expect(read({})).toContain("the input can't be read: record")
    expect(read({ record: 'r1' }, [])).toBe('there are no records')
  })
})

describe('search_records', () => {
  beforeAll(loadSearch)

  const search = (input: object, records = bills) => answerFrom(records, { name: 'search_records', input })

  it('gives each matching line with its record and number, and how many there are', () => {
    expect(search({ pattern: 'Ada' })).toBe(
      'r1:1: 1\tAda,0.10\nr2:1: 1\tAda,0.20\n[2 matching lines in 2 of 2 records]',
    )
    expect(search({ pattern: 'Ada', records: ['r2'] })).toContain('[1 matching line in 1 of 1 record]')
  })

  it('says where a line was read more than once, and so is counted more than once', () => {
    const pattern = '(?<key>\\w+),(?<value>[\\d.,]+)$'
    const again = call({ id: 'c', tool: 'shell', target: null, output: 'Ada,0.10\nBob,5.00\n' })
    expect(search({ pattern }, [...bills, again])).toContain(
      '2 lines in several records, counted in each: name the records to count them once',
    )
    expect(search({ pattern })).not.toContain('several records')
  })

  it('counts and adds up by key, with named groups', () => {
    const found = search({ pattern: String.raw`^\d+\t(?<key>\w+),(?<value>[\d.,]+)$` })
    expect(found.split('\n').slice(0, 3)).toEqual([
      'total: count 4, sum 1239.8 in 2 keys',
      '"Ada": count 2, sum 0.3',
      '"Bob": count 2, sum 1239.5',
    ])
    expect(search({ pattern: '(?<key>Ada|Bob)' }).split('\n').slice(0, 3)).toEqual([
      'total: count 4 in 2 keys',
      '"Ada": count 2',
      '"Bob": count 2',
    ])
  })

  it('finds lines by their beginning, whether a pattern heeds the numbers in front or not', () => {
    const [total, ...rest] = search({ pattern: String.raw`^(?<key>\w+),(?<value>0[\d.]+)$` }).split('\n')
    expect(total).toBe('total: count 2, sum 0.3 in 1 key')
    expect(rest.at(-1)).toBe('[2 matching lines in 2 of 2 records; matched without the number and tab in front]')
    expect(search({ pattern: String.raw`^\d\tAda` })).toContain('[2 matching lines in 2 of 2 records]')
  })

  it('counts every match of a line, and names values that are no numbers', () => {
    const records = [call({ output: 'a=1 a=2 b=x' })]
    expect(search({ pattern: String.raw`(?<key>\w)=(?<value>\w)` }, records).split('\n').slice(0, 3)).toEqual([
      'total: count 2, sum 3 in 1 key',
      '"a": count 2, sum 3',
      'not numbers, and left out: 1, such as "x" in r1:1',
    ])
  })

  it('counts once a result that was read twice', () => {
    const again = { ...call({ output: 'one' }), id: 'again' }
    expect(search({ pattern: 'one' }, [call({ output: 'one' }), again])).toBe(
      'r2:1: one\n[1 matching line in 1 of 1 record; not searched: 1 call that a later one repeats]',
    )
  })

  it('shows as many lines as there is room for and counts all', () => {
    const found = search({ pattern: 'x' }, [call({ output: 'x'.repeat(200).concat('\n').repeat(1_000) })])
    expect(found).toContain('[1000 matching lines in 1 of 1 record; 38 shown]')
    expect(found.length).toBeLessThan(9_000)
  })

  it('stops a search that would take too long, and says from where on', () => {
    const records = ['a', 'b'].map((id) => call({ id, target: id, output: 'x'.repeat(300_000) }))
    expect(search({ pattern: '(x{50}y){2}' }, records)).toContain('too much for one search: not searched from r2 on')
  })

  it('says what is wrong with a pattern or a record', () => {
    expect(search({ pattern: '(' })).toContain("the input can't be read: pattern")
    expect(search({ pattern: '(?=a)' })).toContain("the input can't be read: pattern")
    expect(search({ pattern: 'a', records: ['r9'] })).toBe('there is no record r9: they are r1 to r2')
  })
})

describe('the record tools', () => {
  it('describe themselves by JSON schemas', () => {
    expect(recordTools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['read_record', ['record']],
      ['search_records', ['pattern']],
      ['compute', ['operation', 'values']],
    ])
  })

  it('keep their names from tools of the host', () => {
    expect(() => assertNotReserved([{ name: 'read_file' }])).not.toThrow()
    for (const name of ['compute', 'ask_user'])
      expect(() => assertNotReserved([{ name }])).toThrow(expect.objectContaining({ code: 'reserved_name' }))
  })

  it('answer a call without an input, or of another tool', () => {
    expect(answerFrom([], { name: 'compute', input: null })).toContain("the input can't be read")
    expect(answerFrom([], { name: 'read_file', input: {} })).toBe('there is no tool read_file')
  })
})
