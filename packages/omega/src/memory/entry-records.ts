import { shortened } from '@artoo/spec'
import type { EndStatus } from '../protocol/log-event.js'
import type { Claim, FailureEntry, SessionState, SuccessEntry } from '../protocol/state.js'
import { oneLine } from '../text/plain-text.js'
import { type FailureRecord, kept, type SuccessRecord } from './records.js'
import { slugOf } from './signature.js'

/** The same failure of the same agent has the same id in every session, so that it is counted and not repeated. */
export const failureId = ({ type, agent, description }: FailureEntry): string =>
  `${type}/${agent ?? 'nobody'}/${slugOf(lasting(description))}`

export const successId = ({ type, description }: SuccessEntry): string => `${type}/${slugOf(lasting(description))}`

/** Removes ids of claims and contradictions: in the next session they belong to others. */
const lasting = (description: string): string => {
  const told = description.replaceAll(/\b[ck]\d+\b,? ?/g, '').trim()
  return told === '' ? description : told
}

/** The advice for next time, by kind of failure. */
const prevention = {
  APPROACH: (context, who) =>
    `Don't begin with this approach at a ${context} problem${who && `; let ${who} come later`}.`,
  REASONING: (_, who) =>
    `Have this step checked before others build on it${who && `, above all when ${who} takes it`}.`,
  PROCESS: (_, who) => `Have a substitute ready${who && ` for ${who}`}.`,
  PREDICTION: () => 'Let code check such a prediction before anything rests on it.',
} as const satisfies Record<FailureEntry['type'], (context: string, who: string) => string>

/** One more time that it happened. */
export function failureRecord(
  entry: FailureEntry,
  known: FailureRecord | null,
  state: SessionState,
  context: string,
): FailureRecord {
  const { type, agent, description, at } = entry
  return {
    ...recurrence(known, at, context),
    id: failureId(entry),
    type,
    agent,
    description,
    rootCause: rootCauseOf(entry, state) ?? known?.rootCause ?? null,
    prevention: prevention[type](context, agent === null ? '' : `agent ${agent}`),
  }
}

export function successRecord(
  entry: SuccessEntry,
  known: SuccessRecord | null,
  state: SessionState,
  context: string,
): SuccessRecord {
  const agents = new Set(known?.agents)
  if (entry.agent !== null) agents.add(entry.agent)
  const sent = [...agents].sort((one, other) => one - other)
  return {
    ...recurrence(known, entry.at, context),
    id: successId(entry),
    type: entry.type,
    description: entry.description,
    agents: sent,
    factors: factorsOf(state),
    replication: `At a ${context} problem${sent.length > 0 ? `, send ${sent.map((id) => `agent ${id}`).join(', ')}` : ''}: ${entry.description}`,
  }
}

function recurrence(known: FailureRecord | SuccessRecord | null, at: string, context: string) {
  const others = known?.contexts.filter((one) => one !== context) ?? []
  return {
    version: 1 as const,
    contexts: [...others, context].slice(-kept.contexts),
    frequency: (known?.frequency ?? 0) + 1,
    firstAt: known?.firstAt ?? at,
    lastAt: at,
  }
}

/** The fault of the agent's output, or the reason why its claim fell; null when the session doesn't tell. */
function rootCauseOf({ type, agent }: FailureEntry, { quarantined, claims }: SessionState): string | null {
  if (agent === null) return null
  if (type === 'PROCESS') {
    const fault = quarantined.findLast((one) => one.agent === agent)?.faults[0]
    return fault ? `${fault.code}: ${fault.message}` : null
  }
  return claims.findLast(({ proposedBy, basis }) => proposedBy === agent && basis !== null)?.basis ?? null
}

/** The grounds of a success: checks, recoveries, and lessons of earlier sessions. */
function factorsOf({ claims, recoveries, recalled }: SessionState): string[] {
  const confirmed = claims.filter(({ status }) => status === 'confirmed')
  return [
    ...confirmed.map(({ statement, factors }) => {
      const independent = factors.some((factor) => factor.independent && factor.value >= 1)
      return `confirmed${independent ? ' independently' : ''}: ${statement}`
    }),
    ...recoveries.map((kind) => `recovered by ${kind}`),
    ...recalled.map(({ name }) => `known pattern: ${name}`),
  ].slice(0, kept.factors)
}

/**
 * The lesson of a session, in some sentences: how it ended, what it gave up, and what was refuted, the newest three of
 * each.
 */
export function lessonOf({ synthesis, claims }: SessionState, status: EndStatus, why: string): string {
  const told = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? '' : ` ${title}: ${texts.slice(-3).map(quoted).join(', ')}.`
  const statements = (wanted: Claim['status']) =>
    claims.filter((claim) => claim.status === wanted && claim.sameAs === null).map(({ statement }) => statement)
  const end =
    status === 'SUCCESS'
      ? `It worked${synthesis ? `: ${quoted(synthesis.answer)}` : ''}.`
      : `It ended as ${status}: ${lasting(why)}.`
  return `${end}${told('Given up', statements('abandoned'))}${told('Refuted', statements('rejected'))}`
}

const quoted = (text: string) => `“${shortened(oneLine(text), 160)}”`
