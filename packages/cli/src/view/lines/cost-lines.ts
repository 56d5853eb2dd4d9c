import { type RoleUsage, totalOf, type Usage } from '@artoo/runtime'
import { deedOf } from '../task/thinking.js'
import { amount, duration, money } from '../text/numbers.js'
import { type Look, line } from '../text/spans.js'
import { widthOf } from '../text/width.js'

const columns: readonly (readonly [string, (usage: RoleUsage) => string])[] = [
  ['calls', ({ modelCalls }) => String(modelCalls)],
  ['in', ({ inputTokens }) => amount(inputTokens)],
  ['out', ({ outputTokens }) => amount(outputTokens)],
  ['cost', ({ cost }) => (cost === null ? '?' : money(cost))],
  ['cached', ({ cachedInputTokens }) => amount(cachedInputTokens)],
  ['time', ({ durationMs }) => duration(durationMs)],
]

const gap = 2

/** The bill as a table, a line for each role. In little room the last columns go first. */
export function costLines(usage: Usage, look: Look): readonly string[] {
  const roles = Object.entries(usage)
  if (roles.length === 0) return [line([['faint', 'no model was asked']], look)]
  const rows = [...roles.map(([role, spent]) => [deedOf(role), spent] as const), ['in all', totalOf(usage)] as const]
  const cells = columns.map(([title, show]) => [title, ...rows.map(([, spent]) => show(spent))])
  const widths = cells.map((column) => Math.max(...column.map(widthOf)) + gap)
  const names = Math.min(Math.max(...rows.map(([name]) => widthOf(name))), Math.max(8, Math.floor(look.width / 3)))
  let room = look.width - names
  const shown = cells.filter((_, index) => {
    room -= widths[index] ?? 0
    return room >= 0
  })
  return ['', ...rows.map(([name]) => name)].map((name, row) => {
    const label = line([name], { ...look, width: names })
    const padded = label + ' '.repeat(Math.max(0, names - widthOf(label)))
    const values = shown.map((column) => (column[row] ?? '').padStart(Math.max(...column.map(widthOf)) + gap)).join('')
    const text = padded + values
    return line([row === 0 ? ['faint', text] : row === rows.length ? ['strong', text] : text], look)
  })
}
