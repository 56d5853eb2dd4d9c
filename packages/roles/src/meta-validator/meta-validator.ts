import { truncateOutput } from '@artoo/tools'
import { ask, briefing } from '../ask.js'
import type { Outgoing } from '../messages/contracts.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { forChecks, forModel, type Judgements, judgementsOf } from '../verdicts.js'
import { metaValidatorInstruction } from './prompt.js'

const key = 'task'

interface State {
  readonly manifest: DispatchManifest | null
  readonly outcomes: readonly SubTaskOutcome[]
  readonly merged: string | null
  readonly judgements: Judgements
}

/**
 * R4b: waits for every outcome of a sequence, gates in code, then has the outputs merged and verified against the task
 * criteria. No model is asked while any subtask stands failed, and none decides about pass or fail of the whole.
 */
export function createMetaValidator(): Role<'R4b', State> {
  return {
    actor: 'R4b',
    initial: { manifest: null, outcomes: [], merged: null, judgements: {} },
    decide(state, message) {
      if (message.type === 'DispatchManifest') {
        return [{ manifest: message.payload, outcomes: [], merged: null, judgements: {} }, []]
      }
      const { manifest } = state
      if (!manifest) return [state, []]
      switch (message.type) {
        case 'SubTaskOutcome':
          return collect(state, manifest, message.payload, message.at)
        case 'ModelReply':
          return message.payload.kind === 'value'
            ? verify(state, manifest, message.payload.value as OutputValue<'verification'>, message.at)
            : [state, []]
        case 'CheckResult': {
          const { index, pass, evidence } = message.payload
          const judgements = { ...state.judgements, [index]: { pass, failureClass: null, evidence } }
          return settle({ ...state, judgements }, manifest, message.at)
        }
        case 'ModelFailure':
          return [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

/** The fan-in gate (paper 3.3, roles v0.7): code, before any model is asked. */
function collect(state: State, manifest: DispatchManifest, outcome: SubTaskOutcome, at: number): Step<'R4b', State> {
  const expected = manifest.subtasks.find((subtask) => subtask.subtaskId === outcome.subtaskId)
  if (!expected || state.outcomes.some((known) => known.subtaskId === outcome.subtaskId)) return [state, []]
  const next = { ...state, outcomes: [...state.outcomes, outcome] }
  const { subtaskId, intent, output } = outcome
  const progress: Outgoing<'R4b'>[] =
    outcome.status === 'matched' ? [{ type: 'Progress', to: 'R7', payload: { subtaskId, intent, output } }] : []

  const { sequence } = expected
  const group = manifest.subtasks.filter((subtask) => subtask.sequence === sequence)
  const arrived = group.flatMap(({ subtaskId: id }) => next.outcomes.filter((known) => known.subtaskId === id))
  if (arrived.length < group.length) return [next, progress]
  if (arrived.some((known) => known.status === 'failed')) {
    return [next, [...progress, requestReplan(next, manifest, at)]]
  }
  if (manifest.subtasks.some((subtask) => subtask.sequence > sequence)) {
    const outputs = arrived.map((known) => ({ intent: known.intent, output: truncateOutput(known.output) }))
    return [next, [...progress, { type: 'SequenceCompleted', to: 'R2', payload: { sequence, outputs } }]]
  }
  return [next, [...progress, askToMerge(next, manifest)]]
}

function askToMerge({ outcomes }: State, { spec, criteria }: DispatchManifest): Outgoing<'R4b'> {
  const data = {
    rawInput: spec.rawInput,
    intent: spec.intent,
    criteria: forModel(criteria),
    outcomes: outcomes.map(({ intent, output, verdicts }) => ({
      intent,
      output,
      evidence: verdicts.map(({ criterion, evidence }) => ({ criterion, evidence })),
    })),
  }
  return ask('verification', briefing(metaValidatorInstruction, data), { key })
}

function verify(
  state: State,
  manifest: DispatchManifest,
  { output, verdicts }: OutputValue<'verification'>,
  at: number,
): Step<'R4b', State> {
  const next = { ...state, merged: output, judgements: judgementsOf(manifest.criteria, verdicts) }
  const toolCalls = state.outcomes.flatMap((outcome) => outcome.toolCalls)
  const checks = forChecks(manifest.criteria).map(({ index, check }): Outgoing<'R4b'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls } }
  })
  return checks.length > 0 ? [next, checks] : settle(next, manifest, at)
}

function settle(state: State, manifest: DispatchManifest, at: number): Step<'R4b', State> {
  const { merged, judgements, outcomes } = state
  if (merged === null || !manifest.criteria.every((_, index) => index in judgements)) return [state, []]
  const taskVerdicts = manifest.criteria.map(({ text, mode }, index): CriterionVerdict => {
    const judgement = judgements[index]
    return {
      criterion: text,
      mode,
      verdict: judgement?.pass ? 'pass' : 'fail',
      failureClass: judgement?.failureClass ?? null,
      evidence: judgement?.evidence ?? '',
      failedAttempts: judgement?.pass ? 0 : 1,
      attempts: 1,
    }
  })
  if (taskVerdicts.some((verdict) => verdict.verdict === 'fail')) {
    return [state, [requestReplan(state, manifest, at, taskVerdicts)]]
  }
  const payload = { ...common(manifest, at), outcomes: [...outcomes], taskVerdicts, output: merged }
  return [state, [{ type: 'OutcomeSummary', to: 'R7', payload }]]
}

function requestReplan(
  { outcomes, merged }: State,
  manifest: DispatchManifest,
  at: number,
  taskVerdicts: CriterionVerdict[] = [],
): Outgoing<'R4b'> {
  const all = manifest.subtasks.map(
    ({ subtaskId, intent }) => outcomes.find((outcome) => outcome.subtaskId === subtaskId) ?? notRun(subtaskId, intent),
  )
  const failed = all.flatMap(({ status, intent, failureReason }) =>
    status === 'failed' ? [`${intent}: ${failureReason}`] : [],
  )
  const unmet = taskVerdicts.flatMap(({ verdict, criterion, evidence }) =>
    verdict === 'fail' ? [`${criterion}: ${evidence}`] : [],
  )
  const gapSummary = [...failed, ...unmet].join('; ')
  const payload = { ...common(manifest, at), outcomes: all, taskVerdicts, output: merged, gapSummary }
  return { type: 'ReplanRequest', to: 'R7', payload }
}

function common({ round, spec }: DispatchManifest, at: number) {
  return { round, intent: spec.intent, elapsedMs: at - spec.receivedAt }
}

/** A subtask whose sequence never came. It counts as undone, or a task could succeed by skipping its work. */
function notRun(subtaskId: string, intent: string): SubTaskOutcome {
  return {
    subtaskId,
    intent,
    status: 'failed',
    output: '',
    failureReason: 'not run, because an earlier subtask failed',
    failureClass: null,
    verdicts: [],
    attempts: 0,
    toolCalls: [],
  }
}
