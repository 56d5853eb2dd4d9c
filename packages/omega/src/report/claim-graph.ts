import { shortened } from '@artoo/spec'
import { confidenceIn, oneLine } from '../text/plain-text.js'
import type { DeliberationReport, ReportedClaim, ReportedJudgement } from './deliberation-report.js'

/** More than that nobody can read, and Mermaid gives up at some point. */
const mostClaims = 40
const longestStatement = 60

/** The claims with who holds, attacks and verifies them, as a Mermaid flowchart. */
export function claimGraph(report: DeliberationReport): string {
  const shown = mostTelling(report)
  const ids = new Set(shown.map(({ id }) => id))
  const edges = shown.flatMap(edgesOf)
  const agents = [...new Set(edges.map(({ agent }) => agent))].sort((one, other) => one - other)
  const rest = report.claims.length - shown.length
  const lines = [
    ...shown.map(({ id, statement, confidence, status }) => {
      const text = label(`${id}: ${shortened(oneLine(statement), longestStatement)}`)
      return `${id}["${text}<br/>${label(confidenceIn(confidence))}"]:::${status}`
    }),
    ...agents.map((agent) => `a${agent}(["${label(nameOf(report, agent))}"]):::agent`),
    ...edges.map(({ agent, arrow, text, claim }) => `a${agent} ${arrow}|"${label(text)}"| ${claim}`),
    ...report.openContradictions
      .filter(({ a, b }) => ids.has(a) && ids.has(b))
      .map(({ severity, a, b }) => `${a} <-.->|"${label(`contradicts, ${severity}`)}"| ${b}`),
    ...(rest > 0 ? [`rest["${label(`and ${rest} more claims`)}"]:::abandoned`] : []),
  ]
  return `${['flowchart LR', ...[...lines, ...styles].map((line) => `  ${line}`)].join('\n')}\n`
}

const styles = [
  'classDef active fill:#eef3fb,stroke:#4a6fa5,color:#1b2a41',
  'classDef confirmed fill:#e7f5ea,stroke:#3c7a4b,color:#16331f',
  'classDef rejected fill:#fbeaea,stroke:#a54a4a,color:#411b1b',
  'classDef abandoned fill:#f0f0f0,stroke:#8a8a8a,color:#444444',
  'classDef agent fill:#ffffff,stroke:#8a8a8a,color:#222222',
]

/**
 * The claims that the answer rests on, then the important ones, then the rest; in the order in which they were made.
 */
function mostTelling({ claims, restsOn }: DeliberationReport): readonly ReportedClaim[] {
  const rank = ({ id, critical }: ReportedClaim) => (restsOn.includes(id) ? 0 : critical ? 1 : 2)
  const kept = new Set([...claims].sort((one, other) => rank(one) - rank(other)).slice(0, mostClaims))
  return claims.filter((claim) => kept.has(claim))
}

interface Edge {
  readonly agent: number
  readonly arrow: '-->' | '-.->' | '==>'
  readonly text: string
  readonly claim: string
}

function edgesOf({ id: claim, supporters, opponents, judgements }: ReportedClaim): readonly Edge[] {
  const judged = new Set(judgements.map(({ agent }) => agent))
  const silent = opponents.filter((agent) => !judged.has(agent))
  return [
    ...supporters.map(({ agent }): Edge => ({ agent, arrow: '-->', text: 'supports', claim })),
    ...judgements.map(({ agent, kind, value }): Edge => {
      const { arrow, verb } = looks[kind]
      return { agent, arrow, text: `${verb} ${value.toFixed(2)}`, claim }
    }),
    ...silent.map((agent): Edge => ({ agent, arrow: '-.->', text: 'contradicts', claim })),
  ]
}

const looks = {
  survival: { arrow: '-.->', verb: 'attacks' },
  verification: { arrow: '==>', verb: 'verifies' },
  check: { arrow: '==>', verb: 'checks' },
} as const satisfies Record<ReportedJudgement['kind'], { readonly arrow: Edge['arrow']; readonly verb: string }>

function nameOf({ agents }: DeliberationReport, id: number): string {
  const name = agents.find((agent) => agent.id === id)?.name
  return name === undefined ? `${id}` : `${id} ${name}`
}

/** All but letters, digits, spaces and a few marks as Mermaid's own entities: no text can end its label. */
function label(text: string): string {
  return oneLine(text).replace(/[^\p{L}\p{M}\p{N} .,:…-]/gu, (character) => `#${character.codePointAt(0)};`)
}
