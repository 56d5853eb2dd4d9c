import type { ToolCallRecord } from '@artoo/runtime'
import { hasActed } from '../evidence/evidence.js'
import { standing } from '../evidence/standing.js'
import { newTalk, type Talk } from '../looks/talk.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { ModelVerdict } from '../messages/outputs.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { WithShape } from '../typed-output/shape.js'

export interface MetaValidatorComponents extends WithShape {
  /** Names of tools by which the judge may look at the world. @defaultValue none */
  readonly readTools?: readonly string[]
  /** Instructions of the host, in words for the model. @defaultValue none */
  readonly instructions?: string | undefined
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
}

export interface State {
  /** The manifest of the round under way; null between rounds. */
  readonly manifest: DispatchManifest | null
  readonly outcomes: readonly SubTaskOutcome[]
  /** Outcomes that matched in earlier rounds: they stand and are merged with this round's. */
  readonly kept: readonly SubTaskOutcome[]
  /** Changing calls of earlier rounds whose work doesn't stand. */
  readonly lost: readonly ToolCallRecord[]
  readonly merged: string | null
  /** Somebody else than the one who wrote the merge judges it. */
  readonly isJudged: boolean
  readonly talk: Talk
  /** The step after the checks: the verdicts of the merge's writer, or the facts that another judge is asked about. */
  readonly pending: Pending | null
}

type Pending =
  | { readonly verdicts: readonly ModelVerdict[]; readonly strange?: undefined }
  | { readonly verdicts?: undefined; readonly strange: readonly string[] }

export const initial: State = {
  manifest: null,
  outcomes: [],
  kept: [],
  lost: [],
  merged: null,
  isJudged: false,
  talk: newTalk,
  pending: null,
}

/** The calls of all work that counts for the verdicts, in their order. */
export function callsOf({ lost, kept, outcomes }: State): readonly ToolCallRecord[] {
  return [...lost, ...[...kept, ...outcomes].flatMap(({ toolCalls }) => toolCalls)]
}

/** Until the next plan comes. */
export function between({ kept, outcomes, lost }: State, taskVerdicts: readonly CriterionVerdict[]): State {
  const all = [...kept, ...outcomes]
  const stands = standing(all, taskVerdicts)
  const fallen = all.filter((outcome) => !stands.includes(outcome))
  const acted = fallen.flatMap(({ toolCalls }) => toolCalls.filter(hasActed))
  return { ...initial, kept: stands, lost: [...lost, ...acted] }
}
