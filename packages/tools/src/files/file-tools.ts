import type { Tool } from '@artoo/spec'
import { type RootOptions, rootOption } from '../root-option.js'
import { fileRoot } from './file-root.js'
import { type GlobInput, globTool } from './glob-tool.js'
import { type ReadFileInput, readFileTool } from './read-file-tool.js'
import { type WriteFileInput, writeFileTool } from './write-file-tool.js'

/**
 * `glob`, `read_file` and `write_file`, confined to the directory `root`.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function fileTools(options: RootOptions): [Tool<GlobInput>, Tool<ReadFileInput>, Tool<WriteFileInput>] {
  const confined = fileRoot(rootOption('fileTools', options))
  return [globTool(confined), readFileTool(confined), writeFileTool(confined)]
}
