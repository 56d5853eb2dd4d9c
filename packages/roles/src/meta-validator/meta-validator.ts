import { truncateOutput } from '@artoo/tools'
import { recordNames, renamed } from '../evidence/evidence.js'
import { addedMet, byCode, judgementOf, withRestraint } from '../evidence/verdicts.js'
import { called, seen } from '../looks/looking.js'
import type { Incoming } from '../messages/contracts.js'
import type { Progress, SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { Role, Step } from '../role/role.js'
import { outcomeSummary, replanRequest } from './round-report.js'
import { between, callsOf, initial, type MetaValidatorComponents, type State } from './state.js'
import { askToMerge, checked, hear, leaveOpen, merged, sceneOf } from './verify.js'

/**
 * R4b: waits for every outcome of a sequence, gates in code, then has the outputs merged and verified against the task
 * criteria. No model is asked while any subtask stands failed, and none decides about pass or fail of the whole.
 */
export function createMetaValidator(components: MetaValidatorComponents = {}): Role<'R4b', State> {
  return {
    actor: 'R4b',
    initial,
    decide(state, message) {
      if (message.type === 'DispatchManifest') {
        return [{ ...initial, kept: state.kept, lost: state.lost, manifest: message.payload }, []]
      }
      const { manifest } = state
      if (!manifest) return [state, []]
      switch (message.type) {
        case 'SubTaskOutcome':
          return collect(state, manifest, message, components)
        case 'ModelReply':
          return reply(state, manifest, message, components)
        case 'ToolResult':
          return seen(state, message.payload, sceneOf(state, components))
        case 'CheckResult': {
          const { talk } = state
          const judgements = { ...talk.judgements, [message.payload.index]: judgementOf(message.payload) }
          return checked({ ...state, talk: { ...talk, judgements } }, manifest, message.at, components)
        }
        case 'ModelFailure':
          // Parts side by side have no form that was asked for.
          return message.payload.infrastructure || (state.merged === null && components.shape)
            ? [initial, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
            : leaveOpen(state, manifest, message.payload.message, message.at, components)
      }
    },
  }
}

/** The merge with its writer's verdicts, or verdicts of somebody else on it. */
function reply(
  state: State,
  manifest: DispatchManifest,
  { payload, at }: Extract<Incoming<'R4b'>, { type: 'ModelReply' }>,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  if (payload.kind !== 'value') return called(state, payload.toolCalls, sceneOf(state, components))
  const { output } = payload
  if (output === 'last_verdicts') return hear(state, manifest, payload.value.verdicts, at, components)
  if (output !== 'verification' && output !== 'typed_verification') return [state, []]
  return state.merged === null
    ? merged(state, manifest, payload.value, at, components)
    : hear(state, manifest, payload.value.verdicts, at, components)
}

/** The fan-in gate (paper 3.3, roles v0.7): code, before any model is asked. */
function collect(
  state: State,
  manifest: DispatchManifest,
  { payload, at }: { readonly payload: SubTaskOutcome; readonly at: number },
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const outcome = withoutRepeats(manifest.alone ? payload : withIds(payload), state)
  const expected = manifest.subtasks.find((subtask) => subtask.subtaskId === outcome.subtaskId)
  if (!expected || state.outcomes.some((known) => known.subtaskId === outcome.subtaskId)) return [state, []]
  const outcomes = inPlanOrder([...state.outcomes, outcome], manifest)
  const brought = new Set(outcome.toolCalls.map(({ id }) => id))
  const next = { ...state, outcomes, lost: state.lost.filter(({ id }) => !brought.has(id)) }
  const { sequence } = expected
  const group = manifest.subtasks.filter((subtask) => subtask.sequence === sequence)
  const arrived = outcomes.filter((known) => group.some((subtask) => subtask.subtaskId === known.subtaskId))
  // A report on the whole round holds the outcome, too.
  const progress = { type: 'Progress', to: 'R7', payload: withoutCalls(outcome) } as const
  if (arrived.length < group.length) return [next, [progress]]
  if (manifest.alone) return conclude(next, manifest, outcome, at)
  if (arrived.some((known) => known.status === 'failed')) {
    const payload = replanRequest({ manifest, kept: state.kept, outcomes, taskVerdicts: [], output: null, at })
    return [between(next, []), [{ type: 'ReplanRequest', to: 'R7', payload }]]
  }
  if (manifest.subtasks.some((subtask) => subtask.sequence > sequence)) {
    const outputs = arrived.map((known) => ({ intent: known.intent, output: truncateOutput(known.output) }))
    return [next, [progress, { type: 'SequenceCompleted', to: 'R2', payload: { sequence, outputs } }]]
  }
  const calls = callsOf(next)
  const added = isAddedTo(next, manifest) ? [addedMet(calls)] : []
  const judged = { ...manifest, criteria: [...withRestraint(manifest.criteria, calls), ...added] }
  const [talk, request] = askToMerge(next, judged, components)
  return [{ ...next, manifest: judged, talk }, [progress, request]]
}

/** Whether the user added words that no plan knows. */
function isAddedTo({ kept, outcomes }: State, { spec }: DispatchManifest): boolean {
  const planned = new Set(spec.clarifications.map(({ added }) => added))
  const heard = [...kept, ...outcomes].flatMap(({ clarifications }) => clarifications)
  return heard.some(({ added }) => added !== undefined && !planned.has(added))
}

const withoutCalls = ({ toolCalls: _, ...told }: SubTaskOutcome): Progress => told

/** An outcome whose evidence speaks of records by their ids, and not by the names that its judge knew them by. */
function withIds(outcome: SubTaskOutcome): SubTaskOutcome {
  const ids = new Map([...recordNames(outcome.toolCalls)].map(([id, name]) => [name, id]))
  return {
    ...outcome,
    verdicts: outcome.verdicts.map((verdict) => ({ ...verdict, evidence: renamed(verdict.evidence, ids) })),
  }
}

/** An outcome without the records of earlier work that another one has brought. */
function withoutRepeats(outcome: SubTaskOutcome, { kept, outcomes }: State): SubTaskOutcome {
  const known = new Set([...kept, ...outcomes].flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)))
  return { ...outcome, toolCalls: outcome.toolCalls.filter(({ id, earlier }) => !(earlier && known.has(id))) }
}

