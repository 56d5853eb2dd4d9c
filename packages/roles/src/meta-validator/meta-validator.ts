import type { ToolCallRecord } from '@artoo/runtime'
import { truncateOutput } from '@artoo/tools'
import { ask, briefing } from '../ask.js'
import { hasActed, recordNames } from '../evidence.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { ModelVerdict, OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { defaultRoom } from '../room.js'
import { shownOutput } from '../shown-output.js'
import { standing } from '../standing.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import type { WithShape } from '../typed-output/shape.js'
import {
  forChecks,
  forModel,
  type Judgements,
  judgementOf,
  mendVerdicts,
  mostAsked,
  readVerdicts,
  restraint,
  verdictsOf,
  withRestraint,
  withUnjudged,
} from '../verdicts.js'
import { mergeBrief } from './merge-brief.js'
import { mendMerge, mergeJudgeInstruction, metaValidatorInstruction } from './prompt.js'
import { outcomeSummary, replanRequest } from './round-report.js'
import { strangeFactsIn, valuesIn } from './strange-facts.js'

const key = 'task'
const judgeKey = 'merge'

/** Of the room for a conversation, what a merged text may take beside what it was made of. */
const shareOfMerge = 0.2

export interface MetaValidatorComponents extends WithShape {
  /** What the host wants heeded, in words for the model. @defaultValue none */
  readonly instructions?: string | undefined
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
}

interface State {
  /** Of the round under way; null between rounds. */
  readonly manifest: DispatchManifest | null
  readonly outcomes: readonly SubTaskOutcome[]
  /** What matched in earlier rounds: it stands, and is merged with this one. */
  readonly kept: readonly SubTaskOutcome[]
  /** What calls did to the world for work of earlier rounds that doesn't stand. */
  readonly lost: readonly ToolCallRecord[]
  readonly merged: string | null
  /** Somebody else than the one who wrote the merge judges it. */
  readonly isJudged: boolean
  readonly judgements: Judgements
  /** How often the model was asked about this merge. */
  readonly asked: number
}

const initial: State = {
  manifest: null,
  outcomes: [],
  kept: [],
  lost: [],
  merged: null,
  isJudged: false,
  judgements: {},
  asked: 0,
}

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
        case 'CheckResult': {
          const { index } = message.payload
          const judgements = { ...state.judgements, [index]: judgementOf(message.payload) }
          return settle({ ...state, judgements }, manifest, message.at)
        }
        case 'ModelFailure':
          // Parts side by side have no form that was asked for.
          return message.payload.infrastructure || (state.merged === null && components.shape)
            ? [initial, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
            : leaveOpen(state, manifest, message.payload.message, message.at)
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
  if (payload.kind !== 'value') return [state, []]
  const { output } = payload
  if (output === 'last_verdicts') return hear(state, manifest, payload.value.verdicts, at, components)
  if (output !== 'verification' && output !== 'typed_verification') return [state, []]
  return state.merged === null
    ? merged(state, manifest, payload.value, at, components)
    : hear(state, manifest, payload.value.verdicts, at, components)
}

/** What the model is asked for. */
const outputFor = ({ shape }: MetaValidatorComponents) => (shape ? 'typed_verification' : 'verification')

/** What users read of it while it is written. */
const answerFor = ({ shape }: MetaValidatorComponents) => (shape ? undefined : 'output')

