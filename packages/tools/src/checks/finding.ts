import type { CheckVerdict } from '@artoo/spec'
import { truncateOutput } from '../truncate-output.js'
import { quoted } from './quoted.js'

/**
 * What looking came to. It holds, or it doesn't, or (null) nothing could be seen: a file that may not be read, a program
 * that isn't there, what only a person can tell. The third is not a no: `not` of it doesn't hold either.
 */
export type Finding =
  | { readonly holds: true; readonly evidence: string }
  | { readonly holds: false; readonly evidence: string; readonly failureClass: 'logical' | 'environmental' }
  | {
      readonly holds: null
      readonly evidence: string
      /** What a person would have to confirm, when nothing else leaves it open. */
      readonly assertions?: readonly string[]
    }

export const held = (evidence: string): Finding => ({ holds: true, evidence })

/** It was seen, and it is otherwise. */
export const wrong = (evidence: string): Finding => ({ holds: false, evidence, failureClass: 'logical' })

/** What was asked about isn't there: it doesn't hold, and by the paper a missing file is the environment's doing. */
export const missing = (evidence: string): Finding => ({ holds: false, evidence, failureClass: 'environmental' })

export const unseen = (evidence: string): Finding => ({ holds: null, evidence })

export const confirmable = (assertions: readonly string[]): Finding => ({
  holds: null,
  evidence: `a person has to confirm: ${assertions.map(quoted).join('; ')}`,
  assertions,
})

export interface DeclarativeVerdict extends CheckVerdict {
  /** The sentences that a person has to confirm, when nothing else stands between the check and a pass; else left out. */
  readonly assertions?: readonly string[] | undefined
}

export function verdictOf(finding: Finding): DeclarativeVerdict {
  const { holds } = finding
  // A path may hold a line break, and a list of lists of checks much to say.
  const evidence = truncateOutput(finding.evidence).replace(/\s+/g, ' ')
  if (holds) return { pass: true, evidence }
  if (holds === false) return { pass: false, evidence, failureClass: finding.failureClass }
  const { assertions } = finding
  return { pass: false, evidence, failureClass: 'environmental', ...(assertions && { assertions }) }
}
