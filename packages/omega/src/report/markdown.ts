import { confidenceIn } from '../text/plain-text.js'
import type { DeliberationReport, ReportedArgument, ReportedClaim, ReportedCost } from './deliberation-report.js'
import { bullets, inline, quoted, table } from './markdown-text.js'
import { stands } from './reported-claims.js'

/**
 * A report as Markdown for people: the answer first, its history last. Texts of models can't pass for the report's own.
 */
export function reportMarkdown(report: DeliberationReport): string {
  const sections = [
    ...answer(report),
    section('For and against', forAndAgainst(report)),
    section('What would change this', bullets(report.wouldChange)),
    section('Open contradictions', contradictions(report)),
    section('Claims', claims(report)),
    section('Refuted', refuted(report)),
    section('How it ended', ending(report)),
    section('What it cost', costs(report)),
    auditTrail(report),
  ]
  return `${sections.filter((one) => one !== '').join('\n\n')}\n`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`
}

const listed = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `**${title}**\n\n${bullets(texts).join('\n')}`

function answer(report: DeliberationReport): readonly string[] {
  const { problem } = report
  const asked = `*${inline(problem.clarified ?? problem.original) || 'No problem was stated'}*`
  switch (report.status) {
    case 'SUCCESS':
      return [
        `# Answer\n\n${asked}`,
        quotedAnswer(report.answer),
        standing(report),
        listed('Caveats', report.caveats),
        evidence(report, report.supportingEvidence),
        `Verified by ${names(report, report.verifiedBy)}. Survived attacks from ${names(report, report.survivedAttacksFrom)}.`,
        listed('Still open', stillOpen(report)),
      ]
    case 'PARTIAL':
      return [
        `# Partial answer\n\n${asked}`,
        quotedAnswer(report.partialAnswer),
        standing(report),
        ...(report.partialAnswer !== null && report.restsOn.length === 0 ? [groundless] : []),
        listed('Answered', report.answered),
        listed('Not answered', report.unanswered),
        `**What would complete it:** ${inline(report.whatWouldComplete)}`,
      ]
    case 'FAILURE':
      return [
        `# No answer\n\n${asked}`,
        `**Why:** ${inline(report.whyFailed)} (${report.failureType})`,
        standing(report),
        listed('What was learnt', report.whatWasLearned),
        `**What to do:** ${inline(report.recommendation)}`,
        listed('What was attempted', report.whatWasAttempted),
      ]
    default:
      return report satisfies never
  }
}

/** Evidence with the claim that it is for, so that a reader can tell whether the two belong together. */
function evidence(report: DeliberationReport, texts: readonly string[]): string {
  const lines = texts.map((text) => {
    const places = report.claims.flatMap(({ id, judgements }) =>
      judgements
        .filter((one) => one.evidence === text && report.restsOn.includes(id))
        .map(({ agent }) => `${id}, ${nameOf(report, agent)}`),
    )
    return `- ${inline(text)}${places.length === 0 ? '' : ` (${places.join('; ')})`}`
  })
  return lines.length === 0 ? '' : `**Evidence**\n\n${lines.join('\n')}`
}

/** Contradictions have a section of their own. */
function stillOpen({ byTier, openContradictions }: DeliberationReport): readonly string[] {
  const contradictions = new Set(openContradictions.map(({ id, why }) => `${id}: ${why}`))
  return byTier.meta.remainingIssues.filter((issue) => !contradictions.has(issue))
}

const quotedAnswer = (text: string | null) => (text === null ? 'No answer was written.' : quoted(text))

const groundless = '**It rests on no claim of the panel:** nobody verified or attacked what it says.'

function standing({ confidence, voices }: DeliberationReport): string {
  const heard = voices === null ? 'unknown' : `${voices.toFixed(1)} (for the claim that has the fewest)`
  return `**Confidence:** ${confidenceIn(confidence)}. **Independent voices:** ${heard}.`
}

function forAndAgainst(report: DeliberationReport): readonly string[] {
  const { strongestFor, strongestAgainst, dissent } = report
  const told = (title: string, { agent, claim, value, independent, evidence }: ReportedArgument) => {
    const factor = value === null ? '' : `, factor ${value.toFixed(2)}`
    const how = independent ? ', independent' : ''
    return `- **${title}** (${nameOf(report, agent)} on ${claim}${factor}${how}): ${inline(evidence)}`
  }
  return [
    ...(strongestFor ? [told('For', strongestFor)] : []),
    ...(strongestAgainst ? [told('Against', strongestAgainst)] : []),
    ...leftAside(report).map(({ id, statement, confidence: sure }) => {
      return `- **Left aside** (${id}, critical, confidence ${confidenceIn(sure)}): ${inline(statement)}`
    }),
    ...dissent.map(({ agent, verdict, confidence, claims: against }) => {
      const where = `${nameOf(report, agent)} on ${against.join(', ')}, confidence ${confidenceIn(confidence)}`
      return `- **Dissent** (${where}): ${inline(verdict)}`
    }),
  ]
}

