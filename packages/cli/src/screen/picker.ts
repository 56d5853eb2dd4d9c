import { oneLine } from '@artoo/sdk'
import { type Component, type Focusable, fuzzyFilter, Input, matchesKey, SelectList } from '@mariozechner/pi-tui'
import { drawn, plainItem } from './plain.js'
import type { Item } from './ports.js'
import type { Theme } from './theme.js'

export interface PickerOptions {
  readonly title: string
  readonly items: readonly Item[]
  readonly theme: Theme
  /** Rows of the terminal. */
  readonly rows: () => number
  choose(value: string): void
  cancel(): void
}

export type Picker = Component & Focusable & { handleInput(data: string): void }

/** A list that typed characters narrow. */
export function createPicker({ title, items, theme, rows, choose, cancel }: PickerOptions): Picker {
  const all = items.map(plainItem)
  const input = new Input()
  let fitting = all
  let selected = 0
  const most = () => Math.max(1, Math.min(10, rows() - 5))
  const list = (width: number) => {
    const layout = { minPrimaryColumnWidth: 12, maxPrimaryColumnWidth: Math.max(12, Math.floor(width / 2)) }
    const shown = new SelectList(fitting, most(), theme.editor.selectList, layout)
    shown.setSelectedIndex(selected)
    return shown
  }
  const move = (by: number) => {
    selected = Math.max(0, Math.min(fitting.length - 1, selected + by))
  }
  return {
    get focused() {
      return input.focused
    },
    set focused(isFocused) {
      input.focused = isFocused
    },
    handleInput(data) {
      const item = fitting[selected]
      if (matchesKey(data, 'escape') || matchesKey(data, 'ctrl+c')) cancel()
      else if (matchesKey(data, 'enter')) {
        if (item !== undefined) choose(item.value)
      } else if (matchesKey(data, 'up')) move(-1)
      else if (matchesKey(data, 'down')) move(1)
      else if (matchesKey(data, 'pageUp')) move(-most())
      else if (matchesKey(data, 'pageDown')) move(most())
      else {
        input.handleInput(data)
        fitting = fuzzyFilter(all, input.getValue(), (each) => `${each.label} ${each.description ?? ''}`)
        selected = 0
      }
    },
    render: (width) => [
      theme.bold(oneLine(title)),
      ...input.render(width).map((line) => drawn(line, false)),
      ...(fitting.length === 0 ? [theme.quiet('  Nothing fits.')] : list(width).render(width)),
      theme.quiet('Enter chooses · Esc goes back'),
    ],
    invalidate: () => input.invalidate(),
  }
}
