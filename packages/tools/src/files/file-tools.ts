import type { Tool } from '@artoo/spec'
import { type RootOptions, rootOption } from '../root-option.js'
import type { EditFileInput } from './edit-file-input.js'
import { editFileTool } from './edit-file-tool.js'
import { fileRoot } from './file-root.js'
import { type GlobInput, globTool } from './glob-tool.js'
import { inTurns } from './in-turn.js'
import { type ListFilesInput, listFilesTool } from './list-files-tool.js'
import { type ReadFileInput, readFileTool } from './read-file-tool.js'
import { type SearchTextInput, searchTextTool } from './search-text-tool.js'
import { seenFiles } from './seen-files.js'
import { type WriteFileInput, writeFileTool } from './write-file-tool.js'

type FileTools = [
  Tool<ListFilesInput>,
  Tool<GlobInput>,
  Tool<SearchTextInput>,
  Tool<ReadFileInput>,
  Tool<EditFileInput>,
  Tool<WriteFileInput>,
]

/**
 * `list_files`, `glob`, `search_text`, `read_file`, `edit_file` and `write_file`, confined to the directory `root`. They
 * know together what a run was shown: what it wasn't is not overwritten.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function fileTools(options: RootOptions): FileTools {
  const directory = rootOption('fileTools', options)
  const root = fileRoot(directory)
  const seen = seenFiles()
  const inTurn = inTurns()
  const tools: FileTools = [
    listFilesTool(root),
    globTool(root),
    searchTextTool(root),
    readFileTool(root, seen),
    editFileTool(root, { seen, inTurn }),
    writeFileTool(root, { seen, inTurn }),
  ]
  for (const tool of tools) Object.assign(tool, { root: directory })
  return tools
}
