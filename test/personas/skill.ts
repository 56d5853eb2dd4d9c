import type { DeclarativeCheck } from '@artoo/tools/node'
import { type Ability, type Hands, readWhole, type Steps, type Written, write } from './hands.js'

export type Asked = Readonly<Record<string, string>>

/** What is done, and what was written for it. */
export interface Done {
  readonly says: string
  readonly written: Written | null
}

export interface Skill {
  readonly name: string
  /** How people say it; `{x}` stands for something in double quotes. */
  readonly forms: readonly [string, ...string[]]
  /** Abilities that are enough, the best choice first. */
  readonly ways: readonly (readonly Ability[])[]
  readonly run: (asked: Asked, hands: Hands) => Steps<Done>
  /** What code can decide of the result, where that can be said beforehand. */
  readonly check?: (asked: Asked) => DeclarativeCheck
  /** It writes, and takes no line away. @defaultValue false */
  readonly adds?: boolean
  /** Finds what is to be added up in all that was read, by key; a judge can search for it. */
  readonly search?: string
  /** It changes something. @defaultValue whether it writes files */
  readonly changes?: boolean
}

export const reading = [['list', 'read', 'shell'], ['shell']] as const
export const writing = [['list', 'read', 'write'], ['shell']] as const
export const looking = [['list'], ['shell']] as const
/** What is found by reading file after file, or by one search. */
export const searching = [['shell'], ['list', 'read']] as const
export const creating = [['write', 'read'], ['shell']] as const

export const command = (...argv: readonly string[]) => ({ check: 'command', argv }) as const
export const printed = (...argv: readonly string[]) => ({ ...command(...argv), inOutput: true })
export const all = (...of: readonly DeclarativeCheck[]) => ({ check: 'all', of }) as const

export const said = (says: string): Done => ({ says, written: null })

/** Writes a file anew unless it is as wanted already. */
function* changed(path: string, { from, to, hands }: { from: string; to: string; hands: Hands }): Steps<Done> {
  if (from === to) return said(`"${path}" is as it should be already.`)
  return { says: `Changed "${path}".`, written: yield* write(path, to, hands) }
}

export function edit(change: (content: string, asked: Asked, hands: Hands) => string): Skill['run'] {
  return function* (asked, hands) {
    const { path, content } = yield* readWhole(asked.path ?? '', hands)
    return yield* changed(path, { from: content, to: change(content, asked, hands), hands })
  }
}

/** A new file with a text that needs no other. */
export function compose(text: (asked: Asked) => string): Skill['run'] {
  return function* (asked, hands) {
    const { path = '' } = asked
    return { says: `Wrote "${path}".`, written: yield* write(path, text(asked), hands) }
  }
}

export const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

export const escaped = (word: string) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
