import { counted } from '../text/numbers.js'
import { line } from '../text/spans.js'
import type { Look } from './look.js'

/** The first lines, as many as there is room for; the last one then says how many more there are. */
export function bounded(lines: readonly string[], most: number, { width, paint }: Look): readonly string[] {
  if (lines.length <= most) return lines
  const shown = lines.slice(0, Math.max(0, most - 1))
  return [...shown, line([['faint', `… ${counted(lines.length - shown.length, 'more line')}`]], width, paint)]
}
