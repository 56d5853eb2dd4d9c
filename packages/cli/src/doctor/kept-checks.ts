import { shellWord } from '../init/shell-word.js'
import { type Check, missing, ok, warning } from './check.js'
import type { Facts } from './facts.js'
import { isProblem, stateElsewhere } from './problem.js'

/** The checks of what is kept of a folder: state folder, journal, memory. */
export function keptChecks({ state, journal, memory }: Facts): readonly Check[] {
  return [stateFolder(state), ...(isProblem(state) ? [] : [journalled(journal), opened(memory)])]
}

function stateFolder(state: Facts['state']): Check {
  if (isProblem(state)) return missing('state folder', state.problem, state.mend)
  const { path, isInsideRoot, isWritable, mode, bytes } = state
  if (isInsideRoot) return missing('state folder', `${path} is inside of the folder that tools work in`, stateElsewhere)
  if (!isWritable) return missing('state folder', `${path} can’t be written`, `chmod u+rwx ${shellWord(path)}`)
  if (mode !== null && (mode & 0o077) !== 0) {
    return warning('state folder', `others may look into ${path}`, `chmod 700 ${shellWord(path)}`)
  }
  return ok('state folder', `${path}, ${sizeText(bytes)}`)
}

function journalled(journal: Facts['journal']): Check {
  if (isProblem(journal)) return missing('journal', journal.problem, journal.mend)
  const counts = Object.entries(journal).map(([name, count]) => `${count} ${name}`)
  const text = counts.length > 0 ? `tasks: ${counts.join(', ')}` : 'no task yet'
  return (journal.unreadable ? warning : ok)('journal', text)
}

/** Only a warning: a task runs without a memory, but doesn't learn. */
function opened(memory: Facts['memory']): Check {
  return memory === null ? ok('memory', 'can be opened') : warning('memory', memory.problem, memory.mend)
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
