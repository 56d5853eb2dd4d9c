import type { ToolCallRecord } from '@artoo/runtime'
import * as z from 'zod'
import { recordText, shortLinesOf } from './record-lines.js'

/** Characters of one answer. */
const longest = 16_000

export const readRecordInput = z.object({
  record: z.string().max(200).describe('its name, such as r3'),
  from: z.number().int().min(1).default(1).describe('first line'),
  lines: z.number().int().min(1).max(5_000).default(400),
})

export function readRecord(
  named: ReadonlyMap<string, ToolCallRecord>,
  { record: name, from, lines: most }: z.output<typeof readRecordInput>,
  room = longest,
): string {
  const record = named.get(name)
  if (!record) return unknownRecord(name, named)
  const all = shortLinesOf(recordText(record))
  if (from > all.length) return `${name} has ${all.length} lines: there is no line ${from}`
  const shown: string[] = []
  let left = room
  for (const line of all.slice(from - 1, from - 1 + most)) {
    left -= line.length + 1
    if (left < 0 && shown.length > 0) break
    shown.push(line)
  }
  const last = from + shown.length - 1
  const next = last < all.length ? `; go on with from: ${last + 1}` : ''
  return `[${name}, ${headOf(record)}: lines ${from} to ${last} of ${all.length}${next}]\n${shown.join('\n')}`
}

const headOf = ({ tool, target }: ToolCallRecord) =>
  [tool, ...(target === null ? [] : [target.slice(0, 200)])].join(' ')

export function unknownRecord(name: string, named: ReadonlyMap<string, ToolCallRecord>): string {
  const names = [...named.keys()]
  return names.length === 0
    ? 'there are no records'
    : `there is no record ${name}: they are ${names[0]} to ${names.at(-1)}`
}
