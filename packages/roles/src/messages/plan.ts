import { blockedTarget, checkCall, toolBlock, toolCaution } from '@artoo/runtime'
import * as z from 'zod'
import { earlierTurn, taskSpec } from './task.js'

/** Characters of one sentence that a model writes, and items of one list: more is a model that doesn't stop. */
export const longestText = 4_000
export const longestList = 100

/** Bounds that no schema tells models of, since no sensible value reaches them. */
export const textUpTo = (most: number) =>
  z.string().refine(({ length }) => length <= most, `Too big: at most ${most} characters are taken`)
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).refine(({ length }) => length <= longestList, `Too big: at most ${longestList} items are taken`)

export const criterion = z.object({
  text: textUpTo(longestText).min(1),
  /** `verifiable`: decidable from tool output alone. `plausible`: a matter of judgement. */
  mode: z.enum(['verifiable', 'plausible']),
  /** The subject: the answer, or the state of the world after the work. */
  about: z.enum(['answer', 'world']).default('answer'),
  /** The evidence that decides it: tool calls, or the request itself, which then needs no record. */
  source: z.enum(['records', 'request']).default('records'),
  /** A registered check that decides the criterion by code. */
  check: checkCall.optional(),
})
export type Criterion = z.infer<typeof criterion>

const fieldsOfSubTask = z.object({
  subtaskId: z.string(),
  sequence: z.number().int(),
  intent: z.string().min(1),
  /** Empty for direct work, which nobody judges. */
  criteria: z.array(criterion),
  /** The work is one conversation in the user's words: no model plans or judges it. */
  direct: z.literal(true).optional(),
  /** The earlier turns of the conversation that direct work goes on with. */
  earlier: z.array(earlierTurn).optional(),
  /** The user's own words, when this subtask is all there is to the task: its judge is then the last. */
  request: z.string().nullable().default(null),
  /** The number of the last words of the user that it was planned with; later ones are told to its executor. */
  words: z.number().int().optional(),
  /** These words, for its judge. */
  added: z.array(z.string()).optional(),
  /** The failed subtask of the round before that this one makes good, `task` for the merged result; null: none. */
  replaces: z.string().nullable().default(null),
  /** The failed subtask of the round before whose findings are in `context`: its judge is shown their records too. Null: none. */
  findingsOf: z.string().nullable().default(null),
  /** The only tools that the executor is handed. */
  tools: z.array(z.string()),
  /** Calls that failed before and are refused while their block stands. */
  blockedTargets: z.array(toolBlock),
  /**
   * Warnings from experience that a person is asked about, if the memory profile does so: such a call is put before one
   * unless it is a read.
   */
  cautions: z.array(toolCaution),
  /** The time at which its work is cut off, in milliseconds since the Unix epoch; null when there is none. */
  deadline: z.number().nullable(),
  /** Outputs of earlier sequences, and notes of the planner. */
  context: z.string(),
})
/** Work has criteria, but for direct work, which nobody judges. */
const isJudgeable = ({
  criteria,
  direct,
}: {
  readonly criteria: readonly Criterion[]
  readonly direct?: true | undefined
}) => direct === true || criteria.length > 0

const needsCriteria = { path: ['criteria'], message: 'at least one is needed' }

export const subTask = fieldsOfSubTask.refine(isJudgeable, needsCriteria)
export type SubTask = z.infer<typeof subTask>

export const dispatchManifest = z
  .object({
    round: z.number().int(),
    spec: taskSpec,
    criteria: z.array(criterion),
    subtasks: z
      .array(
        fieldsOfSubTask.pick({
          subtaskId: true,
          sequence: true,
          intent: true,
          replaces: true,
          criteria: true,
          tools: true,
          direct: true,
        }),
      )
      .min(1),
    /** The kind of the request: an answer alone, or a change in the world. */
    asks: z.enum(['answer', 'change']).default('answer'),
    /** True when the only subtask is the whole task: its judge's verdicts on the task's criteria are final. */
    alone: z.boolean().default(false),
    /** Pairs of tool and target that memory warned of. */
    warned: z.array(blockedTarget).default([]),
  })
  .refine(({ criteria, subtasks }) => isJudgeable({ criteria, direct: subtasks[0]?.direct }), needsCriteria)
export type DispatchManifest = z.infer<typeof dispatchManifest>

export const answer = z.object({ output: z.string() })

export const sequenceCompleted = z.object({
  sequence: z.number().int(),
  outputs: z.array(z.object({ intent: z.string(), output: z.string() })),
})
