import type { Tool } from '@artoo/sdk'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'
import { execute, type Result } from '../controller/plants/execute.js'
import type { Choice, Plant } from '../controller/plants/plant.js'
import { targetIn, toolName } from './words.js'

/** What happens in one task, and what only the lab knows of it. */
export interface World {
  readonly tools: readonly Tool[]
  /** The round under way, 1 for the first. */
  readonly round: () => number
  /** A new plan is made. */
  readonly begin: () => void
  /** Whether all was truly right after a round. */
  readonly isRightAfter: (round: number) => boolean
}

interface PartState {
  /** By round, what was used. */
  readonly choices: Map<number, Pick<Choice, 'tool' | 'target'>>
  readonly attempts: Map<number, number>
  last: Result | null
}

/** The plant behind real tools. Every round takes its time when it is planned. */
export function worldOf(plant: Plant, wait: (ms: number) => void): World {
  const parts = plant.subtasks.map((): PartState => ({ choices: new Map(), attempts: new Map(), last: null }))
  const right: boolean[] = []
  let round = 0
  const isRight = () => parts.every(({ last }) => last?.failureClass === null)

  function call(tool: number, name: string, offset: number): string {
    const { part, target } = targetIn(name) ?? { part: -1, target: -1 }
    const state = parts[part]
    if (!state) throw new Error(`there is no ${name}`)
    const attempt = (state.attempts.get(round) ?? 0) + 1
    state.attempts.set(round, attempt)
    const before = [...state.choices].filter(([when, used]) => when < round && used.tool === tool)
    const [sameTool, sameChoice] = [before.length, before.filter(([, used]) => used.target === target).length]
    state.choices.set(round, { tool, target })
    const result = execute(plant, part, { tool, target, offset }, { round, attempt, sameTool, sameChoice })
    state.last = result
    const told = JSON.stringify({ part, ...result })
    if (result.failed) throw new Error(told)
    return told
  }

  const most = Math.max(...plant.subtasks.map(({ tools }) => tools))
  return {
    tools: Array.from({ length: most }, (_, number) =>
      defineTool({
        name: toolName(number),
        description: `Way ${number} of doing a part`,
        input: z.object({ target: z.string(), offset: z.number() }),
        effect: 'read',
        target: ({ target }) => target,
        execute: ({ target, offset }) => call(number, target, offset),
      }),
    ),
    round: () => round,
    begin() {
      if (round > 0) right[round] = isRight()
      round++
      wait(plant.roundMs)
    },
    isRightAfter: (number) => (number === round ? isRight() : right[number] === true),
  }
}
