import { describeIssues } from '@artoo/spec'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { AgentReport, Reference } from '../protocol/agent-report.js'
import type { AgentCard, Tag } from '../protocol/card.js'
import type { Fault } from '../protocol/log-event.js'
import type { Claim, SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { reportSchemaOf } from '../roster/report-schema.js'
import { claimOf, standing } from '../session/claims.js'

/** The facts about an output that code knows, whatever its author says. */
export interface OutputFacts {
  readonly card: AgentCard
  /** ISO 8601. */
  readonly at: string
  readonly iteration: number
  readonly respondingTo: number | 'PHI_QUERY' | 'INITIAL'
  /** The agents whose outputs it was shown. */
  readonly inputs: readonly number[]
  readonly family: string
  readonly tokens: number
  readonly session: Pick<SessionState, 'claims' | 'contradictions'>
  /** The number of claims that existed when it was asked: it knows the first so many. */
  readonly known: number
  /** The confidence from which the session proceeds. */
  readonly threshold: number
}

/** A report as the message that all others know, or why it is kept apart. */
export function readMessage(
  written: unknown,
  given: OutputFacts,
): { readonly message: AgentMessage } | { readonly faults: readonly Fault[] } {
  const foreign = rosterFault(written, given.card)
  if (foreign) return { faults: [foreign] }
  const result = reportSchemaOf(given.card)['~standard'].validate(written)
  if (result instanceof Promise || result.issues) {
    const message = result instanceof Promise ? 'its schema must validate at once' : describeIssues(result.issues)
    const path = result instanceof Promise ? [] : (result.issues[0]?.path ?? [])
    const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || null
    return { faults: [{ code: 'schema', field, message }] }
  }
  const report = result.value as AgentReport
  const faults = incoherences(report, given)
  if (faults.length > 0) return { faults }
  const message = messageOf(report, given)
  const { confidence } = message.summary
  if (confidence !== null && confidence < protocol.usable) {
    const percent = Math.round(confidence * 100)
    const text = `its confidence is ${percent} %, below ${protocol.usable * 100} %`
    return { faults: [{ code: 'low_confidence', field: 'confidence', message: text }] }
  }
  return { message }
}

/** Checks that an agent that names itself is the agent that was asked. */
function rosterFault(written: unknown, { id, name, tier }: AgentCard): Fault | null {
  if (typeof written !== 'object' || written === null || !('header' in written)) return null
  const { header } = written as { readonly header?: Partial<AgentMessage['header']> | null }
  const own = { agentId: id, agentName: name, agentTier: tier } as const
  for (const field of ['agentId', 'agentName', 'agentTier'] as const) {
    const said = header?.[field]
    if (said === undefined || said === own[field]) continue
    const message = `it calls itself ${JSON.stringify(said)}, and agent ${id} is ${name} (${tier})`
    return { code: 'roster', field: `header.${field}`, message }
  }
  return null
}

/** The span in which each tier's factor lies (section 2.3); other tiers give none. */
const factorSpans: Readonly<Partial<Record<AgentCard['tier'], readonly [number, number]>>> = {
  VERIFICATION: [0.5, 1.5],
  ADVERSARY: [0, 1],
}

/** The contradictions within a report, and references to things that don't exist. */
function incoherences(report: AgentReport, given: OutputFacts): readonly Fault[] {
  const { session } = given
  const claims = new Set(session.claims.slice(0, given.known).map(({ id }) => id))
  const contradictions = new Set(session.contradictions.map(({ id }) => id))
  const unknown = (field: string, known: ReadonlySet<string>, ...ids: readonly (string | null)[]) =>
    ids.flatMap((id) => (id === null || known.has(id) ? [] : [fault(field, `there is no ${id} that you were shown`)]))
  return [
    ...report.references.flatMap((reference, index) => [
      ...unknown(`references.${index}.claim`, claims, reference.claim),
      ...factorFaults(reference, given, `references.${index}.factor`),
    ]),
    ...report.contradictions.flatMap(({ a, b }, index) => [
      ...unknown(`contradictions.${index}`, claims, a, b),
      ...(a === b ? [fault(`contradictions.${index}`, 'a claim can not contradict itself')] : []),
    ]),
    ...(report.resolutions ?? []).flatMap(({ contradiction }, index) =>
      unknown(`resolutions.${index}.contradiction`, contradictions, contradiction),
    ),
    ...unknown('same', claims, ...(report.same ?? []).flat()),
    ...unknown('synthesis.restsOn', claims, ...(report.synthesis?.restsOn ?? [])),
    ...groundless(report, session),
  ]
}

/** An answer that calls itself complete and whose grounds fell, or are beside what the panel found to matter. */
function groundless({ synthesis, native }: AgentReport, session: OutputFacts['session']): readonly Fault[] {
  if (!synthesis) return []
  const field = 'synthesis.restsOn'
  const grounds = synthesis.restsOn.flatMap((id) => claimOf(session, id) ?? [])
  const fallen = grounds.filter(({ status }) => status === 'rejected')
  if (fallen.length > 0) {
    const ids = fallen.map(({ id }) => id).join(', ')
    return [fault(field, `${ids} was rejected: give an answer that does not rest on it`)]
  }
  const critical = standing(session).filter((claim) => claim.critical)
  if (native !== 'SYNTHESIS_COMPLETE' || critical.length === 0 || grounds.some((claim) => claim.critical)) return []
  const message = `a complete answer rests on a critical claim (${critical.map(({ id }) => id).join(', ')}): name those that it would fall without, or call it SYNTHESIS_PARTIAL`
  return [fault(field, message)]
}

const fault = (field: string, message: string): Fault => ({ code: 'coherence', field, message })

function factorFaults(reference: Reference, { card: { tier }, session }: OutputFacts, field: string): readonly Fault[] {
  const { type, factor } = reference
  if (factor === null) return []
  const span = factorSpans[tier]
  if (!span) return [fault(field, `an agent of ${tier} gives no factors: null`)]
  if (!within(factor, span)) return [fault(field, `must be from ${span[0]} to ${span[1]} for an agent of ${tier}`)]
  const { evidence, check } = reference
  if (factor === 0 && evidence === null && check === null) {
    return [
      fault(field, 'a claim is refuted by something that can be looked at: give evidence or a check, or more than 0'),
    ]
  }
  if (factor === 0 && check === null && isShown(claimOf(session, reference.claim))) {
    return [fault(field, `a check has shown ${reference.claim}: refute it by a check, or give more than 0`)]
  }
  return contrary(reference) ? [fault(field, `it ${type} the claim and its factor says the opposite`)] : []
}

/** By a check of the host's: only another check can refute it. */
const isShown = (claim: Claim | undefined) =>
  claim !== undefined &&
  claim.status !== 'rejected' &&
  claim.factors.some(({ kind, value }) => kind === 'check' && value >= 1)

const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most

const contrary = ({ type, factor }: Reference) =>
  factor !== null && ((type === 'SUPPORTS' && factor < 1) || (type === 'CONTRADICTS' && factor >= 1))

/** The message of a report that is sound. */
export function messageOf(report: AgentReport, given: Omit<OutputFacts, 'session' | 'known'>): AgentMessage {
  const { card, at, iteration, respondingTo, inputs, family, tokens, threshold } = given
  const confidence = numeric(report.confidence)
  const against = report.references.find(({ type }) => type === 'CONTRADICTS')
  const isAtOdds = report.contradictions.length > 0 || against !== undefined
  return {
    header: {
      ...{ agentId: card.id, agentName: card.name, agentTier: card.tier },
      ...{ timestamp: at, iteration, respondingTo },
    },
    summary: {
      verdict: report.verdict,
      native: report.native ?? null,
      tag: tagOf(report, card, confidence, threshold),
      confidence,
      confidenceBasis:
        typeof report.confidence === 'string'
          ? [report.confidence, report.confidenceBasis].filter(Boolean).join(': ')
          : report.confidenceBasis,
    },
    body: {
      findings: report.findings,
      claims: report.claims,
      references: report.references,
      contradictions: report.contradictions,
      questions: report.questions,
      same: report.same ?? [],
      clarified: report.clarified ?? null,
      resolutions: report.resolutions ?? [],
      synthesis: report.synthesis ?? null,
      content: report.content,
    },
    dependencies: {
      inputsUsed: inputs,
      outputsFor: [...new Set(card.contract.provides.flatMap(({ consumers }) => consumers))],
    },
    flags: {
      contradictionDetected: isAtOdds,
      contradictionWith: against?.agent ?? null,
      ...report.flags,
      confidenceCritical: confidence !== null && confidence < threshold,
    },
    meta: { tokensUsed: tokens, family, processingNotes: '' },
  }
}

/** A word stands for a number (A.2). */
const numeric = (confidence: AgentReport['confidence']) =>
  typeof confidence === 'string' ? protocol.words[confidence] : confidence

function tagOf(report: AgentReport, card: AgentCard, confidence: number | null, threshold: number): Tag {
  if (report.native !== undefined) return card.verdicts[report.native] ?? 'UNCERTAIN'
  if (confidence === null || confidence < threshold) return 'UNCERTAIN'
  return report.references.some(({ type }) => type === 'CONTRADICTS') ? 'CONTRADICTS' : 'SUPPORTS'
}