/** The merge of a single outcome is that outcome, and its judge has spoken on the task's criteria, too: good or bad. */
function conclude(state: State, manifest: DispatchManifest, outcome: SubTaskOutcome, at: number): Step<'R4b', State> {
  const texts = new Set([...manifest.criteria.map(({ text }) => text), ...byCode])
  const isOfTask = ({ criterion }: CriterionVerdict) => texts.has(criterion)
  const own = { ...outcome, verdicts: outcome.verdicts.filter((verdict) => !isOfTask(verdict)) }
  const ofTask = outcome.verdicts.filter(isOfTask)
  const { kept } = state
  const round = { manifest, kept, outcomes: [own], taskVerdicts: ofTask, output: outcome.output, at }
  if (outcome.status === 'failed') {
    // Only what was rejected by the task's own criteria is measured by them.
    const isRejected = ofTask.some(({ verdict }) => verdict === 'fail')
    const payload = replanRequest(
      isRejected ? round : { ...round, outcomes: [outcome], taskVerdicts: [], output: null },
    )
    return [between(state, []), [{ type: 'ReplanRequest', to: 'R7', payload }]]
  }
  return [initial, [{ type: 'OutcomeSummary', to: 'R7', payload: outcomeSummary(round) }]]
}

/** Outcomes arrive in the order in which subtasks end; what is made of them must not depend on it. */
function inPlanOrder(outcomes: readonly SubTaskOutcome[], { subtasks }: DispatchManifest): readonly SubTaskOutcome[] {
  return subtasks.flatMap(({ subtaskId }) => outcomes.filter((outcome) => outcome.subtaskId === subtaskId))
}
