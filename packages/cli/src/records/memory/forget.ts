import type { ForgetReport, Megram, Memory } from '@artoo/mkct'
import type { Selection } from './selector.js'

/** Erases a selection. The lessons of a task are erased one by one, because no field of a selector names the task. */
export async function forgetSelection(
  memory: Memory,
  selection: Selection,
  { found, signal }: { readonly found: readonly Megram[]; readonly signal: AbortSignal },
): Promise<ForgetReport> {
  if ('selector' in selection) return memory.forget(selection.selector, { signal })
  let total: ForgetReport = { erased: 0, dependents: 0, compacted: true }
  for (const { id } of found) {
    // An earlier one may have taken it along.
    if ((await memory.get(id)) === null) continue
    const { erased, dependents, compacted } = await memory.forget({ id }, { signal })
    total = {
      erased: total.erased + erased,
      dependents: total.dependents + dependents,
      compacted: total.compacted && compacted,
    }
  }
  return total
}
