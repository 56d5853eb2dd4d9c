import { isoTime } from '@artoo/llm'
import type { Message } from '@artoo/spec'
import type { SubTask } from '../messages/plan.js'
import { briefing } from '../prompts/briefing.js'
import { defaultRoom, firstOf, fitted, written } from '../prompts/room.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import { executorInstruction } from './prompt.js'
import type { ExecutorComponents } from './state.js'

/** The share of the room for a conversation that a briefing may take: the rest is for the work. */
const shareOfBriefing = 3 / 8

/** Blocked targets that are shown; all of them are refused. */
const mostTargets = 50

interface Circumstances {
  readonly at: number
  /** The report has to fit the host's schema. */
  readonly isTyped: boolean
  /** Turns with tool calls that the attempt has. */
  readonly turns: number
  /** The list of deferred tools; empty when there are none. */
  readonly moreTools: string
}

/** All that the executor of a planned subtask is told at first. */
export function workBriefing(
  { intent, request: asked, context, criteria, blockedTargets, deadline }: SubTask,
  { surroundings = [], instructions, room = defaultRoom }: ExecutorComponents,
  { at, isTyped, turns, moreTools }: Circumstances,
): readonly Message[] {
  const told = {
    intent,
    ...(context && { context }),
    ...(surroundings.length > 0 && { surroundings }),
    criteria: criteria.map((criterion) => criterion.text),
    turns,
    ...(blockedTargets.length > 0 && {
      blockedTargets: firstOf(
        blockedTargets.map(({ tool, target, until }) => ({ tool, target, until })),
        mostTargets,
      ),
    }),
    now: isoTime(at),
    ...(deadline !== null && { deadline: isoTime(deadline) }),
  }
  // The user's own words are shown whole; the rest has a share of what they leave.
  const left = room - (asked === null ? 0 : written(asked))
  const data = { ...(asked !== null && { request: asked }), ...fitted(told, left * shareOfBriefing) }
  const instruction = withTypedOutput(executorInstruction, 'executor', isTyped)
  return briefing(instruction, data, [instructions, moreTools].filter(Boolean).join('\n\n'))
}
