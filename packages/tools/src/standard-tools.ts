import type { Tool } from '@artoo/spec'
import { fileTools } from './files/file-tools.js'
import { shellTool } from './shell/shell-tool.js'

/** The standard tools in order of preference: glob, read_file, write_file, shell (paper section 11.1). */
export function standardTools({ root }: { readonly root: string }): Tool[] {
  return [...fileTools({ root }), shellTool({ root })]
}
