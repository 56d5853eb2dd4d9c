import * as z from 'zod'
import { checkData } from '../state/check-data.js'

const name = z.string().min(1).max(64)
const words = z.string().min(1).max(2000)

const proposedAtom = z.object({
  name: name.describe('a short name, used only to refer to it in this answer'),
  task: words.describe('what is to be done, complete in itself'),
  check: checkData.describe('decides by code whether it is done'),
  depends_on: z.array(name).default([]).describe('names from this answer, or ids that exist'),
  writes: z.array(name).default([]).describe('globs of the files that it changes; none means any'),
  unknown: z.boolean().default(false).describe('true when it should be explored before it is tried'),
})
export type ProposedAtom = z.output<typeof proposedAtom>

const proposal = z.object({
  atoms: z.array(proposedAtom).max(20),
  alternatives: z
    .array(z.array(name).min(2))
    .default([])
    .describe(
      'ways that exclude each other, by the names of their atoms, best first: one is taken, the others are not done; what depends on one of them depends on whichever is taken',
    ),
})
export type Proposal = z.output<typeof proposal>

const redirection = z.object({
  questions: z.array(words).max(5).default([]).describe('only what must be known before the change can be made'),
  change: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('objective_change'),
        description: words,
        goal: words.optional(),
        background_intent: words.optional(),
        deliverables: z.array(words).optional(),
        definition_of_done: words.optional(),
        base_case: checkData.optional(),
      }),
      z.object({
        type: z.literal('dag_adjustment'),
        description: words,
        operations: z
          .array(
            z.discriminatedUnion('op', [
              z.object({
                op: z.literal('add'),
                atom: proposedAtom,
                group: name.optional(),
                optional: z
                  .boolean()
                  .default(false)
                  .describe('true only when the person says that it need not be done'),
              }),
              z.object({ op: z.literal('remove'), atom: name }),
              z.object({ op: z.literal('force'), group: name, choice: name }),
            ]),
          )
          .min(1),
      }),
      z.object({
        type: z.literal('constraint_change'),
        description: words,
        constraints: z.record(z.string(), z.union([z.number(), z.string()])),
      }),
      z.object({ type: z.literal('bindings_override'), description: words, atom: name, summary: words }),
    ])
    .nullable()
    .default(null)
    .describe('null while questions are open, or when nothing is to be changed'),
})
export type Redirection = z.output<typeof redirection>

const alignment = z.object({
  questions: z.array(words).max(5).default([]).describe('only what must be known before work can begin'),
  plan: proposal
    .extend({
      goal: words,
      background_intent: words.describe('why it is wanted'),
      deliverables: z.array(words).min(1),
      definition_of_done: words.describe('for people; says the same as base_case'),
      base_case: checkData.describe('decides by code whether the whole is done'),
      protected_paths: z
        .array(name)
        .default([])
        .describe(
          'globs of files that nobody may change, such as tests and their configuration; never one that an atom writes',
        ),
    })
    .nullable()
    .default(null)
    .describe('null while questions are open'),
})
export type Alignment = z.output<typeof alignment>

/** The outputs that the coordinator's model may be asked for: operations on the state, which code admits or refuses. */
export const outputs = {
  proposal: proposal.extend({
    impossible: words.nullable().default(null).describe('why it can not be done at all, with no atoms; else null'),
  }),
  choice: z.object({ choice: name, reason: words }),
  redirection,
  alignment,
} as const
