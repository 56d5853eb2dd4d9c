import type { CheckFinding } from '../ports/checker.js'
import { argvsOf } from '../state/state-file.js'
import { findingOf, type VerdictOptions, type VerdictRequest } from './verdict.js'

/** `fault`: why an atom's work does not count; null when it does. */
export type OwnFinding = CheckFinding & { readonly fault: string | null }

interface AskedOfAtom extends VerdictRequest {
  readonly of: string
}

/**
 * Whether the check of an atom holds in a copy of what stands, or of another open folder (`from`): what a check leaves behind is no
 * change of anybody's. With a protected file changed, none holds.
 */
export async function ownCheck(
  id: string,
  { check, of, words, objective, people }: AskedOfAtom,
  { workspaces, checker, gate }: VerdictOptions,
  signal: AbortSignal,
  from?: string,
): Promise<OwnFinding> {
  try {
    const { directory } = await workspaces.open(id, 'reading', signal, from)
    const changed = await checker.changed(directory, objective.protected_files, signal)
    if (changed.length > 0) return { pass: false, evidence: tampered(changed), fault: tampered(changed) }
    const commands = objective.allowed_commands
    const refusal = await gate(check, { commands, directory, of, people, signal })
    if (refusal !== null) return { pass: false, evidence: refusal, fault: refusal }
    const run = { directory, allowedCommands: argvsOf(objective), signal }
    const { pass, evidence } = await findingOf(check, words, checker, run)
    return { pass, evidence, fault: pass === true ? null : `its check does not hold: ${evidence}` }
  } finally {
    await workspaces.discard(id)
  }
}

const tampered = (changed: readonly string[]) =>
  `tampered: ${changed.join(', ')} decides whether the job is done and must stay as it was`
