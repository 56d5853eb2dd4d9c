import type { oneByOnePerKey, RuleReader } from '@artoo/spec'
import type { FileKeeper } from './file-keeper.js'
import type { SeenFiles } from './seen-files.js'

/** The parts that the tools that write share. */
export interface Writing {
  readonly seen: SeenFiles
  /** Writes to one file go one by one, so that none changes what the one before looked at. */
  readonly inTurn: ReturnType<typeof oneByOnePerKey<string>>
  readonly keeper: FileKeeper
  readonly rules: RuleReader<{ readonly path?: string | undefined }>
}
