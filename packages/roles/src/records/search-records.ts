import type { ToolCallRecord } from '@artoo/runtime'
import { describeIssues } from '@artoo/spec'
import { safePattern, searchedLines } from '@artoo/tools/patterns'
import type * as z from 'zod'
import { tellingCalls } from '../evidence/evidence.js'
import { type Decimal, decimalOf, plus, written, zero } from './decimal.js'
import { unknownRecord } from './read-record.js'
import { longestLine, pieces, recordText } from './record-lines.js'
import type { searchInput } from './search-input.js'

/** Characters of the lines of one answer, and of one of them. */
const room = 8_000
const longestExcerpt = 300
/** Lines that are shown beside sums. */
const mostBesideSums = 10
const mostKeys = 200

interface Hit {
  readonly name: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly groups: Readonly<Record<string, string | null>>
}

/** The lines that match, with record and number; where the pattern names groups `key` and `value`, counts and sums by key, too. */
export function searchRecords(
  named: ReadonlyMap<string, ToolCallRecord>,
  { pattern: source, records: names }: z.output<typeof searchInput>,
): string {
  const compiled = safePattern.safeParse(source)
  if (!compiled.success)
    return `the input can't be read: ${describeIssues(compiled.error.issues.map((issue) => ({ ...issue, path: ['pattern'] })))}`
  const { data: pattern } = compiled
  const missing = names?.find((name) => !named.has(name))
  if (missing !== undefined) return unknownRecord(missing, named)
  const telling = new Set(tellingCalls([...named.values()]))
  const chosen = [...new Set(names ?? named.keys())].flatMap((name) => {
    const record = named.get(name)
    return record && (names || telling.has(record)) ? [[name, record] as const] : []
  })
  const texts = chosen.map(([name, record]) => [name, linesOf(record)] as const)
  const asTheyAre = searched(texts, pattern)
  // A pattern may speak of the lines of a file, before which a reading shows their numbers.
  const isBare = asTheyAre.hits.length === 0 && asTheyAre.unsearched === null
  const { hits, unsearched } = isBare ? searched(texts, pattern, lineNumber) : asTheyAre
  const isGrouped = ['key', 'value'].some((name) => Object.hasOwn(pattern.namedGroups(), name))
  const shown = shownLines(hits, isGrouped ? mostBesideSums : Infinity)
  const matching = new Set(hits.map(({ name, line }) => `${name}:${line}`)).size
  const old = named.size - telling.size
  const repeated = isGrouped ? repeatedIn(hits) : 0
  const facts = [
    `${counted(matching, 'matching line')} in ${new Set(hits.map(({ name }) => name)).size} of ${counted(chosen.length, 'record')}`,
    isBare && matching > 0 && 'matched without the number and tab in front',
    shown.length < matching && `${shown.length} shown`,
    isGrouped &&
      repeated > 0 &&
      `${counted(repeated, 'line')} in several records, counted in each: name the records to count them once`,
    !names && old > 0 && `not searched: ${counted(old, 'call')} that a later one repeats`,
    unsearched !== null && `too much for one search: not searched from ${unsearched} on`,
  ]
  return [...(isGrouped ? sumsOf(hits) : []), ...shown, `[${facts.filter(Boolean).join('; ')}]`].join('\n')
}

const lineNumber = /^ *\d+\t/

const linesOf = (record: ToolCallRecord) =>
  recordText(record)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))

/** The matches in texts, and the name of the first one that is too much for one search. `without`: a beginning of lines that is not looked at. */
function searched(
  texts: readonly (readonly [name: string, lines: readonly string[]])[],
  pattern: z.output<typeof safePattern>,
  without?: RegExp,
): { readonly hits: readonly Hit[]; readonly unsearched: string | null } {
  const hits: Hit[] = []
  let left: number | undefined
  for (const [name, all] of texts) {
    const lines = without ? all.map((line) => line.replace(without, '')) : all
    const found = searchedLines(lines, pattern, left)
    left = found.left
    hits.push(...hitsIn(name, lines, found.matches))
    if (found.searched < lines.length) return { hits, unsearched: name }
  }
  return { hits, unsearched: null }
}

function hitsIn(
  name: string,
  lines: readonly string[],
  matches: ReturnType<typeof searchedLines>['matches'],
): readonly Hit[] {
  const firstPiece: number[] = []
  let count = 0
  for (const line of lines) {
    firstPiece.push(count)
    count += pieces(line).length
  }
  return matches.map(({ line, at, groups }) => ({
    name,
    line: (firstPiece[line] ?? 0) + Math.floor(at / longestLine) + 1,
    text: excerpt(lines[line] ?? '', at),
    groups,
  }))
}

/** The number of matching lines that stand in more than one record, as those of a file that was read twice do. */
function repeatedIn(hits: readonly Hit[]): number {
  const records = new Map<string, Set<string>>()
  for (const { text, name } of hits) {
    const line = text.replace(lineNumber, '')
    records.set(line, (records.get(line) ?? new Set()).add(name))
  }
  return [...records.values()].filter((names) => names.size > 1).length
}

function excerpt(line: string, at: number): string {
  if (line.length <= longestExcerpt) return line
  const from = Math.max(0, at - longestExcerpt / 3)
  const to = from + longestExcerpt
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

function shownLines(hits: readonly Hit[], most: number): readonly string[] {
  const shown = new Map<string, string>()
  let left = room
  for (const { name, line, text } of hits) {
    const place = `${name}:${line}`
    if (shown.has(place)) continue
    const next = `${place}: ${text}`
    left -= next.length + 1
    if (left < 0 || shown.size >= most) break
    shown.set(place, next)
  }
  return [...shown.values()]
}

interface Group {
  readonly count: number
  readonly sum: Decimal
}

const added = ({ count, sum }: Group, value: Decimal): Group => ({ count: count + 1, sum: plus(sum, value) })

/** Counts by key, and sums where the pattern takes values, in all and by key. */
function sumsOf(hits: readonly Hit[]): readonly string[] {
  const hasValues = hits.some(({ groups }) => 'value' in groups)
  const hasKeys = hits.some(({ groups }) => 'key' in groups)
  const byKey = new Map<string, Group>()
  const none: Group = { count: 0, sum: zero }
  let total = none
  const strange: string[] = []
  for (const { groups, name, line } of hits) {
    const { key, value: text } = groups
    const value = hasValues ? decimalOf(text ?? '') : zero
    if (!value) {
      strange.push(`${JSON.stringify((text ?? '').slice(0, 40))} in ${name}:${line}`)
      continue
    }
    byKey.set(key ?? '', added(byKey.get(key ?? '') ?? none, value))
    total = added(total, value)
  }
  const told = ({ count, sum }: Group) => `count ${count}${hasValues ? `, sum ${written(sum)}` : ''}`
  const sorted = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))
  const keys = sorted
    .slice(0, mostKeys)
    .map(([key, group]) => `${JSON.stringify(key.slice(0, longestExcerpt))}: ${told(group)}`)
  return [
    `total: ${told(total)}${hasKeys ? ` in ${counted(byKey.size, 'key')}` : ''}`,
    ...(hasKeys ? keys : []),
    ...(sorted.length > mostKeys ? [`[${sorted.length - mostKeys} more keys]`] : []),
    ...(strange.length > 0 ? [`not numbers, and left out: ${strange.length}, such as ${strange[0]}`] : []),
  ]
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