/** The important claims on which the answer doesn't rest: its confidence does not cover them. */
const leftAside = ({ claims, restsOn }: DeliberationReport) =>
  restsOn.length === 0 ? [] : claims.filter((claim) => claim.critical && stands(claim) && !restsOn.includes(claim.id))

function contradictions(report: DeliberationReport): readonly string[] {
  return report.openContradictions.flatMap(({ id, severity, why, a, b }) => [
    `- **${inline(id)}** (${severity}): ${inline(why)}`,
    ...[a, b].map(
      ({ claim, statement, agents }) => `  - ${inline(claim)}, held by ${names(report, agents)}: ${inline(statement)}`,
    ),
  ])
}

function claims(report: DeliberationReport): readonly string[] {
  if (report.claims.length === 0) return ['Nothing was claimed.']
  const rows = report.claims.map(({ id, statement, status, confidence, votes, supporters, attackers }) => [
    report.restsOn.includes(id) ? `**${id}**` : id,
    inline(statement),
    status,
    confidenceIn(confidence),
    votes.toFixed(1),
    supporters.map(({ agent }) => agent).join(', '),
    attackers.join(', '),
  ])
  const note = report.restsOn.length > 0 ? ['', 'Bold: what the answer rests on.'] : []
  return [...table(['', 'Claim', 'Status', 'Confidence', 'Voices', 'For', 'Attacked by'], rows), ...note]
}

function refuted(report: DeliberationReport): readonly string[] {
  return report.claims
    .filter((claim) => claim.status === 'rejected' || refutations(claim).length > 0)
    .map((claim) => {
      const by = refutations(claim).map(({ agent, evidence }) => {
        return `${nameOf(report, agent)}${evidence ? `: ${inline(evidence)}` : ''}`
      })
      const why = by.length > 0 ? by.join('; ') : inline(claim.basis ?? 'unknown')
      return `- **${claim.id}** ${inline(claim.statement)} (by ${why})`
    })
}

const refutations = ({ judgements }: ReportedClaim) => judgements.filter(({ outcome }) => outcome === 'refuted')

function ending(report: DeliberationReport): readonly string[] {
  const { status, code, why, atLimit, degradation, findings, waived } = report
  return [
    `- ${status} (${code}${atLimit ? ', at the limit' : ''}): ${inline(why)}`,
    `- Level ${degradation} of 5: ${levels[degradation] ?? ''}`,
    ...waived.map((one) => `- Not looked at: ${one.toLowerCase()}`),
    ...findings.map(
      ({ detector, severity, message }) => `- ${inline(severity)}, ${inline(detector)}: ${inline(message)}`,
    ),
  ]
}

const levels = [
  'a full answer',
  'a confident answer to a part',
  'a partial answer of medium confidence',
  'an assessment of low confidence',
  'the problem made clearer',
  'a report of the failure',
] as const

function costs({ metrics }: DeliberationReport): readonly string[] {
  const { iterations, agentsDeployed, modelCalls, totalTokens, timeElapsedMs, byTier, byPhase } = metrics
  const row = (name: string, cost: ReportedCost) => [
    name,
    ...[cost.agents, cost.modelCalls, cost.tokens].map(String),
    seconds(cost.timeMs),
  ]
  const numbers = ['Agents', 'Model calls', 'Tokens', 'Seconds']
  const sum = row('**All**', { agents: agentsDeployed, modelCalls, tokens: totalTokens, timeMs: timeElapsedMs })
  const tiers = byTier.map(({ tier, ...cost }) => row(tier, cost))
  const ofPhases = byPhase.map(({ phase, ...cost }) => row(phase ?? 'before the first plan', cost))
  const count = `${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}.`
  return [
    ...table(['Tier', ...numbers], [...tiers, sum]),
    '',
    ...(ofPhases.length > 0 ? [...table(['Phase', ...numbers], ofPhases), ''] : []),
    `${count} Agents work side by side: the seconds of all are what passed from beginning to end.`,
  ]
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

function auditTrail({ auditTrail: trail }: DeliberationReport): string {
  if (trail.length === 0) return ''
  const lines = trail.map(({ timestamp, type, agent, event }) => {
    return `- ${inline(timestamp)} ${inline(type)}${agent === null ? '' : ` (${agent})`}: ${inline(event)}`
  })
  return `<details>\n<summary>Audit trail, ${trail.length} events</summary>\n\n${lines.join('\n')}\n\n</details>`
}

function nameOf({ agents }: DeliberationReport, id: number): string {
  const name = agents.find((agent) => agent.id === id)?.name
  return name === undefined ? `agent ${id}` : `${inline(name)} (${id})`
}

const names = (report: DeliberationReport, ids: readonly number[]) =>
  ids.length === 0 ? 'nobody' : ids.map((id) => nameOf(report, id)).join(', ')