/** The fan-in gate (paper 3.3, roles v0.7): code, before any model is asked. */
function collect(
  state: State,
  manifest: DispatchManifest,
  { payload: outcome, at }: { readonly payload: SubTaskOutcome; readonly at: number },
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const expected = manifest.subtasks.find((subtask) => subtask.subtaskId === outcome.subtaskId)
  if (!expected || state.outcomes.some((known) => known.subtaskId === outcome.subtaskId)) return [state, []]
  const outcomes = inPlanOrder([...state.outcomes, outcome], manifest)
  const next = { ...state, outcomes }
  const { toolCalls: _, ...payload } = outcome
  const progress: Outgoing<'R4b'>[] = [{ type: 'Progress', to: 'R7', payload }]

  const { sequence } = expected
  const group = manifest.subtasks.filter((subtask) => subtask.sequence === sequence)
  const arrived = outcomes.filter((known) => group.some((subtask) => subtask.subtaskId === known.subtaskId))
  if (arrived.length < group.length) return [next, progress]
  if (manifest.alone) return conclude(next, manifest, outcome, at, progress)
  if (arrived.some((known) => known.status === 'failed')) {
    const payload = replanRequest({ manifest, kept: state.kept, outcomes, taskVerdicts: [], output: null, at })
    return [between(next, []), [...progress, { type: 'ReplanRequest', to: 'R7', payload }]]
  }
  if (manifest.subtasks.some((subtask) => subtask.sequence > sequence)) {
    const outputs = arrived.map((known) => ({ intent: known.intent, output: truncateOutput(known.output) }))
    return [next, [...progress, { type: 'SequenceCompleted', to: 'R2', payload: { sequence, outputs } }]]
  }
  const judged = { ...manifest, criteria: withRestraint(manifest.criteria, callsOf(next)) }
  return [{ ...next, manifest: judged, asked: 1 }, [...progress, askToMerge(next, judged, components)]]
}

/** The merge of a single outcome is that outcome, and its judge has spoken on the task's criteria, too: good or bad. */
function conclude(
  state: State,
  manifest: DispatchManifest,
  outcome: SubTaskOutcome,
  at: number,
  progress: readonly Outgoing<'R4b'>[],
): Step<'R4b', State> {
  const texts = new Set([...manifest.criteria, restraint].map(({ text }) => text))
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
    return [between(state, []), [...progress, { type: 'ReplanRequest', to: 'R7', payload }]]
  }
  return [initial, [...progress, { type: 'OutcomeSummary', to: 'R7', payload: outcomeSummary(round) }]]
}

/** All that verdicts may rest on. */
function callsOf({ lost, kept, outcomes }: State): readonly ToolCallRecord[] {
  return [...lost, ...[...kept, ...outcomes].flatMap(({ toolCalls }) => toolCalls)]
}

/** Outcomes arrive in the order in which subtasks end; what is made of them must not depend on it. */
function inPlanOrder(outcomes: readonly SubTaskOutcome[], { subtasks }: DispatchManifest): readonly SubTaskOutcome[] {
  return subtasks.flatMap(({ subtaskId }) => outcomes.filter((outcome) => outcome.subtaskId === subtaskId))
}

/** Until the next plan comes. */
function between({ kept, outcomes, lost }: State, taskVerdicts: readonly CriterionVerdict[]): State {
  const all = [...kept, ...outcomes]
  const stands = standing(all, taskVerdicts)
  const fallen = all.filter((outcome) => !stands.includes(outcome))
  const acted = fallen.flatMap(({ toolCalls }) => toolCalls.filter(hasActed))
  return { ...initial, kept: stands, lost: [...lost, ...acted] }
}

function askToMerge(state: State, manifest: DispatchManifest, components: MetaValidatorComponents): Outgoing<'R4b'> {
  const { kept, outcomes, lost } = state
  const { instructions, room = defaultRoom, shape } = components
  const data = mergeBrief({ outcomes: [...kept, ...outcomes], lost }, manifest, room, recordNames(callsOf(state)))
  const instruction = withTypedOutput(metaValidatorInstruction, 'merger', shape !== undefined)
  return ask(outputFor(components), briefing(instruction, data, instructions), { key, answer: answerFor(components) })
}

