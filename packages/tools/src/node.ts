export { fileTools } from './files/file-tools.js'
export { type ShellOptions, shellTool } from './shell/shell-tool.js'
export { standardTools } from './standard-tools.js'
