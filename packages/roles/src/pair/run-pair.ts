import type { AnyModel, Price } from '@artoo/llm'
import {
  assertShaped,
  type Confirm,
  checkEffect,
  createRuntime,
  fairSlots,
  hostShapes,
  humanEffect,
  type Limits,
  modelEffect,
  timerEffect,
  toolEffect,
} from '@artoo/runtime'
import { assertOptions, type Check, type Clock, type ParentRun, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { readToolsOf } from '../evidence/read-tools.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import { outputs } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'
import { surroundingsOf } from '../prompts/surroundings.js'
import { recordToolLoads, recordTools } from '../records/record-tools.js'
import { assertNotReserved } from '../reserved-names.js'
import { resolveModels } from '../role/models.js'
import type { ModelTier } from '../role/tiers.js'
import { createPair, pairSystem } from './pair-system.js'

export interface PairOptions {
  readonly model: AnyModel | Readonly<Record<ModelTier, AnyModel>>
  readonly tools: readonly Tool[]
  readonly checks: readonly Check[]
  /** Instructions of the host, in words for the models. @defaultValue none */
  readonly instructions?: string | undefined
  /** @defaultValue every call that a person has to allow is refused */
  readonly confirm?: Confirm | undefined
  /** Corrections after the first attempt. @defaultValue 2 */
  readonly maxRetries?: number
  /** Model turns with tool calls in one attempt. @defaultValue 12 */
  readonly maxToolTurns?: number
  /** Limits of calls and conversations; budget and time are those of the run that it is a part of. */
  readonly limits?: Partial<Limits> | undefined
  readonly prices?: Readonly<Record<string, Price>> | undefined
  readonly clock?: Clock | undefined
}

export interface PairTask {
  readonly intent: string
  /** Further facts for the executor. */
  readonly context: string
  /** The criteria; one without `about` is about the answer. */
  readonly criteria: readonly (Omit<Criterion, 'about'> & Partial<Pick<Criterion, 'about'>>)[]
  /** The run that this is a part of. */
  readonly run?: ParentRun | undefined
  readonly signal?: AbortSignal | undefined
}

const taskNames = ['intent', 'context', 'criteria', 'run', 'signal'] satisfies (keyof PairTask)[]
const { tools, checks, confirm, limits, prices, clock } = hostShapes
/** Models and counts are checked by their readers. */
const shape = z.object({
  ...{ tools, checks, confirm, limits, prices, clock },
  ...{ model: z.unknown(), maxRetries: z.unknown().optional(), maxToolTurns: z.unknown().optional() },
  instructions: z.string().optional(),
} satisfies Record<keyof PairOptions, z.ZodType>)

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertPairOptions(options: unknown, of: string): void {
  assertShaped(shape, options, { of })
}

/**
 * Runs executor and validator on one subtask, as a run of its own.
 *
 * @throws {ArtooError} `invalid_option` naming the option.
 */
export async function runPair(task: PairTask, options: PairOptions): Promise<SubTaskOutcome> {
  assertOptions(task, taskNames, { of: 'the task of runPair' })
  assertPairOptions(options, 'runPair')
  const { intent, context, criteria, run: parent, signal } = task
  const { tools, checks, confirm, limits, prices, clock, instructions, maxRetries, maxToolTurns } = options
  assertNotReserved(tools)
  const models = resolveModels(options.model)
  const runtime = createRuntime({
    system: pairSystem,
    effects: [
      modelEffect({
        outputs,
        modelOf: () => models.tool,
        tools: [...tools, ...recordTools],
        loads: recordToolLoads,
        slots: fairSlots(4),
        bills: 'R7',
      }),
      ...[toolEffect({ tools, slots: fairSlots(4) }), checkEffect({ checks }), humanEffect(), timerEffect()],
    ],
    ...{ prices, clock },
  })
  const subtask = {
    ...{
      subtaskId: 'task',
      sequence: 1,
      intent,
      context,
      criteria: criteria.map((criterion) => ({ about: 'answer' as const, ...criterion })),
    },
    ...{ tools: tools.map(({ name }) => name), blockedTargets: [], cautions: [], deadline: null },
  }
  const own = {
    instructions,
    surroundings: surroundingsOf(tools),
    readTools: readToolsOf(tools),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(maxToolTurns !== undefined && { maxToolTurns }),
  }
  try {
    return await runtime.run({
      begin: { type: 'Assignment', to: 'R2', payload: subtask },
      deciders: createPair(own),
      ...{ limits, confirm, parent, signal },
    })
  } finally {
    await runtime.close()
  }
}
