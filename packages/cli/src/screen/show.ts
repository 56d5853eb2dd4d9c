import { someLines } from '@artoo/sdk'
import { errorMessage } from '@artoo/spec'
import { createPager } from './pager.js'
import { createPicker, type Picker } from './picker.js'
import type { Shown } from './ports.js'
import type { Prompt } from './prompt.js'
import type { ScreenTerminal } from './terminal.js'
import type { Theme } from './theme.js'
import type { Transcript } from './transcript.js'

export interface ShowOptions {
  readonly terminal: ScreenTerminal
  readonly theme: Theme
  readonly transcript: Transcript
  readonly prompt: Prompt
  /** Ends all showing. */
  readonly signal: AbortSignal
  /** Called when something else is in focus. */
  changed(): void
  leave(): void
}

export interface Show {
  /** Stands in place of the prompt. */
  readonly picker: Picker | null
  /** Whether a page covers the screen. */
  readonly isPaging: boolean
  present(shown: Shown | null): void
  /** Presents the outcome of something that a person asked for, or the reason why it failed. */
  attempt(work: () => Promise<Shown | null>): void
}

/** Presents the outcomes of commands. */
export function createShow(options: ShowOptions): Show {
  const { terminal, theme, transcript, prompt, signal, changed, leave } = options
  let picker: Picker | null = null
  let isPaging = false

  function attempt(work: () => Promise<Shown | null>): void {
    work().then(present, (error: unknown) =>
      present({ type: 'lines', lines: [someLines(errorMessage(error))], tone: 'error' }),
    )
  }

  function pick({ title, items, choose }: Extract<Shown, { readonly type: 'pick' }>): void {
    const cancel = () => {
      picker = null
      changed()
    }
    picker = createPicker({
      ...{ title, items, theme, cancel },
      rows: () => terminal.rows,
      choose(value) {
        cancel()
        attempt(() => choose(value))
      },
    })
  }

  function present(shown: Shown | null): void {
    if (signal.aborted) return
    switch (shown?.type) {
      case 'lines':
        transcript.append({ tone: shown.tone ?? 'plain', lines: () => shown.lines })
        if (shown.text !== undefined) prompt.field.setText(shown.text)
        break
      case 'text':
        prompt.field.setText(shown.text)
        break
      case 'pick':
        pick(shown)
        break
      case 'page':
        isPaging = true
        terminal.open(
          createPager(shown.page, terminal, theme, () => {
            isPaging = false
            terminal.shut()
            changed()
          }),
        )
        break
      case 'leave':
        leave()
        break
    }
    changed()
  }

  return {
    get picker() {
      return picker
    },
    get isPaging() {
      return isPaging
    },
    present,
    attempt,
  }
}
