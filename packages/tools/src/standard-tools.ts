import type { Tool } from '@artoo/spec'
import { fileToolsIn } from './file-tools.js'
import { historyOption, type SnapshotOptions } from './history/history-option.js'
import { type RootOptions, rootOption } from './root-option.js'
import { shellToolIn } from './shell/shell-tool.js'
import { surroundingsOf } from './surroundings.js'

/**
 * The standard tools in order of preference, the special before the general (paper section 11.1): `list_files`, `glob`,
 * `search_text`, `read_file`, `edit_file`, `write_file`, `shell`.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function standardTools(options: RootOptions & SnapshotOptions): Tool[] {
  const root = rootOption('standardTools', options, ['snapshots'])
  const history = historyOption(root, options)
  const surroundings = () => surroundingsOf(root)
  return [...fileToolsIn(root, history), shellToolIn(root, history)].map((tool) =>
    Object.assign(tool, { surroundings }),
  )
}
