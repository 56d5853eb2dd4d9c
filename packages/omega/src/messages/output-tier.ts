import { shortened } from '@artoo/spec'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { Tag } from '../protocol/card.js'
import { inQuotes } from '../text/in-quotes.js'
import { oneLine } from '../text/plain-text.js'

/** 0: one line. 1: a paragraph. 2: the full report (section 5). */
export type OutputTier = 0 | 1 | 2

/** The purpose for which a reader reads an output. */
export interface ReadersNeed {
  /** The reader asks for this agent's output, or the output holds a claim that the answer may rest on. */
  readonly critical: boolean
  /** Its author contradicts somebody, or is contradicted. */
  readonly conflict: boolean
  /** The confidence from which the session proceeds. */
  readonly threshold: number
  readonly purpose: 'overview' | 'detail'
  /** Time or tokens run short. */
  readonly pressed: boolean
}

/**
 * The part of an output that a reader is shown (section 5.2): one line if it is not critical to the reader, or if the
 * prompt is under pressure.
 */
export function tierFor({ summary, flags }: AgentMessage, need: ReadersNeed): OutputTier {
  if (!need.critical || need.pressed) return 0
  if (need.purpose === 'detail') return 2
  const isClear =
    summary.tag !== 'UNCERTAIN' &&
    !flags.blocksProgress &&
    !need.conflict &&
    summary.confidence !== null &&
    summary.confidence >= need.threshold
  return isClear ? 0 : 1
}

const longest = 100

/** `[SUPPORTS] conclusion | CONF: 73% | FLAGS: none`: at most 100 characters, of which the conclusion gives way. */
export function verdictLine({ summary: { tag, verdict, confidence }, flags }: AgentMessage): string {
  const raised = [
    ...(flags.blocksProgress ? ['blocks_progress'] : []),
    ...(flags.contradictionDetected ? ['contradiction'] : []),
    ...(flags.requiresResolution ? ['needs_input'] : []),
    ...(flags.confidenceCritical ? ['low_confidence'] : []),
  ]
  const known = confidence === null ? '?' : `${Math.round(confidence * 100)}%`
  for (let count = raised.length; ; count--) {
    const shown =
      raised.length === 0 ? 'none' : [...raised.slice(0, count), ...(count < raised.length ? ['…'] : [])].join(',')
    const line = fitted(tag, verdict, ` | CONF: ${known} | FLAGS: ${shown}`)
    if (line.length <= longest || count === 0) return line
  }
}

function fitted(tag: Tag, verdict: string, tail: string): string {
  const head = `[${tag}] `
  // It can't pass for the line's other parts.
  const text = oneLine(verdict).replaceAll('|', '/')
  const room = Math.max(10, longest - head.length - tail.length)
  return `${head}${shortened(text, room)}${tail}`
}

/** The paragraph (section 5.1): every text of the agent's in quotes. */
export function summaryText({ summary, body, dependencies }: AgentMessage): string {
  const known = summary.confidence === null ? 'not given' : `${Math.round(summary.confidence * 100)}%`
  const basis = summary.confidenceBasis === '' ? '' : `, since ${inQuotes(summary.confidenceBasis)}`
  const used = dependencies.inputsUsed.length === 0 ? 'nobody' : dependencies.inputsUsed.join(', ')
  return [
    `[${summary.tag}] ${inQuotes(summary.verdict)}`,
    `confidence ${known}${basis}; had read ${used}`,
    ...body.findings.map((finding) => `- ${inQuotes(finding)}`),
  ].join('\n')
}

/** The output in full: with its references to claims and the agent's own report; empty parts are left out. */
export function fullText(message: AgentMessage): string {
  const { references, contradictions, resolutions, content, synthesis } = message.body
  const own = said({ references, contradictions, resolutions, synthesis, report: content })
  return own === undefined ? summaryText(message) : `${summaryText(message)}\n${inQuotes(own)}`
}

function said(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map(said).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const kept = said(item)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
