import type { Sandbox, Tool } from '@artoo/spec'
import { fileToolsIn } from './file-tools.js'
import { historyOption, type SnapshotOptions } from './history/history-option.js'
import { type RootOptions, rootOption } from './root-option.js'
import { assertSandbox } from './sandbox-option.js'
import { type SecretOptions, secretsOption } from './secrets/secret-files.js'
import { shellToolIn } from './shell/shell-tool.js'
import { surroundingsOf } from './surroundings.js'

export interface StandardToolsOptions extends RootOptions, SnapshotOptions, SecretOptions {
  /**
   * Confines every command of the shell: made by `sandbox()` of `@artoo/sandbox`. In mode `edits` confined commands run unasked, since what they
   * change is kept as the writes of file tools are.
   *
   * @defaultValue commands run with the rights of the process
   */
  readonly sandbox?: Sandbox | undefined
}

/**
 * The standard tools in order of preference, the special before the general (paper section 11.1): `list_files`, `glob`,
 * `search_text`, `read_file`, `edit_file`, `write_file`, `shell`.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function standardTools(options: StandardToolsOptions): Tool[] {
  const root = rootOption('standardTools', options, ['snapshots', 'secrets', 'sandbox'])
  const sandbox = assertSandbox(options.sandbox)
  const history = historyOption(root, options)
  const secrets = secretsOption(root, options)
  const surroundings = () => surroundingsOf(root)
  return [...fileToolsIn(root, history), shellToolIn(root, { history, sandbox, ...secrets })].map((tool) =>
    Object.assign(tool, { surroundings, ...secrets }),
  )
}
