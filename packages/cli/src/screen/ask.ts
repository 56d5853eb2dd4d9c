import { oneLine, type PersonAnswer, type PersonRequest } from '@artoo/sdk'
import { type Component, type Focusable, matchesKey, type TUI } from '@mariozechner/pi-tui'
import { type Choice, choicesOf, editable, readField } from './choices.js'
import { createField } from './field.js'
import { plainLines } from './plain.js'
import type { Lines } from './ports.js'
import type { Theme } from './theme.js'

/** Milliseconds without a key before the first one counts: keys of a person who is still typing are no answer. */
const calm = 400

export interface AskOptions {
  readonly request: PersonRequest
  readonly lines: Lines
  /** Open requests, this one counted. */
  readonly count: () => number
  /** Number of this one, from 1. */
  readonly number: () => number
  readonly tui: TUI
  readonly theme: Theme
  readonly now: () => number
  /** The time of the last key that was not for it. */
  readonly keyAt: number
  answer(answer: PersonAnswer): void
  /** Gets the keys of a person who was still typing. */
  early(data: string): void
}

export interface Ask extends Component, Focusable {
  handleInput(data: string): void
  /** Leaves a field. False if no field is open. */
  back(): boolean
}

const titles = { confirm: 'May it?', question: 'Question', access: 'Access' } as const
const titleOf = (request: PersonRequest) =>
  request.kind === 'confirm' && request.amended ? 'With your input: may it?' : titles[request.kind]
const hints = { refusal: 'Why? Enter alone says no without a note.', input: 'The input as JSON.', words: '' } as const

/** A request to a person with its choices. */
export function createAsk(options: AskOptions): Ask {
  const { request, tui, theme } = options
  const choices = choicesOf(request)
  let opened: NonNullable<Choice['opens']> | null = choices.length === 0 ? 'words' : null
  let selected = 0
  let top = 0
  let page = 1
  let problem = ''
  let keyAt = options.keyAt
  let isCalm = false
  const field = createField(tui, theme, (text) => {
    if (opened === null) return
    const read = readField(request, opened, text)
    if ('answer' in read) return options.answer(read.answer)
    problem = read.problem
    field.setText(text)
  })

  function choose(choice: Choice | undefined): void {
    if (choice?.answer !== undefined) options.answer(choice.answer)
    if (choice?.opens === undefined) return
    opened = choice.opens
    field.setText(opened === 'input' && request.kind === 'confirm' ? editable(request.input) : '')
  }

  function bodyOf(width: number, room: number): readonly string[] {
    const all = plainLines(options.lines(width))
    const height = Math.max(1, Math.min(room, Math.floor(tui.terminal.rows * 0.6)))
    page = Math.max(1, height - 1)
    top = Math.max(0, Math.min(top, all.length - page))
    if (all.length <= height) return all
    const seen = all.slice(top, top + page)
    return [...seen, theme.quiet(`lines ${top + 1}–${top + seen.length} of ${all.length} · PgUp PgDn`)]
  }

  function choiceLines(room: number): readonly string[] {
    const start = Math.max(0, Math.min(selected, choices.length - room))
    return choices.slice(start, start + room).map(({ keys: [key], label }, index) => {
      const line = `${start + index === selected ? '→' : ' '} ${key}  ${oneLine(label)}`
      return start + index === selected ? theme.accent(line) : line
    })
  }

  return {
    get focused() {
      return field.focused
    },
    set focused(isFocused) {
      field.focused = isFocused
    },
    back() {
      if (opened === null || choices.length === 0) return false
      opened = null
      problem = ''
      return true
    },
    handleInput(data) {
      if (!isCalm) {
        const wasCalm = options.now() - keyAt >= calm
        keyAt = options.now()
        if (!wasCalm) return options.early(data)
        isCalm = true
      }
      if (matchesKey(data, 'pageUp')) top = Math.max(0, top - page)
      else if (matchesKey(data, 'pageDown')) top += page
      else if (opened !== null) {
        problem = ''
        field.handleInput(data)
      } else if (matchesKey(data, 'up')) selected = Math.max(0, selected - 1)
      else if (matchesKey(data, 'down')) selected = Math.min(choices.length - 1, selected + 1)
      else if (matchesKey(data, 'enter')) choose(choices[selected])
      else choose(choices.find(({ keys }) => keys.includes(data.toLowerCase())))
    },
    render(width) {
      const rows = Math.max(1, tui.terminal.rows - 1)
      const place = options.count() > 1 ? ` (${options.number()} of ${options.count()})` : ''
      const title = theme.bold(titleOf(request) + place)
      const below =
        opened === null
          ? choiceLines(Math.max(1, rows - 3))
          : [theme.quiet(problem || hints[opened]), ...field.render(width)]
      return [title, ...bodyOf(width, rows - 1 - below.length), ...below]
    },
    invalidate: () => field.invalidate(),
  }
}
