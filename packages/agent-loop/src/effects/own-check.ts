import type { PayloadOf } from '@artoo/bus'
import type { CheckFinding } from '../checker.js'
import type { LoopContracts } from '../messages/contracts.js'
import { changedAmong } from './changed-among.js'
import type { VerdictOptions } from './verdict.js'

type Asked = Pick<PayloadOf<LoopContracts, 'Verify'>, 'check' | 'allowedCommands' | 'protectedPaths'>

/** `fault`: why an atom's work does not count; null when it does. */
export type OwnFinding = CheckFinding & { readonly fault: string | null }

/**
 * Whether the check of an atom holds in a copy of what stands, or of another open folder (`from`): what a check leaves behind is no
 * change of anybody's. With a protected file changed, none holds.
 */
export async function ownCheck(
  id: string,
  { check, allowedCommands, protectedPaths }: Asked,
  { workspaces, checker }: VerdictOptions,
  signal: AbortSignal,
  from?: string,
): Promise<OwnFinding> {
  try {
    const { directory } = await workspaces.open(id, 'reading', signal, from)
    const changed = await changedAmong(checker, directory, protectedPaths, signal)
    if (changed.length > 0) return { pass: false, evidence: tampered(changed), fault: tampered(changed) }
    const { pass, evidence } = await checker.run(check, { directory, allowedCommands, signal })
    return { pass, evidence, fault: pass === true ? null : `its check does not hold: ${evidence}` }
  } finally {
    await workspaces.discard(id)
  }
}

const tampered = (changed: readonly string[]) =>
  `tampered: ${changed.join(', ')} decides whether the job is done and must stay as it was`
