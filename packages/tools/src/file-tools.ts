import { oneByOnePerKey, type Tool } from '@artoo/spec'
import type { EditFileInput } from './files/edit-file-input.js'
import { editFileTool } from './files/edit-file-tool.js'
import { fileRoot } from './files/file-root.js'
import { type GlobInput, globTool } from './files/glob-tool.js'
import { type ListFilesInput, listFilesTool } from './files/list-files-tool.js'
import { type ReadFileInput, readFileTool } from './files/read-file-tool.js'
import { type SearchTextInput, searchTextTool } from './files/search-text-tool.js'
import { seenFiles } from './files/seen-files.js'
import { type WriteFileInput, writeFileTool } from './files/write-file-tool.js'
import type { WritableHistory } from './history/file-history.js'
import { fileKeeper } from './history/file-keeper.js'
import { historyOption, type SnapshotOptions } from './history/history-option.js'
import { pathRules } from './permissions/path-rules.js'
import { type RootOptions, rootOption } from './root-option.js'
import { type SecretOptions, secretsOption } from './secrets/secret-files.js'

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
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option; `unsafe_snapshots`.
 */
export function fileTools(options: RootOptions & SnapshotOptions & SecretOptions): FileTools {
  const directory = rootOption('fileTools', options, ['snapshots', 'secrets'])
  const secrets = secretsOption(directory, options)
  const tools = fileToolsIn(directory, historyOption(directory, options))
  for (const tool of tools) Object.assign(tool, secrets)
  return tools
}

export function fileToolsIn(directory: string, history: WritableHistory | undefined): FileTools {
  const keeper = fileKeeper(history)
  const root = fileRoot(directory)
  const seen = seenFiles()
  const inTurn = oneByOnePerKey<string>()
  const rules = pathRules(root, directory, { walks: false })
  const tools: FileTools = [
    listFilesTool(root),
    globTool(root),
    searchTextTool(root),
    readFileTool(root, seen),
    editFileTool(root, { seen, inTurn, keeper, rules }),
    writeFileTool(root, { seen, inTurn, keeper, rules }),
  ]
  const walking = pathRules(root, directory, { walks: true })
  for (const tool of tools) {
    const walks = ['list_files', 'glob', 'search_text'].includes(tool.name)
    Object.assign(tool, { root: directory, rules: walks ? walking : rules })
    const writes = ['write_file', 'edit_file'].includes(tool.name)
    if (writes) Object.assign(tool, { writesOnly: ({ path }: WriteFileInput) => root.nameOf(path) })
  }
  return tools
}
