import * as z from 'zod'
import { criterion, longestList, longestText } from './messages/plan.js'
import { failureClass } from './messages/verdict.js'

const sentence = z.string().max(longestText)
/** What an execution or a merge gives to the user: a report, not a library. */
const report = z.string().max(200_000)

const verdict = z.object({
  /** Number of the criterion, from 1. */
  criterion: z.number().int().min(1),
  verdict: z.enum(['pass', 'fail', 'absent']),
  failureClass: failureClass.nullish(),
  evidence: sentence,
  /** Ids of the tool calls that show it. */
  records: z.array(z.string().max(64)).max(longestList).nullish(),
})
export type ModelVerdict = z.infer<typeof verdict>

/** The structured texts that roles ask models for, by name. */
export const outputs = {
  task_spec: z.object({
    intent: sentence.regex(/\S/, 'must not be blank'),
    scope: sentence.nullish(),
    deadline: sentence.nullish(),
    questions: z.array(sentence.min(1)).max(longestList).nullish(),
  }),
  plan: z
    .object({
      criteria: z.array(criterion).max(longestList),
      subtasks: z
        .array(
          z.object({
            intent: sentence.min(1),
            sequence: z.number().int().min(1).default(1),
            criteria: z.array(criterion).min(1).max(longestList),
            tools: z.array(z.string().max(64)).max(longestList).default([]),
            context: z.string().max(20_000).nullish(),
            deadline: sentence.nullish(),
          }),
        )
        .max(longestList),
      /** Why no plan could do it. */
      impossible: sentence.nullish(),
    })
    .superRefine(({ criteria, subtasks, impossible }, context) => {
      if (subtasks.length === 0 && impossible?.trim()) return
      const missing = (path: string) =>
        context.addIssue({ code: 'custom', path: [path], message: 'at least one is needed' })
      if (criteria.length === 0) missing('criteria')
      if (subtasks.length === 0) missing('subtasks')
    }),
  execution: z.object({
    status: z.enum(['completed', 'failed']),
    output: report,
    reason: sentence.nullish(),
  }),
  verdicts: z.object({
    verdicts: z.array(verdict).max(longestList),
    correction: z.object({ whatWasWrong: sentence, whatToDo: sentence }).nullish(),
  }),
  verification: z.object({
    output: report,
    verdicts: z.array(verdict).max(longestList),
  }),
} as const

export type OutputName = keyof typeof outputs
export type OutputValue<N extends OutputName> = z.infer<(typeof outputs)[N]>
export type PlanDraft = OutputValue<'plan'>
