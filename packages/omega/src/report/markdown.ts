import { confidenceIn } from '../text/plain-text.js'
import type { DeliberationReport, ReportedClaim, ReportedJudgement } from './deliberation-report.js'
import { bullets, inline, quoted, table } from './markdown-text.js'

/** A report as Markdown for people: the answer first, its history last. Texts of models can't pass for the report's own. */
export function reportMarkdown(report: DeliberationReport): string {
  const sections = [
    ...answer(report),
    section('For and against', forAndAgainst(report)),
    section('What would change this', bullets(report.wouldChange)),
    section('Open contradictions', contradictions(report)),
    section('Answers and claims', claims(report)),
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

const titles = { SUCCESS: 'Answer', PARTIAL: 'Unsure answer', FAILURE: 'No answer to rely on' } as const

function answer(report: DeliberationReport): readonly string[] {
  const { status, problem, answer: text, proposed, confidence, voices, restsOn, why, caveats, unanswered } = report
  const asked = inline(problem.clarified ?? problem.original) || 'No problem was stated'
  const heard = voices === null ? 'unknown' : voices.toFixed(1)
  return [
    `# ${titles[status]}\n\n*${asked}*`,
    ...(proposed === null || proposed === text ? [] : [`**${inline(proposed)}**`]),
    text === null ? 'No answer was proposed.' : quoted(text),
    ...(text === null ? [] : [`**Confidence:** ${confidenceIn(confidence)}. **Independent voices:** ${heard}.`]),
    ...(text !== null && restsOn.length === 0
      ? ['**It rests on no claim of the panel:** nobody judged what it says.']
      : []),
    ...(status === 'SUCCESS' ? [] : [`**Why no more:** ${inline(why)}`]),
    listedReasons(report),
    listed('Caveats', caveats),
    listed('Not answered', unanswered),
  ]
}

const listedReasons = (report: DeliberationReport): string =>
  report.reasons.length === 0
    ? ''
    : `**Why**\n\n${report.reasons.map(({ agent, text }) => `- ${nameOf(report, agent)}: ${inline(text)}`).join('\n')}`

/** The strongest evidence for what the answer rests on and against it, and who is for something else. */
function forAndAgainst(report: DeliberationReport): readonly string[] {
  const grounds = report.claims.filter(({ id }) => report.restsOn.includes(id))
  const judged = grounds.flatMap(({ id, judgements }) => judgements.map((one) => ({ ...one, claim: id })))
  const told = judged.filter(({ evidence, outcome }) => evidence !== null && outcome !== 'undecided')
  const line = (title: string, { agent, claim, outcome, evidence }: (typeof told)[number]) =>
    `- **${title}** (${nameOf(report, agent)} on ${claim}, ${outcome}): ${inline(evidence ?? '')}`
  const lines = (title: string, some: typeof told) => some.slice(0, mostArguments).map((one) => line(title, one))
  const ranked = told.toSorted((one, other) => other.value - one.value)
  return [
    ...lines(
      'For',
      ranked.filter(({ outcome }) => outcome === 'verified'),
    ),
    ...lines('Against', ranked.filter(isAgainst).toReversed()),
    ...report.dissent.map(({ agent, verdict, confidence, claims: ids }) => {
      return `- **Dissent** (${nameOf(report, agent)} on ${ids.join(', ')}, confidence ${confidenceIn(confidence)}): ${inline(verdict)}`
    }),
  ]
}

const isAgainst = ({ outcome }: Pick<ReportedJudgement, 'outcome'>) =>
  outcome === 'doubted' || outcome === 'weakened' || outcome === 'refuted'

const mostArguments = 3

function contradictions(report: DeliberationReport): readonly string[] {
  const statement = (id: string) => inline(report.claims.find((claim) => claim.id === id)?.statement ?? '')
  return report.openContradictions.flatMap(({ id, severity, why, a, b }) => [
    `- **${id}** (${severity}): ${inline(why)}`,
    ...[a, b].map((claim) => `  - ${claim}: ${statement(claim)}`),
  ])
}

function claims(report: DeliberationReport): readonly string[] {
  const counted = report.claims.filter(({ sameAs }) => sameAs === null)
  if (counted.length === 0) return ['Nothing was claimed.']
  const rows = counted.map(
    ({ id, statement, isAnswer, status, confidence, voices, supporters, opponents, judgements }) => [
      report.restsOn.includes(id) ? `**${id}**` : id,
      isAnswer ? 'answer' : 'claim',
      inline(statement),
      status,
      confidenceIn(confidence),
      voices.toFixed(1),
      supporters.map(({ agent }) => agent).join(', '),
      judgements
        .filter(({ outcome }) => outcome === 'verified')
        .map(({ agent }) => agent)
        .join(', '),
      [...new Set([...opponents, ...judgements.filter(isAgainst).map(({ agent }) => agent)])].join(', '),
    ],
  )
  const note = report.restsOn.length > 0 ? ['', 'Bold: what the answer rests on.'] : []
  const head = ['', '', 'Statement', 'Status', 'Confidence', 'Voices', 'Held by', 'Verified by', 'Doubted by']
  return [...table(head, rows), ...note]
}

function refuted(report: DeliberationReport): readonly string[] {
  return report.claims
    .filter(({ status }) => status === 'rejected')
    .map(({ id, statement, basis }) => `- **${id}** ${inline(statement)} (${inline(basis ?? 'unknown')})`)
}

function ending(report: DeliberationReport): readonly string[] {
  const { status, code, why, failed, spared } = report
  return [
    `- ${status} (${code}): ${inline(why)}`,
    ...(failed.length === 0 ? [] : [`- Nothing that could be used came from ${names(report, failed)}.`]),
    ...(spared.length === 0
      ? []
      : [`- Agents not sent, since they were not expected to change this: ${spared.length}.`]),
  ]
}

function costs({ metrics }: DeliberationReport): readonly string[] {
  const { iterations, agentsDeployed, modelCalls, totalTokens, timeElapsedMs, byTier } = metrics
  const rows = [
    ...byTier.map(({ tier, ...cost }) => ({ name: tier as string, ...cost })),
    { name: '**All**', agents: agentsDeployed, modelCalls, tokens: totalTokens, timeMs: timeElapsedMs },
  ]
  const count = `${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}.`
  return [
    ...table(
      ['Tier', 'Agents', 'Model calls', 'Tokens', 'Seconds'],
      rows.map(({ name, agents, modelCalls: calls, tokens, timeMs }) => [
        name,
        ...[agents, calls, tokens].map(String),
        (timeMs / 1000).toFixed(1),
      ]),
    ),
    '',
    `${count} Agents work side by side: the seconds of all are what passed from beginning to end.`,
  ]
}

function auditTrail({ auditTrail: trail }: DeliberationReport): string {
  if (trail.length === 0) return ''
  const lines = trail.map(({ timestamp, type, agent, event }) => {
    return `- ${inline(timestamp)} ${inline(type)}${agent === null ? '' : ` (${agent})`}: ${inline(event)}`
  })
  return `<details>\n<summary>Audit trail, ${trail.length} events</summary>\n\n${lines.join('\n')}\n\n</details>`
}

function nameOf({ agents }: DeliberationReport, id: ReportedClaim['proposedBy']): string {
  const name = agents.find((agent) => agent.id === id)?.name
  return name === undefined ? `agent ${id}` : `${inline(name)} (${id})`
}

const names = (report: DeliberationReport, ids: readonly number[]) => ids.map((id) => nameOf(report, id)).join(', ')
