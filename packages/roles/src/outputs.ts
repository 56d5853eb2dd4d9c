import * as z from 'zod'
import { criterion } from './messages/plan.js'
import { failureClass } from './messages/verdict.js'

const verdict = z.object({
  /** Number of the criterion, from 1. */
  criterion: z.number().int().min(1),
  verdict: z.enum(['pass', 'fail']),
  failureClass: failureClass.nullish(),
  evidence: z.string(),
})
export type ModelVerdict = z.infer<typeof verdict>

/** The structured texts that roles ask models for, by name. */
export const outputs = {
  task_spec: z.object({
    intent: z.string().regex(/\S/, 'must not be blank'),
    scope: z.string().nullish(),
    deadline: z.string().nullish(),
    questions: z.array(z.string().min(1)).nullish(),
  }),
  plan: z
    .object({
      criteria: z.array(criterion),
      subtasks: z.array(
        z.object({
          intent: z.string().min(1),
          sequence: z.number().int().min(1).default(1),
          criteria: z.array(criterion).min(1),
          tools: z.array(z.string()).default([]),
          context: z.string().nullish(),
        }),
      ),
      /** Why no plan could do it. */
      impossible: z.string().nullish(),
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
    output: z.string(),
    reason: z.string().nullish(),
  }),
  verdicts: z.object({
    verdicts: z.array(verdict),
    correction: z.object({ whatWasWrong: z.string(), whatToDo: z.string() }).nullish(),
  }),
  verification: z.object({
    output: z.string(),
    verdicts: z.array(verdict),
  }),
} as const

export type OutputName = keyof typeof outputs
export type OutputValue<N extends OutputName> = z.infer<(typeof outputs)[N]>
export type PlanDraft = OutputValue<'plan'>
