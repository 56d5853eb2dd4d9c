import type { FinalResult } from '@artoo/sdk'
import { counted } from '../text/numbers.js'

type Action = FinalResult['changes'][number]

/** Actions in their order, those that look alike once. */
export function countedActions(
  actions: readonly Action[],
): readonly { readonly action: Action; readonly times: number }[] {
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

export function changeSize({ bytesBefore, bytesAfter }: Action): string {
  if (bytesAfter === null) return ''
  return bytesBefore === null || bytesBefore === 0
    ? `, ${counted(bytesAfter, 'byte')}`
    : `, ${bytesBefore.toLocaleString('en-US')} → ${counted(bytesAfter, 'byte')}`
}
