import type { AutocompleteProvider, TUI } from '@mariozechner/pi-tui'
import { createField, type Field } from './field.js'
import { typed } from './plain.js'
import type { History } from './ports.js'
import type { Theme } from './theme.js'

export interface PromptOptions {
  readonly tui: TUI
  readonly theme: Theme
  readonly history: History
  readonly completion: AutocompleteProvider
  submit(text: string): void
}

export interface Prompt {
  readonly field: Field
  readonly isEmpty: boolean
  /** While a list of completions is open, Esc closes it. */
  readonly isCompleting: boolean
  /** All words that were sent, also by earlier sessions, the newest first, each once. */
  entries(): readonly string[]
  /** Reads the words of earlier sessions. */
  load(): Promise<void>
}

/** The field that a person writes in. */
export function createPrompt({ tui, theme, history, completion, submit }: PromptOptions): Prompt {
  let entries: readonly string[] = []
  const field = createField(tui, theme, (text) => {
    if (text === '') return
    field.editor.addToHistory(text)
    entries = [...entries, text]
    history.add(text).catch(() => {})
    submit(text)
  })
  field.editor.setAutocompleteProvider(completion)
  return {
    field,
    get isEmpty() {
      return field.editor.getText() === ''
    },
    get isCompleting() {
      return field.editor.isShowingAutocomplete()
    },
    entries: () => [...new Set(entries.toReversed())],
    async load() {
      const earlier = (await history.read().catch(() => [])).map(typed)
      for (const entry of earlier) field.editor.addToHistory(entry)
      entries = [...earlier, ...entries]
    },
  }
}
