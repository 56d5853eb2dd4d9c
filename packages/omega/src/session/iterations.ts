import type { IterationRecord, SessionState } from '../protocol/state.js'
import { claimOf, standing } from './claims.js'
import { normalForm } from './normal-form.js'
import { overallConfidence } from './overall.js'
import { noted } from './timeline.js'

/** Records the result of an iteration. One that ends a second time keeps its first record. */
export function iterationEnded(state: SessionState, iteration: number): SessionState {
  if (state.iterations.some((known) => known.iteration === iteration)) return state
  const record: IterationRecord = {
    iteration,
    newFindings: newFindings(state, iteration),
    conclusions: conclusions(state, iteration),
    space: standing(state).filter(({ status }) => status === 'active').length + state.questions.open.length,
    confidence: overallConfidence(state),
    quality: quality(state, iteration),
  }
  const summary = `iteration ${iteration} ended with ${record.newFindings} new findings`
  return noted({ ...state, iterations: [...state.iterations, record] }, 'DECISION', null, summary)
}

function newFindings({ claims, contradictions }: SessionState, iteration: number): number {
  const isNew = (found: { readonly iteration: number } | null) => found?.iteration === iteration
  const inClaims = claims.flatMap((claim) => [claim, ...claim.evidence, ...claim.factors]).filter(isNew)
  return inClaims.length + contradictions.filter(({ resolution }) => isNew(resolution)).length
}

/** The claims that were asserted or supported in it. */
function conclusions(state: SessionState, iteration: number): readonly string[] {
  const said = messagesOf(state, iteration).flatMap(({ body }) => [
    ...body.claims.map(({ statement }) => statement),
    ...body.references.flatMap(({ type, claim }) =>
      type === 'SUPPORTS' ? (claimOf(state, claim)?.statement ?? []) : [],
    ),
  ])
  return [...new Set(said.map(normalForm))].sort()
}

function quality(state: SessionState, iteration: number): string | null {
  return messagesOf(state, iteration).findLast(({ header }) => header.agentId === 52)?.summary.native ?? null
}

function messagesOf({ messages }: SessionState, iteration: number): SessionState['messages'] {
  return messages.filter(({ header }) => header.iteration === iteration)
}
