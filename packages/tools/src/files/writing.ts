import type { RuleReader } from '@artoo/spec'
import type { FileKeeper } from './file-keeper.js'
import type { InTurn } from './in-turn.js'
import type { SeenFiles } from './seen-files.js'

/** The parts that the tools that write share. */
export interface Writing {
  readonly seen: SeenFiles
  readonly inTurn: InTurn
  readonly keeper: FileKeeper
  readonly rules: RuleReader<{ readonly path?: string | undefined }>
}
