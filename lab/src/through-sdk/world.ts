import type { Tool } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'
import type { Attempted, Choice, Plant } from '../plants/plant.js'
import { draw } from '../random.js'
import { targetIn, toolName } from './words.js'

/** What happens in one task, and what only the lab knows of it. */
export interface World {
  readonly tools: readonly Tool[]
  /** The round under way, 1 for the first. */
  readonly round: () => number
  /** A new plan is made. */
  readonly begin: () => void
  /** The task pauses before the next plan. */
  readonly pause: () => void
  /** The task paused before the plan under way. */
  readonly isPaused: () => boolean
  /** The plan under way tries a part after a pause. */
  readonly waitFor: (part: number) => void
  /** A person is asked for what a part lacks; whether it was given. */
  readonly ask: (part: number) => boolean
  /** Whether all was truly right after a round. */
  readonly isRightAfter: (round: number) => boolean
}

interface PartState {
  /** By round, what was used. */
  readonly choices: Map<number, Pick<Choice, 'tool' | 'target' | 'way'>>
  readonly attempts: Map<number, number>
  /** Rounds before which it paused. */
  readonly pauses: Set<number>
  isPrepared: boolean
  isAnswered: boolean
  last: Attempted | null
}

/** The simulation's. */
const draws = { person: 43 } as const

export const prepare = 'prepare'
export const setUp = 'set_up'

/** The plant behind real tools. Every round takes its time when it is planned. */
export function worldOf(plant: Plant, wait: (ms: number) => void): World {
  const parts = plant.parts.map(
    (): PartState => ({
      ...{ choices: new Map(), attempts: new Map(), pauses: new Set() },
      ...{ isPrepared: false, isAnswered: false, last: null },
    }),
  )
  const right: boolean[] = []
  const paused = new Set<number>()
  let round = 0
  const isRight = () => parts.every(({ last }) => last?.cause === null)
  const partOf = (part: number) => {
    const [state, of] = [parts[part], plant.parts[part]]
    if (!state || !of) throw new Error(`there is no part ${part}`)
    return { state, of }
  }

  function call(tool: number, name: string, { way, offset }: Pick<Choice, 'way' | 'offset'>): string {
    const { part, target } = targetIn(name) ?? { part: -1, target: -1 }
    const { state, of } = partOf(part)
    const attempt = (state.attempts.get(round) ?? 0) + 1
    state.attempts.set(round, attempt)
    const before = [...state.choices].flatMap(([when, used]) => (when < round && used.tool === tool ? [used] : []))
    state.choices.set(round, { tool, target, way })
    const result = of.attempt(
      { tool, target, way, offset },
      {
        ...{ round, attempt, sameTool: before.length },
        sameChoice: before.filter((used) => used.target === target && used.way === way).length,
        done: parts.map(({ last }) => last?.cause === null),
        ...{ isPrepared: state.isPrepared, isAnswered: state.isAnswered, pauses: state.pauses.size },
      },
    )
    state.last = result
    const told = JSON.stringify(result)
    if (result.failed) throw errorOf(result.error ?? 'other', told)
    return told
  }

  const most = Math.max(...plant.parts.map(({ tools }) => tools))
  return {
    tools: [
      ...Array.from({ length: most }, (_, number) =>
        defineTool({
          name: toolName(number),
          description: `Way ${number} of doing a part`,
          input: z.object({ target: z.string(), way: z.number(), offset: z.number() }),
          effect: 'read',
          target: ({ target }) => target,
          execute: ({ target, way, offset }) => call(number, target, { way, offset }),
        }),
      ),
      changing(prepare, 'Brings about what has to be there for a part', (part) => {
        partOf(part).state.isPrepared = true
      }),
      changing(setUp, 'Changes something at a part after a call has failed', () => {}),
    ],
    round: () => round,
    begin() {
      if (round > 0) right[round] = isRight()
      round++
      wait(plant.roundMs)
    },
    pause: () => void paused.add(round + 1),
    isPaused: () => paused.has(round),
    waitFor: (part) => void partOf(part).state.pauses.add(round),
    ask(part) {
      const isGiven = draw(plant.seed, draws.person, part, round - 1) < plant.personAnswers
      if (isGiven) partOf(part).state.isAnswered = true
      return isGiven
    },
    isRightAfter: (number) => (number === round ? isRight() : right[number] === true),
  }
}

const changing = (name: string, description: string, act: (part: number) => void) =>
  defineTool({
    ...{ name, description, input: z.object({ part: z.number() }) },
    effect: 'repeatable',
    target: ({ part }) => `site${part}`,
    execute({ part }) {
      act(part)
      return 'done'
    },
  })

/** The errors by which code tells kinds of failure apart. */
function errorOf(kind: NonNullable<Attempted['error']>, told: string): Error {
  switch (kind) {
    case 'missing':
      return new ArtooError('path_not_found', told)
    case 'passing':
      return new ArtooError('tool_timeout', told)
    case 'said_no':
      return new ArtooError('exit_nonzero', told)
    case 'denied':
      return new Error(`HTTP 403 ${told}`)
    case 'other':
      return new Error(told)
    default:
      return kind satisfies never
  }
}
