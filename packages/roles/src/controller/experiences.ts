import type { Decision } from '@artoo/ggs'
import { environmentEntity, intentSpace, type NewMegram, pathEntity, quantization, toolSpace } from '@artoo/mkct'
import { failedOutside, lastCalls } from '../evidence.js'
import type { LessonRule, MemoryProfile, Occasion } from '../memory-profiles.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { FailureClass } from '../messages/verdict.js'
import { oneLine } from '../one-line.js'

export interface Experience {
  readonly round: OutcomeSummary | ReplanRequest
  /** Of the decision that the round led to. */
  readonly blockedTargets: Decision['blockedTargets']
  /** Why it came so, for a lesson on the task. */
  readonly why: string
  readonly environment: string
}

/** A tool, on a target if the lesson is about one, and what there is to say of it. `share`: of the blame. */
interface Subject {
  readonly tool: string
  readonly target: string | null
  readonly content: string
  readonly share?: number
}

/** What a round is worth remembering, by the rows that the profile has for the occasion. */
export function experiencesOf(
  { writes }: MemoryProfile,
  occasion: Occasion,
  experience: Experience,
): readonly NewMegram[] {
  const state = occasion === 'breakthrough' ? 'break_symmetry' : occasion
  const { round, environment, why } = experience
  return writes[occasion].flatMap((rule): NewMegram[] => {
    const { of, key, ...given } = rule
    if (of === 'task') {
      // Where how tools fared has lessons of its own, it is said there alone.
      const tools = writes[occasion].some((row) => row.key === 'intent_tool') ? '' : `${usedTools(round)} `
      const content = `${state}: ${round.intent}. ${tools}${why}`
      return [{ space: intentSpace(round.intent), entity: environmentEntity(environment), state, content, ...given }]
    }
    const subjects = distinct(subjectsOf(of, occasion, experience), key)
    return subjects.map(({ content, share = 1, ...subject }) => ({
      ...placeOf(key, round.intent, subject),
      state,
      content: oneLine(content, 500),
      ...given,
      ...(share < 1 && { f: share * (given.f ?? quantization[state].f) }),
    }))
  })
}

/** How the intent fared when it went no further: of `abandon` what its last round did not leave. */
export function endOf(profile: MemoryProfile, experience: Experience): readonly NewMegram[] {
  const lessons = experiencesOf(profile, 'abandon', experience)
  return lessons.filter(({ entity }) => entity === environmentEntity(experience.environment))
}

function subjectsOf(
  of: Exclude<LessonRule['of'], 'task'>,
  occasion: Occasion,
  { round, blockedTargets }: Experience,
): readonly Subject[] {
  switch (of) {
    case 'blocked':
      return blockedTargets.map(({ tool, target }) => ({
        tool,
        target,
        content: `${tool} on ${target}: it is blocked`,
      }))
    case 'failed':
      return round.outcomes.filter(hasFailed).flatMap(({ toolCalls }) =>
        lastCalls(toolCalls)
          .filter(failedOutside)
          .map(({ tool, target, output }) => ({ tool, target, content: `${tool} on ${target}: ${output}` })),
      )
    case 'blamed':
      return blamedIn(round)
    case 'matched': {
      const ends = occasion === 'accept' || occasion === 'success'
      const outcomes = ends ? [...round.kept, ...round.outcomes] : round.outcomes
      return outcomes.filter(({ status }) => status === 'matched').flatMap(workingCalls)
    }
    default:
      return of satisfies never
  }
}

/** What a provider's failure cut short teaches nothing. */
const hasFailed = ({ status, infrastructure }: SubTaskOutcome) => status === 'failed' && !infrastructure

function workingCalls({ intent, toolCalls }: SubTaskOutcome): readonly Subject[] {
  return lastCalls(toolCalls).flatMap(({ tool, target, status }) =>
    status === 'ok' ? { tool, target, content: `${tool}${onTarget(target)} did it: ${intent}` } : [],
  )
}

/**
 * The tools of subtasks whose method was wrong, each with its share of that: not those that did their work in a subtask that
 * matched (Law 3), nor calls that something outside stopped, for which their target stands.
 */
function blamedIn(round: Experience['round']): readonly Subject[] {
  const { kept, outcomes } = round
  const matched = [...kept, ...outcomes].filter(({ status }) => status === 'matched')
  const proven = new Set(matched.flatMap(({ toolCalls }) => toolCalls.map(({ tool }) => tool)))
  return outcomes.filter(hasFailed).flatMap((outcome) => {
    const failing = verdictsOn(outcome, round).filter(({ verdict }) => verdict === 'fail')
    const classes = failing.length > 0 ? failing.map((one) => one.failureClass) : [outcome.failureClass]
    const count = (wanted: FailureClass) => classes.filter((one) => one === wanted).length
    if (count('logical') <= count('environmental')) return []
    const calls = lastCalls(outcome.toolCalls).filter(({ status, tool }) => status === 'ok' && !proven.has(tool))
    const tools = [...new Set(calls.map(({ tool }) => tool))]
    const why = failing[0]?.evidence ?? outcome.failureReason
    return tools.map((tool) => {
      const content = `${tool} did not do it: ${outcome.intent}: ${why}`
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

const onTarget = (target: string | null) => (target === null ? '' : ` on ${target}`)

function usedTools({ outcomes }: Experience['round']): string {
  const tools = [...new Set(outcomes.flatMap((outcome) => outcome.toolCalls.map((call) => call.tool)))]
  return tools.length > 0 ? `Tools used: ${tools.join(', ')}.` : 'No tool was used.'
}
