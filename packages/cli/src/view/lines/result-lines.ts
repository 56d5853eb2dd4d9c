import { type FinalResult, oneLine } from '@artoo/sdk'
import { counted } from '../text/numbers.js'
import type { Paint } from '../text/paint.js'
import { type Look, line, paragraph } from '../text/spans.js'

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
  const { status, basis, summary, missing, changes, refused, nextMoves } = result
  const item = (label: string, text: string, tone?: keyof Paint) =>
    paragraph({ label: `  ${label} `, text: oneLine(text), ...(tone && { tone }) }, look)
  return [
    line([heads[status], ['faint', `, ${bases[basis]}`]], look),
    ...paragraph({ label: '  ', text: oneLine(summary) }, look),
    ...missing.flatMap(({ what, needs }) => item('missing:', `${what} (${needs})`, 'warn')),
    ...countedActions(changes).flatMap(({ action, times }) => {
      const { what, tool, target } = action
      return item(`${doneWords[what]}:`, `${tool} ${target ?? ''}${changeSize(action)}${timesWord(times)}`)
    }),
    ...countedActions(refused).flatMap(({ action: { tool, target, why }, times }) => {
      const because = why === null ? '' : `: ${why}`
      return item('refused:', `${tool} ${target ?? ''}${timesWord(times)}${because}`, 'warn')
    }),
    ...nextMoves.flatMap((move) => item('next:', move, 'accent')),
  ]
}

const timesWord = (times: number) => (times > 1 ? ` ×${times}` : '')

type Action = FinalResult['changes'][number]

const doneWords: Readonly<Record<Action['what'], string>> = {
  changed: 'changed',
  confirmed: 'changed with your yes',
  by_hand: 'done by hand',
  failed: 'failed',
  refused: 'refused',
}

/** Actions in their order, those that look alike once. */
function countedActions(actions: readonly Action[]): readonly { readonly action: Action; readonly times: number }[] {
  const alike = new Map<string, { action: Action; times: number }>()
  for (const action of actions) {
    const { what, tool, target, why } = action
    const key = JSON.stringify([what, tool, target, why])
    const before = alike.get(key)
    // The last one says how large the text is now.
    alike.set(key, {
      action: { ...action, bytesBefore: before?.action.bytesBefore ?? action.bytesBefore },
      times: (before?.times ?? 0) + 1,
    })
  }
  return [...alike.values()]
}

function changeSize({ bytesBefore, bytesAfter }: Action): string {
  if (bytesAfter === null) return ''
  return bytesBefore === null || bytesBefore === 0
    ? `, ${counted(bytesAfter, 'byte')}`
    : `, ${bytesBefore.toLocaleString('en-US')} → ${counted(bytesAfter, 'byte')}`
}
