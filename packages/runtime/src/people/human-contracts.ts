import { contract } from '@artoo/bus'
import { permissionModes } from '@artoo/tools'
import * as z from 'zod'
import { routesFrom, routesTo } from '../routes.js'
import { deed, diff, line, lines, target } from './shown.js'

const question = z.object({
  question: lines,
  /** Answers to choose from. Another one may be given. */
  choices: z.array(line).optional(),
  /** `question`: to be answered in words. `access`: to be granted or refused. */
  kind: z.enum(['question', 'access']),
  /** An empty answer is none: it is asked for once more, and then nobody has answered. */
  required: z.literal(true).optional(),
  /** Name of the role or tool that asks. */
  from: z.string(),
  /** The part of the work that it is about, in words. */
  subtask: line.optional(),
})

const clarificationRequest = z
  .object({
    /** Comes back with the answer. */
    key: z.string().optional(),
    requests: z.array(question).min(1),
    /** Put before the person also when the same words were answered before in this run: they are about something else now. */
    anew: z.boolean().optional(),
  })
  .describe(
    'A person is asked what only a person can decide, or for an access. The id of a question is that of the event with its position, from 1: `<id>.1`.',
  )

const answered = z.object({
  /** Ids of the questions. One answer may stand for several. */
  to: z.array(z.string()).min(1),
  /** Empty: go on with what you have. Always empty for an access, and beside a `code`. */
  answer: z.string(),
  /** Null when nobody answered. */
  by: z.string().nullable(),
  /** The decision on an access; absent for a question. */
  granted: z.boolean().optional(),
  /** Names of the fields that the run's context was given. Their values stand in no journal. */
  keys: z.array(z.string()).optional(),
  /** The person's words beside a refused access, or the reason for a `code`. */
  note: z.string().optional(),
  /** `no_answer`: nobody answered, or an answer that is required is empty. The others: the answer can't be read, or looks like a secret, and was not kept. */
  code: z.enum(['no_answer', 'invalid_answer', 'secret_in_answer']).optional(),
})

const clarificationAnswer = z
  .object({ key: z.string().optional(), answers: z.array(answered).min(1) })
  .describe('Answers to all questions of a request.')

const confirmationRequest = z
  .object({
    key: z.string(),
    callId: z.string(),
    tool: z.string(),
    /** Escaped when it holds characters that a person would not see. */
    target: target.nullable(),
    input: z.unknown(),
    /** The action that would be carried out, as one line that is safe to show: `overwrite notes.txt`. */
    action: deed,
    /** The whole action as JSON, with an escape for each character that can't be seen. */
    full: z.string(),
    reason: line,
    change: z.object({ bytesBefore: z.number(), bytesAfter: z.number(), diff: diff.nullable() }).nullable(),
    /** Parts that are not known to be harmless. */
    parts: z
      .array(z.object({ text: line, does: line }))
      .readonly()
      .optional(),
    /** True when the call can be undone. */
    undo: z.literal('snapshot').optional(),
    /** The secrets that the tool gets with a yes, such as `API_KEY of .env`; `input` holds placeholders. */
    secrets: z.array(line).readonly().optional(),
    /** The rule of the host that has each such call asked about. */
    rule: line.optional(),
    /** Answers that cover repeats as long as `state` is the same. */
    offers: z
      .array(z.object({ allow: z.enum(['task', 'always']), rule: line, state: z.string(), note: line.nullable() }))
      .readonly()
      .optional(),
    /** The user's words, shortened, and the part of the work that the call belongs to. */
    task: line.optional(),
    subtask: line.optional(),
    /** The model's words in the turn of the call. */
    why: line.optional(),
    /** Reads of this run that brought text from outside, the last ones. */
    sources: z.array(line).readonly().optional(),
    /** The last answer when a call that means the same was asked about before in this run, the last yes or `done` if there was one. */
    earlier: z.object({ callId: z.string(), allowed: z.boolean(), done: z.literal(true).optional() }).nullable(),
    /** The key under which the call is made: a repetition after a crash has the same key. */
    idempotencyKey: z.string(),
    /** True when `input` is a person's own, given with the answer before: the tool declares another action for it. */
    amended: z.literal(true).optional(),
  })
  .describe('A person is asked whether a call may be made that is irreversible (Law 1), or that experience warns of.')

const confirmationAnswer = z
  .object({
    callId: z.string(),
    allowed: z.boolean(),
    by: z.string().nullable(),
    /** The person's words, or the reason for a `code`. */
    note: z.string().nullable(),
    /** Present when the answer covers repeats as the question offered. */
    allow: z.enum(['task', 'always']).optional(),
    /** True when the person carried the call out by hand. */
    done: z.literal(true).optional(),
    /** The input that the call is made with instead. */
    input: z.unknown().optional(),
    /** `no_answer`: there was no answer. `invalid_answer`: the answer can't be read. Both count as a no. */
    code: z.enum(['no_answer', 'invalid_answer']).optional(),
  })
  .describe(
    'The answer allows that one call or refuses it. `by` is null when nobody answered. With `done` the call is not made: a person did it, and `note` is its result.',
  )

const modeChanged = z
  .object({ mode: z.enum(permissionModes), by: z.string().nullable() })
  .describe(
    'From here on the permissions have another mode. `by` is the person who raised it; null where it became stricter.',
  )

/**
 * The messages to the people behind the host: questions of `actors` and of tools in the middle of a call, and questions whether a call may be
 * made.
 */
export function humanContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    ClarificationRequest: contract(clarificationRequest, routesFrom([...actors, 'tools'] as const, 'host')),
    ClarificationAnswer: contract(clarificationAnswer, routesTo('host', [...actors, 'tools'] as const)),
    ConfirmationRequest: contract(confirmationRequest, [['tools', 'host']]),
    ConfirmationAnswer: contract(confirmationAnswer, [['host', 'tools']]),
    ModeChanged: contract(modeChanged, [['host', 'tools']]),
  } as const
}

export type HumanContracts<Actor extends string> = ReturnType<typeof humanContracts<Actor>>
