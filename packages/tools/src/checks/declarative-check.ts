import type { CommandCheckArguments } from './command-check.js'
import type { FileCheckArguments } from './file-check.js'
import type { JsonCheckArguments } from './json-check.js'
import type { RegexCheckArguments } from './regex-check.js'

/** A check as data: the name of its kind, and its arguments beside. */
export type DeclarativeCheck =
  | ({ readonly check: 'file' } & Readonly<FileCheckArguments>)
  | ({ readonly check: 'json' } & Readonly<JsonCheckArguments>)
  | ({ readonly check: 'regex' } & Readonly<RegexCheckArguments>)
  | ({ readonly check: 'command' } & Readonly<Omit<CommandCheckArguments, 'argv'>> & {
        readonly argv: readonly string[]
      })
  | { readonly check: 'all' | 'any'; readonly of: readonly DeclarativeCheck[] }
  | { readonly check: 'not'; readonly of: DeclarativeCheck }
  | { readonly check: 'assertion'; readonly text: string }
