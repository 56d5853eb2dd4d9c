import { askModel, type ToolCallRecord } from '@artoo/runtime'
import { recordNames } from '../evidence/evidence.js'
import {
  areChecked,
  checksIn,
  failsByCheck,
  forChecks,
  forModel,
  readVerdicts,
  verdictsOf,
  withoutTheRest,
  withUnjudged,
} from '../evidence/verdicts.js'
import { goOn, type Scene } from '../looks/looking.js'
import { hearVerdicts, lookInstruction, newTalk, recordToolNames, type Talk } from '../looks/talk.js'
import type { Outgoing } from '../messages/contracts.js'
import type { ModelVerdict, OutputValue } from '../messages/outputs.js'
import type { DispatchManifest } from '../messages/plan.js'
import { addedForJudge, addedIn } from '../people/added-words.js'
import { eachOnce } from '../people/asking.js'
import { briefing } from '../prompts/briefing.js'
import { defaultRoom } from '../prompts/room.js'
import { shownOutput } from '../prompts/shown-output.js'
import type { Step } from '../role/role.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import { mergeBrief } from './merge-brief.js'
import { mergeForm, mergeJudgeInstruction, metaValidatorInstruction, verdictsForm } from './prompt.js'
import { outcomeSummary, replanRequest } from './round-report.js'
import { between, callsOf, initial, type MetaValidatorComponents, type State } from './state.js'
import { strangeFactsIn, valuesIn } from './strange-facts.js'

const key = 'task'
const judgeKey = 'merge'

/** The share of the room for a conversation that a merged text may take beside its parts. */
const shareOfMerge = 0.2

/** The output that the model is asked for. */
const outputFor = ({ shape }: MetaValidatorComponents) => (shape ? 'typed_verification' : 'verification')

/** The field that users read while it is written. */
const answer = 'output'

function briefOf(state: State, manifest: DispatchManifest, { room = defaultRoom }: MetaValidatorComponents) {
  const { kept, outcomes, lost } = state
  return mergeBrief({ outcomes: [...kept, ...outcomes], lost }, manifest, room, recordNames(callsOf(state)))
}

/** All that the user added to the work, or before it was planned. */
const addedTo = ({ kept, outcomes }: State, { spec }: DispatchManifest) =>
  addedIn(eachOnce([...spec.clarifications, ...[...kept, ...outcomes].flatMap((outcome) => outcome.clarifications)]))

const told = (instruction: string, isWhole: boolean, isAdded: boolean) =>
  [instruction, isAdded && addedForJudge, !isWhole && lookInstruction].filter(Boolean).join('\n\n')

export function askToMerge(
  state: State,
  manifest: DispatchManifest,
  components: MetaValidatorComponents,
): readonly [Talk, Outgoing<'R4b'>] {
  const { instructions, shape } = components
  const { data, isWhole, full } = briefOf(state, manifest, components)
  const instruction = withTypedOutput(metaValidatorInstruction, 'merger', shape !== undefined)
  const tools = isWhole ? [] : recordToolNames
  const messages = briefing(told(instruction, isWhole, addedTo(state, manifest).length > 0), data, instructions)
  const talk = { ...newTalk, full, looking: { ...newTalk.looking, offered: tools } }
  return [talk, askModel(outputFor(components), messages, { key, tools, answer })]
}

/** A merge that says what stands in nothing that it was made of is not judged by the one who wrote it. */
export function merged(
  state: State,
  manifest: DispatchManifest,
  { output, verdicts }: OutputValue<'verification'>,
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { spec, criteria } = manifest
  const { rawInput, clarifications, earlier = [] } = spec
  const { kept, outcomes } = state
  const parts = [...kept, ...outcomes].map(({ intent, output: stated }) => `${intent}\n${stated}`)
  const answers = [...kept, ...outcomes].flatMap((outcome) => outcome.clarifications)
  const heard = [...clarifications, ...answers, ...earlier].map((one) => JSON.stringify(one))
  const sources = { parts, texts: [rawInput, ...heard], records: callsOf(state) }
  const strange = strangeFactsIn(components.shape ? valuesIn(output) : output, sources)
  const isStrange = strange.length > 0 && forModel(criteria).length > 0
  const next: State = { ...state, merged: output, pending: isStrange ? { strange } : { verdicts } }
  return askChecks(next, manifest, at, components)
}

/** Sends the checks first: no model is asked about a merge that a check rejects. */
function askChecks(
  state: State,
  manifest: DispatchManifest,
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const toolCalls = callsOf(state)
  const output = state.merged ?? ''
  const checks = forChecks(manifest.criteria).map(({ index, check }): Outgoing<'R4b'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls: [...toolCalls] } }
  })
  return checks.length > 0 ? [state, checks] : checked(state, manifest, at, components)
}

