import type { PersonRequest } from '@artoo/sdk'
import type { Happening } from '../conversation/conversation.js'

/** Lines for a width, not wider. They may be coloured; other control characters are taken out by the screen. */
export type Lines = (width: number) => readonly string[]

export type Tone = 'plain' | 'person' | 'quiet' | 'error'

/** A part of what happened: lines in one tone, or Markdown. */
export type Block = { readonly tone: Tone; readonly lines: Lines } | { readonly markdown: string }

/** A text that fills the screen: a record of a tool, a diff, a help. */
export interface Page {
  readonly title: string
  readonly summary?: string | undefined
  readonly lines: Lines
}

/** The row of tasks as it is shown, folded from its happenings. */
export interface Views {
  /** Takes a happening and returns the blocks that are finished by it: they never change again. */
  take(happening: Happening): readonly Block[]
  /** Blocks of the task under way that still change. */
  live(): readonly Block[]
  /** The work of this moment in a few words; empty between turns. */
  activity(): string
  /** One line: mode, models, tokens, cost. */
  status(width: number): string
  /** The request without its choices: action, reason, diff, question. */
  request(request: PersonRequest): Lines
  /** Calls and their records, the oldest first. */
  records(): readonly Page[]
}

export interface History {
  /** The oldest first. */
  read(): Promise<readonly string[]>
  add(text: string): Promise<void>
}

export interface Item {
  readonly value: string
  readonly label: string
  readonly description?: string | undefined
}

/** An outcome of a command, as the screen shows it. */
export type Shown =
  | {
      readonly type: 'lines'
      readonly lines: readonly string[]
      readonly tone?: Tone | undefined
      /** Words for the prompt. */
      readonly text?: string | undefined
    }
  | { readonly type: 'page'; readonly page: Page }
  | {
      readonly type: 'pick'
      readonly title: string
      readonly items: readonly Item[]
      choose(value: string): Promise<Shown | null>
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'leave' }

export interface Command {
  /** The word after the slash. */
  readonly name: string
  readonly summary: string
  /** Values that the argument may have. */
  complete?(argument: string): Promise<readonly Item[]>
  run(argument: string, signal: AbortSignal): Promise<Shown | null>
}
