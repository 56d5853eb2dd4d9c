import type { PermissionMode } from '@artoo/sdk'
import { type KeyId, matchesKey } from '@mariozechner/pi-tui'

export type Action =
  | 'back'
  | 'stop'
  | 'leave'
  | 'mode'
  | 'records'
  | 'history'
  | 'redraw'
  | 'suspend'
  | 'editor'
  | 'line'

interface Key {
  readonly keys: readonly KeyId[]
  /** Null: the field in focus acts on it. */
  readonly action: Action | null
  readonly name: string
  readonly words: string
}

const table: readonly Key[] = [
  { keys: ['enter'], action: null, name: 'Enter', words: 'sends; words that come while a task works steer it' },
  {
    keys: ['alt+enter', 'ctrl+j'],
    action: 'line',
    name: 'Shift+Enter, Alt+Enter, Ctrl+J, \\ Enter',
    words: 'begins a new line',
  },
  {
    keys: ['escape'],
    action: 'back',
    name: 'Esc',
    words: 'interrupts the task; without one it clears the text; twice: rewinds',
  },
  { keys: ['shift+tab'], action: 'mode', name: 'Shift+Tab', words: 'goes from mode to mode: ask, edits, plan' },
  { keys: ['tab'], action: null, name: 'Tab', words: 'completes a /command or an @path' },
  { keys: ['up', 'down'], action: null, name: 'Up, Down', words: 'show earlier words' },
  { keys: ['ctrl+r'], action: 'history', name: 'Ctrl+R', words: 'searches earlier words' },
  { keys: ['ctrl+o'], action: 'records', name: 'Ctrl+O', words: 'shows the calls and their records' },
  { keys: ['ctrl+g'], action: 'editor', name: 'Ctrl+G', words: 'opens the text in $EDITOR' },
  { keys: ['ctrl+l'], action: 'redraw', name: 'Ctrl+L', words: 'draws the screen anew' },
  { keys: ['ctrl+z'], action: 'suspend', name: 'Ctrl+Z', words: 'goes back to the shell; `fg` returns' },
  { keys: ['ctrl+c'], action: 'stop', name: 'Ctrl+C', words: 'clears the text; twice: parks the task and leaves' },
  { keys: ['ctrl+d'], action: 'leave', name: 'Ctrl+D', words: 'leaves when the text is empty' },
]

export const actionOf = (data: string): Action | null =>
  table.find(({ action, keys }) => action !== null && keys.some((key) => matchesKey(data, key)))?.action ?? null

/** The keys with what they do, in words. */
export const keyWords = (): readonly { readonly name: string; readonly words: string }[] => table

/** Milliseconds in which a second press belongs to the first. */
const escapeTwice = 500
const stopTwice = 2_000

export interface Standing {
  readonly isWorking: boolean
  readonly isEmpty: boolean
  readonly now: number
}

/** The effect of a key that may be pressed twice, with the time at which a first press counts; null: it doesn't. */
export interface Effect<Does extends string> {
  readonly does: Does
  readonly pressedAt: number | null
}

export function escaped(
  { isWorking, isEmpty, now }: Standing,
  pressedAt: number | null,
): Effect<'rewind' | 'interrupt' | 'clear' | 'none'> {
  if (pressedAt !== null && now - pressedAt <= escapeTwice) return { does: 'rewind', pressedAt: null }
  if (isWorking) return { does: 'interrupt', pressedAt: now }
  return isEmpty ? { does: 'none', pressedAt: now } : { does: 'clear', pressedAt: null }
}

export function stopped({ isEmpty, now }: Standing, pressedAt: number | null): Effect<'leave' | 'clear' | 'warn'> {
  if (pressedAt !== null && now - pressedAt <= stopTwice) return { does: 'leave', pressedAt: null }
  return { does: isEmpty ? 'warn' : 'clear', pressedAt: now }
}

const cycle: readonly PermissionMode[] = ['ask', 'edits', 'plan']

/** The mode after another; a mode that is not in the row is followed by its first. */
export const modeAfter = (mode: PermissionMode): PermissionMode =>
  cycle[(cycle.indexOf(mode) + 1) % cycle.length] ?? 'ask'
