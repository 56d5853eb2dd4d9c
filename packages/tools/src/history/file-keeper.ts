import type { Irreversible } from '@artoo/spec'
import type { FileKeeper, Written } from '../files/file-keeper.js'
import { obeyedOrDefinedBy } from '../pins/obeyed-or-defined-by.js'
import type { WritableHistory } from './file-history.js'
import { newId } from './record-line.js'

/** Writes to a history, or to none. */
export function fileKeeper(history: WritableHistory | undefined): FileKeeper {
  return {
    history,
    write: async (write, carryOut) => (history ? history.write(write, carryOut) : carryOut(newId())),
    undoOf: (written) => undoOf(history, written),
  }
}

async function undoOf(
  history: WritableHistory | undefined,
  { tool, real, name, bytes, signal }: Written,
): Promise<Pick<Irreversible, 'undo' | 'obeyedBy' | 'repeat'>> {
  const by = obeyedOrDefinedBy(name)
  const obeyed = by === null ? {} : { obeyedBy: by }
  if (!(await history?.covers(real, bytes, signal))) return obeyed
  const note = 'each file can be taken back'
  const repeat = by === null ? { repeat: { rule: `${tool}: **`, state: '', always: true, note } } : {}
  return { undo: 'snapshot', ...obeyed, ...repeat }
}