export function checked(
  state: State,
  manifest: DispatchManifest,
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { criteria } = manifest
  const { pending, talk } = state
  if (state.merged === null || !areChecked(criteria, talk.judgements)) return [state, []]
  if (failsByCheck(criteria, talk.judgements)) {
    const given = readVerdicts(criteria, pending?.verdicts ?? [], {
      records: recordsOf(state),
      added: addedTo(state, manifest),
      judged: talk.judgements,
    })
    const judgements = withoutTheRest(criteria, { ...talk.judgements, ...given.judgements })
    return settle({ ...state, talk: { ...talk, judgements } }, manifest, at)
  }
  const next = { ...state, pending: null }
  if (pending?.strange) return askJudge(next, manifest, pending.strange, components)
  return pending ? hear(next, manifest, pending.verdicts, at, components) : settle(next, manifest, at)
}

/** Somebody else than its writer judges the merge. */
function askJudge(
  state: State,
  manifest: DispatchManifest,
  strange: readonly string[],
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { instructions, room = defaultRoom } = components
  const { data: brief, isWhole, full } = briefOf(state, manifest, components)
  const checks = checksIn(manifest.criteria, state.talk.judgements)
  const shown = shownOutput(state.merged ?? '', room * shareOfMerge)
  const data = { ...brief, ...shown, strange, ...(checks.length > 0 && { checks }) }
  const instruction = mergeJudgeInstruction
  const tools = isWhole ? [] : recordToolNames
  const messages = briefing(told(instruction, isWhole, addedTo(state, manifest).length > 0), data, instructions)
  const looking = { ...newTalk.looking, offered: tools }
  const talk = { ...newTalk, judgements: state.talk.judgements, full, looking }
  return [{ ...state, talk, isJudged: true }, [askModel('last_verdicts', messages, { key: judgeKey, tools })]]
}

/** All that verdicts may rest on. */
const recordsOf = (state: State): readonly ToolCallRecord[] => [...callsOf(state), ...state.talk.looking.looks]

/** The judge that is asked, as its next request and its looks have it. */
export function sceneOf(state: State, components: MetaValidatorComponents): Scene {
  const { room = defaultRoom } = components
  const work = { attempt: 1, records: callsOf(state), room }
  if (state.isJudged) return { key: judgeKey, output: 'last_verdicts', ...work }
  return { key, output: outputFor(components), ...(state.merged === null && { answer }), ...work }
}

/** Verdicts that are owed are asked for once more; what stays open, nobody has judged. */
export function hear(
  state: State,
  manifest: DispatchManifest,
  verdicts: readonly ModelVerdict[],
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const { criteria, subtasks } = manifest
  const { readTools = [], room = defaultRoom } = components
  const had = new Set(subtasks.flatMap(({ tools }) => tools))
  const [talk, heard] = hearVerdicts(state.talk, verdicts, {
    ...{ criteria, records: recordsOf(state), room },
    readTools: readTools.filter((tool) => had.has(tool)),
    added: addedTo(state, manifest),
    form: state.isJudged ? verdictsForm : mergeForm,
  })
  const next = { ...state, talk }
  switch (heard.kind) {
    case 'judged':
      return settle(next, manifest, at)
    case 'open':
      return leaveOpen(next, manifest, heard.why, at, components)
    case 'again':
      return goOn(next, [heard.message], sceneOf(next, components))
    default:
      return heard satisfies never
  }
}

/** Leaves the open criteria unjudged: they neither pass nor fail. Without a merge the outputs stand side by side. */
export function leaveOpen(
  state: State,
  manifest: DispatchManifest,
  why: string,
  at: number,
  components: MetaValidatorComponents,
): Step<'R4b', State> {
  const all = [...state.kept, ...state.outcomes]
  const parts = all.map(({ intent, output }) => (all.length > 1 ? `${intent}\n${output}` : output))
  const judgements = withUnjudged(manifest.criteria, state.talk.judgements, why)
  const next = { ...state, talk: { ...state.talk, judgements } }
  return state.merged === null
    ? askChecks({ ...next, merged: parts.join('\n\n') }, manifest, at, components)
    : settle(next, manifest, at)
}

/** Once every task criterion is judged, the round is over: accepted or to be replanned. */
function settle(state: State, manifest: DispatchManifest, at: number): Step<'R4b', State> {
  const { merged, kept, outcomes, talk } = state
  const taskVerdicts = verdictsOf(manifest.criteria, talk.judgements, (_, verdict) => {
    return { failedAttempts: verdict === 'fail' ? 1 : 0, attempts: 1 }
  })
  if (merged === null || taskVerdicts.length < manifest.criteria.length) return [state, []]
  const { looks } = talk.looking
  const round = { manifest, kept, outcomes, taskVerdicts, looks, output: merged, at }
  return taskVerdicts.some((verdict) => verdict.verdict === 'fail')
    ? [between(state, taskVerdicts), [{ type: 'ReplanRequest', to: 'R7', payload: replanRequest(round) }]]
    : [initial, [{ type: 'OutcomeSummary', to: 'R7', payload: outcomeSummary(round) }]]
}
