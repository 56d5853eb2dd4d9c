import { type Component, Editor, type Focusable, matchesKey, type TUI } from '@mariozechner/pi-tui'
import { drawn, typed, wrappable } from './plain.js'
import type { Theme } from './theme.js'

export interface Field extends Component, Focusable {
  /** The text with the pasted blocks that are shown as marks. */
  text(): string
  setText(text: string): void
  handleInput(data: string): void
  readonly editor: Editor
}

/** Columns: in fewer, pi-tui would wrap a wide character without an end. */
const narrowest = 4

/** A field of several lines: Enter submits; Shift+Enter, Alt+Enter, Ctrl+J and `\` Enter begin a new line. */
export function createField(tui: TUI, theme: Theme, submit: (text: string) => void): Field {
  const editor = new Editor(tui, theme.editor)
  editor.onSubmit = submit
  return {
    editor,
    get focused() {
      return editor.focused
    },
    set focused(isFocused) {
      editor.focused = isFocused
    },
    text: () => editor.getExpandedText(),
    setText: (text) => editor.setText(typed(text)),
    handleInput: (data) => editor.handleInput(isNewLine(data) ? '\n' : wrappable(data)),
    render: (width) =>
      editor.render(Math.max(width, narrowest)).map((line) => drawn(line, editor.isShowingAutocomplete())),
    invalidate: () => editor.invalidate(),
  }
}

const isNewLine = (data: string) => matchesKey(data, 'alt+enter') || (data !== '\r' && matchesKey(data, 'ctrl+j'))
