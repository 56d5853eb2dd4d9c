import { failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { onlyReads } from '@artoo/spec'
import type { Escalation } from '../messages/escalation.js'
import { oneLine } from '../prompts/one-line.js'

/** The work of a direct conversation, as far as rules look at it. */
export interface DirectWork {
  /** Tools of the host that could be called. */
  readonly tools: readonly string[]
  /** The tools among them that may read. */
  readonly readTools: readonly string[]
  /** Records of all attempts. */
  readonly records: readonly ToolCallRecord[]
  /** Criteria whose check has failed in some attempt. */
  readonly failedChecks: readonly string[]
}

/** A condition under which a direct conversation is judged. */
interface EscalationRule {
  readonly name: Escalation['rules'][number]
  /** The reason in words, to follow "because"; null where the rule doesn't apply. */
  because(work: DirectWork): string | null
}

/** Characters of all reasons. */
const longestReason = 500

/** Failed calls from which on an answer is judged. */
const mostFailures = 2

/**
 * The rules by which `depth: 'auto'` has work judged. They read records alone, so that no model decides whether it is looked at.
 */
const escalationRules: readonly EscalationRule[] = [
  {
    name: 'changing_call',
    because({ records, tools, readTools }) {
      const changing = tools.filter((tool) => !readTools.includes(tool))
      const calls = records.filter((record) => isChanging(record) || isUnknown(record, changing))
      const told = [
        ...said(calls, 'ok', 'changed'),
        ...said(calls, 'refused', 'was refused for'),
        ...said(calls, 'error', 'failed at changing'),
      ]
      return told.length > 0 ? told.join(', ') : null
    },
  },
  {
    name: 'no_call',
    because: ({ records, tools }) =>
      tools.length > 0 && records.every(({ effect }) => effect === null) ? 'no tool was called' : null,
  },
  {
    name: 'failed_check',
    because: ({ failedChecks }) => (failedChecks.length > 0 ? `a check failed: ${failedChecks.join('; ')}` : null),
  },
  {
    name: 'failed_tools',
    because({ records }) {
      const failed = records.filter((record) => failureKindOf(record) !== null)
      if (failed.length < mostFailures) return null
      return toolsOf(failed)
        .map((tool) => `\`${tool}\` failed on ${targetsOf(failed, tool)}`)
        .join(', ')
    },
  },
]

/** The rules that apply, with their reasons; null where none does. */
export function judgingFor(work: DirectWork): Escalation | null {
  const met = escalationRules.flatMap(({ name, because }) => {
    const reason = because(work)
    return reason === null ? [] : [{ name, reason }]
  })
  if (met.length === 0) return null
  const because = oneLine(met.map(({ reason }) => reason).join('; '), longestReason)
  return { to: 'judging', rules: met.map(({ name }) => name), because }
}

/** A call that came to nothing before its effect was known, of a tool that does not read. */
const isUnknown = ({ effect, tool }: ToolCallRecord, changing: readonly string[]) =>
  effect === null && changing.includes(tool)

/** Made or only requested. */
const isChanging = ({ effect }: ToolCallRecord) => effect !== null && !onlyReads(effect)

function said(calls: readonly ToolCallRecord[], status: ToolCallRecord['status'], what: string): readonly string[] {
  const meant = calls.filter((call) => call.status === status)
  return toolsOf(meant).map((tool) => `\`${tool}\` ${what} ${targetsOf(meant, tool)}`)
}

const toolsOf = (calls: readonly ToolCallRecord[]) => [...new Set(calls.map(({ tool }) => tool))]

/** Targets that are named, and the characters of one. */
const mostTargets = 2
const longestTarget = 100

function targetsOf(calls: readonly ToolCallRecord[], tool: string): string {
  const own = calls.filter((call) => call.tool === tool)
  const targets = [
    ...new Set(own.map(({ target }) => (target === null ? 'something' : oneLine(target, longestTarget)))),
  ]
  const more = targets.length - mostTargets
  return [...targets.slice(0, mostTargets), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
}
