import { workingFolder } from '../agent/working-folder.js'
import type { Call } from '../call/call.js'

/** The folder whose records a command looks at. */
export const rootOf = ({ cwd, flags }: Pick<Call, 'cwd' | 'flags'>): string => workingFolder(cwd, flags.dir)