/** A merge that says what stands in nothing that it was made of is not judged by the one who wrote it. */
function merged(
  state: State,
  manifest: DispatchManifest,
  { output, verdicts }: OutputValue<'verification'>,
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { spec, criteria } = manifest
  const { rawInput, clarifications, earlier = [] } = spec
  const { kept, outcomes } = state
  const said = [...kept, ...outcomes].flatMap((outcome) => [outcome.intent, outcome.output])
  const answers = [...kept, ...outcomes].flatMap((outcome) => outcome.clarifications)
  const heard = [...clarifications, ...answers, ...earlier].map((one) => JSON.stringify(one))
  const texts = [rawInput, ...heard, ...said]
  const strange = strangeFactsIn(components.shape ? valuesIn(output) : output, { texts, records: callsOf(state) })
  const next = { ...state, merged: output }
  if (strange.length === 0 || forModel(criteria).length === 0) return hear(next, manifest, verdicts, at, components)
  const { instructions, room = defaultRoom } = components
  const brief = mergeBrief(
    { outcomes: [...kept, ...outcomes], lost: state.lost },
    manifest,
    room,
    recordNames(callsOf(state)),
  )
  const data = { ...brief, ...shownOutput(output, room * shareOfMerge), strange }
  const judge = ask('last_verdicts', briefing(mergeJudgeInstruction, data, instructions), { key: judgeKey })
  return [{ ...next, isJudged: true, asked: 1 }, [judge]]
}

/** Verdicts that are owed are asked for once more; what stays open, nobody has judged. */
function hear(
  state: State,
  manifest: DispatchManifest,
  verdicts: readonly ModelVerdict[],
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { criteria } = manifest
  const read = readVerdicts(criteria, verdicts, { records: callsOf(state), judged: state.judgements })
  const next = { ...state, judgements: { ...state.judgements, ...read.judgements }, asked: state.asked + 1 }
  if (read.problems.length === 0) return askChecks(next, manifest, at)
  if (state.asked < mostAsked) {
    const [output, own] = state.isJudged
      ? (['last_verdicts', judgeKey] as const)
      : ([outputFor(components), key] as const)
    const again = state.isJudged ? mendVerdicts(read.problems) : mendMerge(read.problems)
    return [next, [ask(output, [again], { key: own, continues: true })]]
  }
  return leaveOpen(next, manifest, read.problems.join('; '), at)
}

/** What nobody judged neither passes nor fails. Without a merge the outputs stand side by side. */
function leaveOpen(state: State, manifest: DispatchManifest, why: string, at: number): Step<'R4b', State> {
  const all = [...state.kept, ...state.outcomes]
  const parts = all.map(({ intent, output }) => (all.length > 1 ? `${intent}\n${output}` : output))
  const judgements = withUnjudged(manifest.criteria, state.judgements, why)
  return askChecks({ ...state, merged: state.merged ?? parts.join('\n\n'), judgements }, manifest, at)
}

function askChecks(state: State, manifest: DispatchManifest, at: number): Step<'R4b', State> {
  const toolCalls = callsOf(state)
  const output = state.merged ?? ''
  const checks = forChecks(manifest.criteria).map(({ index, check }): Outgoing<'R4b'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls: [...toolCalls] } }
  })
  return checks.length > 0 ? [state, checks] : settle(state, manifest, at)
}

/** Once every task criterion is judged, the round is over: accepted or to be replanned. */
function settle(state: State, manifest: DispatchManifest, at: number): Step<'R4b', State> {
  const { merged, kept, outcomes } = state
  const taskVerdicts = verdictsOf(manifest.criteria, state.judgements, (_, verdict) => {
    return { failedAttempts: verdict === 'fail' ? 1 : 0, attempts: 1 }
  })
  if (merged === null || taskVerdicts.length < manifest.criteria.length) return [state, []]
  const round = { manifest, kept, outcomes, taskVerdicts, output: merged, at }
  return taskVerdicts.some((verdict) => verdict.verdict === 'fail')
    ? [between(state, taskVerdicts), [{ type: 'ReplanRequest', to: 'R7', payload: replanRequest(round) }]]
    : [initial, [{ type: 'OutcomeSummary', to: 'R7', payload: outcomeSummary(round) }]]
}
