import { oneLine } from '@artoo/sdk'
import { counted } from '../text/numbers.js'
import type { PayloadOf } from './events.js'

type Result = Pick<PayloadOf<'ToolResult'>, 'status' | 'output' | 'change' | 'byHand' | 'code'>

/** The result of a call in one short line. */
export function resultLine({ status, output, change, byHand, code }: Result): string {
  const said = oneLine(firstLine(output).replace(lawMark, ''), 200)
  if (status !== 'ok') return said || oneLine(code ?? 'no reason given', 200)
  if (byHand) return oneLine(`done by hand: ${said}`, 200)
  if (change?.diff) return changeLine(change.diff)
  if (change) return `${counted(change.bytesBefore, 'byte')} → ${counted(change.bytesAfter, 'byte')}`
  const note = ownNote.exec(output)?.[1]
  if (note !== undefined) return oneLine(note, 160)
  const lines = output.trimEnd().split('\n').length
  return lines > 1 ? `${oneLine(said, 160)} (${counted(lines, 'line')})` : said
}

/** The state of the call says it already. */
const lawMark = /^\[LAW1\] refused: /

/** The last line of a result, in which a tool says how much it shows. */
const ownNote = /\n\[\w+: ([^\n\]]+)\]\s*$/

const firstLine = (text: string) => text.split('\n').find((part) => part.trim() !== '') ?? ''

/** Lines that come and go in a unified diff: `+3 −1`. */
export function changeLine(diff: string): string {
  let [added, removed] = [0, 0]
  for (const part of bodyOf(diff)) {
    if (part.startsWith('+')) added += 1
    if (part.startsWith('-')) removed += 1
  }
  return `+${added} −${removed}`
}

/** The lines of a unified diff behind its file headers. */
export function bodyOf(diff: string): readonly string[] {
  const lines = diff.replace(/\n$/, '').split('\n')
  const first = lines.findIndex((part) => part.startsWith('@@'))
  return first === -1 ? lines : lines.slice(first)
}
