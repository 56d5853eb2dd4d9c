import type { Tool } from '@artoo/spec'
import { fileRoot } from './file-root.js'
import { type GlobInput, globTool } from './glob-tool.js'
import { type ReadFileInput, readFileTool } from './read-file-tool.js'
import { type WriteFileInput, writeFileTool } from './write-file-tool.js'

/** `glob`, `read_file` and `write_file`, confined to the directory `root`. */
export function fileTools({
  root,
}: {
  readonly root: string
}): [Tool<GlobInput>, Tool<ReadFileInput>, Tool<WriteFileInput>] {
  const confined = fileRoot(root)
  return [globTool(confined), readFileTool(confined), writeFileTool(confined)]
}
