import { type FinalResult, oneLine } from '@artoo/sdk'
import type { Paint } from '../text/paint.js'
import { line, paragraph } from '../text/spans.js'
import { changeSize, countedActions } from './actions.js'
import type { Look } from './look.js'

const heads: Readonly<Record<FinalResult['status'], readonly [keyof Paint, string]>> = {
  complete: ['good', '✓ done'],
  partial: ['warn', '◐ partly done'],
  failed: ['bad', '✗ not done'],
}

const bases: Readonly<Record<FinalResult['basis'], string>> = {
  code: 'checked by code',
  judge: 'checked by a model',
  nobody: 'not checked',
}

/** The end of a task without its output: the summary, what is missing, changed and refused, and what to try next. */
export function resultLines(result: FinalResult, look: Look): readonly string[] {
  const { width, paint } = look
  const { status, basis, summary, missing, changes, refused, nextMoves } = result
  const item = (label: string, text: string, tone?: keyof Paint) =>
    paragraph({ label: `  ${label} `, text: oneLine(text), ...(tone && { tone }) }, width, paint)
  return [
    line([heads[status], ['faint', `, ${bases[basis]}`]], width, paint),
    ...paragraph({ label: '  ', text: oneLine(summary) }, width, paint),
    ...missing.flatMap(({ what, needs }) => item('missing:', `${what} (${needs})`, 'warn')),
    ...countedActions(changes).flatMap(({ action, times }) =>
      item(
        `${doneWords[action.what]}:`,
        `${action.tool} ${action.target ?? ''}${changeSize(action)}${times > 1 ? ` ×${times}` : ''}`,
      ),
    ),
    ...countedActions(refused).flatMap(({ action: { tool, target, why }, times }) =>
      item(
        'refused:',
        `${tool} ${target ?? ''}${times > 1 ? ` ×${times}` : ''}${why === null ? '' : `: ${why}`}`,
        'warn',
      ),
    ),
    ...nextMoves.flatMap((move) => item('next:', move, 'accent')),
  ]
}

const doneWords: Readonly<Record<FinalResult['changes'][number]['what'], string>> = {
  changed: 'changed',
  confirmed: 'changed with your yes',
  by_hand: 'done by hand',
  failed: 'failed',
  refused: 'refused',
}
