import type { Decision } from '@artoo/ggs'
import { isoTime } from '@artoo/llm'
import { environmentEntity, intentSpace, type NewMegram, pathEntity, quantization, toolSpace } from '@artoo/mkct'
import { type FailureKind, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls } from '../evidence/evidence.js'
import type { LessonRule, MemoryProfile, Occasion } from '../memory/memory-profile.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { FailureClass } from '../messages/verdict.js'
import { oneLine } from '../prompts/one-line.js'

export interface Experience {
  readonly round: OutcomeSummary | ReplanRequest
  /** The blocked targets of the decision that the round led to. */
  readonly blockedTargets: Decision['blockedTargets']
  readonly environment: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/**
 * A tool, on a target if the lesson is about one, and the lesson's text. `share`: the tool's part of the blame, 0 to 1.
 */
interface Subject {
  readonly tool: string
  readonly target: string | null
  readonly content: string
  readonly share?: number
}

/** The lessons of a round, by the rows that the profile has for the occasion. */
export function experiencesOf(
  { writes }: MemoryProfile,
  occasion: Occasion,
  experience: Experience,
): readonly NewMegram[] {
  const state = stateOf(occasion)
  const { round, environment } = experience
  return writes[occasion].flatMap((rule): NewMegram[] => {
    const { of, key, ...given } = rule
    if (of === 'task') {
      // Tools that have lessons of their own are named only there.
      const tools = writes[occasion].some((row) => row.key === 'intent_tool') ? '' : ` ${usedTools(round)}`
      const content = oneLine(`${endingOf(occasion, experience)}.${tools}`, longestLesson)
      return [{ space: intentSpace(round.intent), entity: environmentEntity(environment), state, content, ...given }]
    }
    const subjects = distinct(subjectsOf(of, occasion, experience), key)
    return subjects.map(({ content, share = 1, ...subject }) => ({
      ...placeOf(key, round.intent, subject),
      state,
      content: oneLine(content, longestLesson),
      ...given,
      ...(share < 1 && { f: share * (given.f ?? quantization[state].f) }),
    }))
  })
}

/** The state in memory's matrix that stands for an occasion. */
function stateOf(occasion: Occasion): NewMegram['state'] {
  switch (occasion) {
    case 'breakthrough':
      return 'break_symmetry'
    case 'deliver':
      return 'success'
    case 'again':
    case 'wait':
    case 'ask':
      return 'refine'
    default:
      return occasion
  }
}

/** The lessons of `abandon` on the whole task, for a task that went no further: its last round has left the others. */
export function endOf(profile: MemoryProfile, experience: Experience): readonly NewMegram[] {
  const lessons = experiencesOf(profile, 'abandon', experience)
  return lessons.filter(({ entity }) => entity === environmentEntity(experience.environment))
}

function subjectsOf(
  of: Exclude<LessonRule['of'], 'task'>,
  occasion: Occasion,
  { round, blockedTargets, at }: Experience,
): readonly Subject[] {
  const time = isoTime(at)
  switch (of) {
    case 'blocked':
      return blockedTargets.map(({ tool, target }) => ({
        tool,
        target,
        content: `${tool} on ${target} was blocked at ${time}`,
      }))
    case 'failed':
      return failedIn(round, time, (record) => failureKindOf(record) === 'other')
    case 'momentary': {
      const isMomentary = (record: ToolCallRecord) => momentary.some((kind) => kind === failureKindOf(record))
      return hasActedIn(round.outcomes) ? [] : failedIn(round, time, isMomentary)
    }
    case 'blamed':
      return blamedIn(round, time)
    case 'matched': {
      const ends = occasion === 'accept' || occasion === 'success' || occasion === 'deliver'
      const outcomes = ends ? [...round.kept, ...round.outcomes] : round.outcomes
      return outcomes
        .filter(({ status }) => status === 'matched')
        .flatMap(({ intent, toolCalls }) =>
          workingCalls(toolCalls, ({ tool, target }) => `${tool}${onTarget(target)} did it: ${intent} (${time})`),
        )
    }
    case 'refuted': {
      const isWarned = ({ tool, target }: ToolCallRecord) =>
        round.warned.some((pair) => pair.tool === tool && pair.target === target)
      const calls = round.outcomes.flatMap(({ toolCalls }) => toolCalls).filter(isWarned)
      return workingCalls(calls, ({ tool, target }) => `${tool}${onTarget(target)} went well at ${time}`)
    }
    default:
      return of satisfies never
  }
}

/** Kinds of failure that come from a passing state of the world. */
const momentary: readonly FailureKind[] = ['said_no', 'missing', 'passing']

const hasActedIn = (outcomes: readonly SubTaskOutcome[]) => outcomes.some(({ toolCalls }) => toolCalls.some(hasActed))

/** The failed calls of a round. Only the code of a tool's error is stored, not its text. */
function failedIn(
  round: Experience['round'],
  time: string,
  isMeant: (record: ToolCallRecord) => boolean,
): readonly Subject[] {
  return round.outcomes.filter(hasFailed).flatMap((outcome) =>
    lastCalls(outcome.toolCalls)
      .filter(isMeant)
      .map(({ tool, target, code }) => ({
        tool,
        target,
        content: `${tool}${onTarget(target)} failed with ${plainCode(code)} at ${time}; ${missedIn(outcome, round)}`,
      })),
  )
}

/** A tool may give any text for a code. */
const plainCode = (code: string | null) =>
  code !== null && /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(code) ? code : 'tool_failed'

/** The criterion that was missed, or, if the work was not judged, the work itself. */
function missedIn(outcome: SubTaskOutcome, round: Experience['round']): string {
  const missed = failingOf(verdictsOn(outcome, round))[0]
  return missed ? `missed: ${missed.criterion}` : `not done: ${outcome.intent}`
}

const failingOf = (verdicts: SubTaskOutcome['verdicts']) => verdicts.filter(({ verdict }) => verdict === 'fail')

/** The end of the task, in a sentence. */
function endingOf(state: Occasion, { round, at }: Experience): string {
  const end = `${JSON.stringify(oneLine(round.intent, 200))} was ${endings[state] ?? 'tried'} at ${isoTime(at)}`
  const missed = [...failingOf(round.taskVerdicts), ...round.outcomes.flatMap(({ verdicts }) => failingOf(verdicts))]
  const undone = round.outcomes.find(({ status }) => status === 'failed')
  if (missed[0]) return `${end}; missed: ${missed[0].criterion}`
  return undone ? `${end}; not done: ${undone.intent}` : end
}

const endings: Readonly<Partial<Record<Occasion, string>>> = {
  accept: 'done',
  success: 'done for the most part',
  abandon: 'given up',
}

/** Whether the work itself failed: work that a provider's failure cut short teaches nothing. */
const hasFailed = ({ status, infrastructure }: SubTaskOutcome) => status === 'failed' && !infrastructure

function workingCalls(toolCalls: readonly ToolCallRecord[], say: (call: ToolCallRecord) => string): readonly Subject[] {
  return lastCalls(toolCalls).flatMap((call) =>
    call.status === 'ok' ? { tool: call.tool, target: call.target, content: say(call) } : [],
  )
}

/**
 * The tools of subtasks that verdicts call wrong in their method, each with its share of that: not those that did their work in a
 * subtask that matched (Law 3), and none where something was changed, as work may then be half done. Nothing is held against
 * tools where turns or time ran out.
 */
function blamedIn(round: Experience['round'], time: string): readonly Subject[] {
  const { kept, outcomes } = round
  const matched = [...kept, ...outcomes].filter(({ status }) => status === 'matched')
  const proven = new Set(matched.flatMap(({ toolCalls }) => toolCalls.map(({ tool }) => tool)))
  return outcomes.filter(hasFailed).flatMap((outcome) => {
    const failing = failingOf(verdictsOn(outcome, round))
    const count = (wanted: FailureClass) => failing.filter(({ failureClass }) => failureClass === wanted).length
    if (count('logical') <= count('environmental') || hasActedIn([outcome])) return []
    const calls = lastCalls(outcome.toolCalls).filter(({ status, tool }) => status === 'ok' && !proven.has(tool))
    const tools = [...new Set(calls.map(({ tool }) => tool))]
    return tools.map((tool) => {
      const content = `${tool} did not do it: ${outcome.intent} (${time}); ${missedIn(outcome, round)}`
      return { tool, target: null, content, share: 1 / tools.length }
    })
  })
}

/** The verdicts on the only subtask of a task are the task's. */
function verdictsOn({ verdicts }: SubTaskOutcome, { outcomes, taskVerdicts }: Experience['round']) {
  return verdicts.length === 0 && outcomes.length === 1 ? taskVerdicts : verdicts
}

function placeOf(
  key: LessonRule['key'],
  intent: string,
  { tool, target }: Pick<Subject, 'tool' | 'target'>,
): Pick<NewMegram, 'space' | 'entity'> {
  if (key === 'pair') return { space: toolSpace(tool), entity: pathEntity(target ?? '') }
  return { space: intentSpace(intent), entity: toolSpace(tool) }
}

/** One lesson for each place. */
function distinct(subjects: readonly Subject[], key: LessonRule['key']): readonly Subject[] {
  const placed = key === 'pair' ? subjects.filter(({ target }) => target) : subjects
  const nameOf = ({ tool, target }: Subject) => JSON.stringify(key === 'pair' ? [tool, target] : [tool])
  return [...new Map(placed.map((subject) => [nameOf(subject), subject])).values()]
}

/** Characters of a lesson. */
const longestLesson = 500

const onTarget = (target: string | null) => (target === null ? '' : ` on ${target}`)

function usedTools({ outcomes }: Experience['round']): string {
  const tools = [...new Set(outcomes.flatMap((outcome) => outcome.toolCalls.map((call) => call.tool)))]
  return tools.length > 0 ? `Tools used: ${tools.join(', ')}.` : 'No tool was used.'
}
