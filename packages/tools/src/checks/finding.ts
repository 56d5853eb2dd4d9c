import type { CheckVerdict } from '@artoo/spec'
import { truncateOutput } from '../truncate-output.js'
import { quoted } from './quoted.js'

/**
 * The result of a check before it becomes a verdict. `holds` is null when it can't be decided: a file that may not be
 * read, a program that is missing, a question for a person. `not` leaves null as it is.
 */
export type Finding =
  | { readonly holds: true; readonly evidence: string }
  | { readonly holds: false; readonly evidence: string; readonly failureClass: 'logical' | 'environmental' }
  | {
      readonly holds: null
      readonly evidence: string
      /** The sentences that a person would have to confirm; absent when something else is undecided. */
      readonly assertions?: readonly string[]
    }

export const held = (evidence: string): Finding => ({ holds: true, evidence })

/** The check was decided, and the answer is no. */
export const wrong = (evidence: string): Finding => ({ holds: false, evidence, failureClass: 'logical' })

/** The thing that the check is about doesn't exist. By the paper a missing file is an environmental failure. */
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
  // A path may hold a line break, and the evidence of nested checks may be long.
  const evidence = truncateOutput(finding.evidence).replace(/\s+/g, ' ')
  if (holds) return { pass: true, evidence }
  if (holds === false) return { pass: false, evidence, failureClass: finding.failureClass }
  const { assertions } = finding
  return { pass: false, evidence, failureClass: 'environmental', ...(assertions && { assertions }) }
}
