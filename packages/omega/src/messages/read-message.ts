import { oneLine } from '@artoo/llm'
import { describeIssues, shortened } from '@artoo/spec'
import { countedClaim, standing } from '../evidence/counted.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { AgentCard, Tag } from '../protocol/card.js'
import type { Fault } from '../protocol/log-event.js'
import type { AgentReport, Reference } from '../protocol/report.js'
import type { Claim, SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { readSchemaOf } from '../roster/report-schema.js'

/** The facts about an output that code knows, whatever its author says. */
export interface OutputFacts extends Pick<AgentMessage, 'at' | 'iteration' | 'batch' | 'inputs' | 'family' | 'tokens'> {
  readonly card: AgentCard
  readonly session: Pick<SessionState, 'profile' | 'claims' | 'contradictions'>
  /** The number of claims that existed when it was asked: it knows the first so many. */
  readonly known: number
  /** Names of the host's checks. */
  readonly checks: readonly string[]
  /** It was asked for once more already: what is wrong in it is left out, and the rest is heard. */
  readonly isLast: boolean
}

/** A report as the message that all others know, or why it is kept apart. */
export function readMessage(
  written: unknown,
  given: OutputFacts,
): { readonly message: AgentMessage } | { readonly faults: readonly Fault[] } {
  const result = readSchemaOf(given.card).safeParse(written)
  if (!result.success) {
    const { issues } = result.error
    return { faults: [{ code: 'schema', field: issues[0]?.path.join('.') || null, message: describeIssues(issues) }] }
  }
  const report = completed(result.data as unknown as AgentReport, given.card)
  const { confidence } = report
  if (given.session.profile === 'paper' && confidence !== null && confidence < protocol.usable) {
    const message = `its confidence is ${Math.round(confidence * 100)} %, below ${protocol.usable * 100} %`
    return { faults: [{ code: 'low_confidence', field: 'confidence', message }] }
  }
  const faults = incoherences(report, given)
  if (faults.length > 0 && !given.isLast) return { faults }
  return { message: messageOf(withoutFaulty(report, faults), given) }
}

const longestVerdict = 100

/** Adds the verdict and the types of references that a report left out: its answer or text, and its factors, say them. */
function completed(report: AgentReport, { tier }: AgentCard): AgentReport {
  return {
    ...report,
    verdict:
      report.verdict ||
      shortened(oneLine(report.answer ?? report.synthesis?.answer ?? report.text), longestVerdict) ||
      'nothing to say',
    references: report.references.map((reference) => {
      const { factor = null, check = null } = reference
      return { ...reference, factor, check, type: reference.type ?? typeOf(factor ?? 1, tier) }
    }),
  }
}

/** An attack that failed supports, and one that leaves some of a claim limits it; a verifier at 1 is undecided. */
function typeOf(factor: number, tier: AgentCard['tier']): Reference['type'] {
  if (tier === 'ADVERSARY')
    return factor >= protocol.sure ? 'SUPPORTS' : factor < protocol.usable ? 'CONTRADICTS' : 'QUALIFIES'
  return factor > 1 ? 'SUPPORTS' : factor < 1 ? 'CONTRADICTS' : 'QUALIFIES'
}

/** The report without its faulty parts; without an answer whose grounds are at fault. */
function withoutFaulty(report: AgentReport, faults: readonly Fault[]): AgentReport {
  const sound = <Item>(name: string, items: readonly Item[]) =>
    items.filter((_, index) => faults.every(({ field }) => !`${field}.`.startsWith(`${name}.${index}.`)))
  const isFaulty = (name: string) => faults.some(({ field }) => field?.startsWith(name))
  return {
    ...report,
    references: sound('references', report.references),
    contradictions: sound('contradictions', report.contradictions),
    resolutions: sound('resolutions', report.resolutions),
    same: isFaulty('same') ? [] : report.same,
    check: isFaulty('check') ? null : report.check,
    synthesis: isFaulty('synthesis') ? undefined : report.synthesis,
  }
}

/** The contradictions within a report, and references to things that don't exist. */
function incoherences(report: AgentReport, { card, session, known, checks }: OutputFacts): readonly Fault[] {
  const claims = new Set(session.claims.slice(0, known).map(({ id }) => id))
  const contradictions = new Set(session.contradictions.map(({ id }) => id))
  const unknown = (field: string, there: ReadonlySet<string>, ...ids: readonly string[]) =>
    ids.flatMap((id) => (there.has(id) ? [] : [fault(field, `there is no ${id} that you were shown`)]))
  const named = (field: string, check: Reference['check']) =>
    check === null || checks.includes(check.name)
      ? []
      : [fault(field, `there is no check ${check.name}; there is ${checks.join(', ') || 'none'}`)]
  return [
    ...named('check', report.check ?? null),
    ...report.references.flatMap((reference, index) => [
      ...named(`references.${index}.check`, reference.check),
      ...unknown(`references.${index}.claim`, claims, reference.claim),
      ...factorFaults(reference, session, `references.${index}.factor`, card.tier === 'ADVERSARY'),
    ]),
    ...report.contradictions.flatMap(({ a, b }, index) => [
      ...unknown(`contradictions.${index}`, claims, a, b),
      ...(a === b ? [fault(`contradictions.${index}`, 'a claim can not contradict itself')] : []),
    ]),
    ...report.resolutions.flatMap(({ contradiction }, index) =>
      unknown(`resolutions.${index}.contradiction`, contradictions, contradiction),
    ),
    ...unknown('same', claims, ...report.same.flat()),
    ...report.same.flatMap((ids, index) => splitBy(report, ids, `same.${index}`)),
    ...unknown('synthesis.restsOn', claims, ...(report.synthesis?.restsOn ?? [])),
    ...groundless(report, session),
  ]
}

/** Claims that a report calls the same and finds to be right and wrong. */
function splitBy({ references }: AgentReport, ids: readonly string[], field: string): readonly Fault[] {
  const factors = references.flatMap(({ claim, factor }) => (factor !== null && ids.includes(claim) ? factor - 1 : []))
  const isSplit = factors.some((one) => factors.some((other) => one * other < 0))
  return isSplit
    ? [fault(field, 'claims that say the same can not be right and wrong: mend the group or the factors')]
    : []
}

/** An answer without grounds, whose grounds fell, or that is beside what the panel found to matter. */
function groundless({ synthesis }: AgentReport, session: OutputFacts['session']): readonly Fault[] {
  if (!synthesis) return []
  const field = 'synthesis.restsOn'
  const grounds = synthesis.restsOn.flatMap((id) => countedClaim(session, id) ?? [])
  const fallen = grounds.filter(({ status }) => status === 'rejected')
  if (fallen.length > 0) {
    const ids = fallen.map(({ id }) => id).join(', ')
    return [fault(field, `${ids} was rejected: give an answer that does not rest on it`)]
  }
  const answers = standing(session).filter(({ isAnswer }) => isAnswer)
  const critical = answers.length > 0 ? answers : standing(session).filter((claim) => claim.critical)
  if (critical.length === 0 || grounds.some(({ id }) => critical.some((claim) => claim.id === id))) return []
  const ids = critical.map(({ id }) => id).join(', ')
  const rule = 'an answer rests on one of those that were proposed, or where there is none on a critical claim'
  return [fault(field, `${rule} (${ids}): name those that it would fall without`)]
}

const fault = (field: string, message: string): Fault => ({ code: 'coherence', field, message })

function factorFaults(
  { claim: id, type, factor, evidence, check }: Reference,
  session: OutputFacts['session'],
  field: string,
  isShare: boolean,
): readonly Fault[] {
  if (factor === null) return []
  if (factor === 0 && evidence === null && check === null) {
    const message = 'a claim is refuted by something that can be looked at: give evidence or a check, or more than 0'
    return [fault(field, message)]
  }
  const claim = countedClaim(session, id)
  if (factor === 0 && check === null && claim && isShown(claim))
    return [fault(field, `a check has shown ${id}: refute it by a check, or give more than 0`)]
  // An attacker's factor is a share: any may be a support that is limited.
  const isContrary = (type === 'SUPPORTS' && factor < 1 && !isShare) || (type === 'CONTRADICTS' && factor >= 1)
  return isContrary ? [fault(field, `it ${type} the claim and its factor says the opposite`)] : []
}

/** By a check of the host's: only another check can refute it. */
const isShown = ({ status, factors }: Claim) =>
  status !== 'rejected' && factors.some(({ kind, value }) => kind === 'check' && value >= 1)

function messageOf(
  { native, synthesis, ...report }: AgentReport,
  { card, session: _, known: __, checks: ___, isLast: ____, ...facts }: OutputFacts,
): AgentMessage {
  return {
    ...{ agent: card.id, name: card.name, tier: card.tier, ...facts, ...report },
    ...{ native: native ?? null, tag: tagOf(native, report, card), synthesis: synthesis ?? null },
  }
}

function tagOf(
  native: string | undefined,
  { references }: Pick<AgentReport, 'references'>,
  { verdicts }: AgentCard,
): Tag {
  if (native !== undefined) return verdicts[native] ?? 'UNCERTAIN'
  return references.some(({ type }) => type === 'CONTRADICTS') ? 'CONTRADICTS' : 'SUPPORTS'
}
