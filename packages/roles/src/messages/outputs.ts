import { plainText } from '@artoo/llm'
import * as z from 'zod'
import { criterion, listOf, longestText, textUpTo } from './plan.js'
import { judgedCause } from './verdict.js'

const sentence = textUpTo(longestText)
/** The text of an execution or a merge for the user: a report, not a library. */
const report = textUpTo(200_000)
const isoTime = sentence.describe('ISO 8601 with date, time and zone: 2026-03-01T17:00:00+01:00')

const verdict = z.object({
  criterion: z.number().int().min(1).describe('its number'),
  verdict: z.enum(['pass', 'fail', 'absent', 'replaced', 'unseen']),
  cause: judgedCause.nullish().describe('of a fail'),
  evidence: sentence.describe('one sentence'),
  needs: sentence.nullish(),
  records: listOf(textUpTo(64)).nullish().describe('ids of the tool calls that show it'),
})
export type ModelVerdict = z.infer<typeof verdict>

const verdicts = z.object({
  verdicts: listOf(verdict).describe('one for each criterion'),
  correction: z.object({ whatWasWrong: sentence, whatToDo: sentence }).nullish().describe('if anything failed'),
})

/** A need that names an access is one, also with a question beside it: words can't grant it. */
const need = z.union([
  z.object({ access: sentence.min(1).describe('what is missing and what for') }),
  z.object({
    question: sentence.min(1).describe('what only the user can decide'),
    choices: listOf(sentence.min(1)).nullish(),
  }),
])
/** A question to a person, or an access that a person may grant, as a model asks for it. */
export type ModelNeed = z.infer<typeof need>

/** Questions of one round. */
const mostNeeds = 5
const needs = z.array(need).max(mostNeeds).nullish()

const subtask = z.object({
  intent: sentence.min(1),
  sequence: z.number().int().min(1).default(1),
  criteria: listOf(criterion).min(1),
  tools: listOf(textUpTo(64)).default([]).describe('names'),
  replaces: textUpTo(64).nullish().describe('the id in "failed" of what it makes good'),
  context: textUpTo(20_000).nullish().describe('what else the executor should know'),
  deadline: isoTime.nullish(),
})

const plan = z
  .object({
    asks: z.enum(['answer', 'change']).default('answer'),
    criteria: listOf(criterion).describe('of the task'),
    subtasks: listOf(subtask),
    impossible: sentence.nullish(),
    answer: report.nullish(),
    deadline: isoTime.nullish(),
    intent: sentence.nullish(),
    refersTo: listOf(z.number().int()).nullish(),
    needs,
  })
  .superRefine(({ subtasks, impossible, answer, needs }, context) => {
    if (needs?.length && subtasks.length > 0) {
      const message = 'it stands alone: leave "subtasks" empty and ask, or plan without asking'
      context.addIssue({ code: 'custom', path: ['needs'], message })
    }
    if (subtasks.length === 0 && (impossible?.trim() || answer?.trim() || needs?.length)) return
    const missing = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: 'at least one is needed' })
    if (subtasks.length === 0) missing('subtasks')
  })

const execution = z
  .object({
    status: z.enum(['completed', 'failed', 'needs']),
    output: report.describe('the result itself; with "needs" what was found so far'),
    reason: sentence.nullish().describe('why it failed'),
    cause: judgedCause.nullish().describe('of "failed"'),
    needs: needs.describe('with the status "needs"'),
  })
  .superRefine(({ status, needs }, context) => {
    if (status !== 'needs' || needs?.length) return
    context.addIssue({ code: 'custom', path: ['needs'], message: 'at least one is needed' })
  })

const verification = z.object({
  output: report.describe('the merged answer'),
  verdicts: listOf(verdict).describe('one for each criterion'),
})

/** The texts that roles ask models for, by name. */
export const outputs = {
  task_spec: z.object({
    intent: sentence.regex(/\S/, 'must not be blank').describe('one faithful sentence'),
    scope: sentence.nullish().describe('paths, domains and limits that the user named'),
    deadline: isoTime.nullish(),
    questions: listOf(sentence.min(1)).nullish(),
    refersTo: listOf(z.number().int()).nullish().describe('numbers of the turns in "earlier" that it rests on'),
  }),
  plan,
  execution,
  verdicts,
  /** Verdicts on a subtask that is the whole task. */
  last_verdicts: verdicts,
  verification,
  /** Outputs whose answer has to fit a schema of the host: the text holds it as JSON. */
  typed_plan: plan,
  typed_execution: execution,
  typed_verification: verification,
  /** The answer of a direct conversation. */
  direct: plainText,
} as const

export type OutputName = keyof typeof outputs
export type OutputValue<N extends OutputName> = z.infer<(typeof outputs)[N]>
export type PlanDraft = OutputValue<'plan'>
