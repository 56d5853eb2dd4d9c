import { ArtooError, describeIssues } from '@artoo/spec'
import * as z from 'zod'
import type { ReviewCheck } from '../coordinator/proposals.js'
import { checkData, commandsIn } from '../state/check-data.js'
import { stateFile } from '../state/state-file.js'

const text = z.string()
const words = text.trim().min(1)

const plannedAtom = z.strictObject({
  description: words,
  success_criteria: checkData,
  deps: z.array(text).default([]),
  writes: z.array(text).default([]),
  resources: z.array(text).default([]),
  explore: z.boolean().default(false),
  cost_estimate: z.number().min(0).optional(),
  required: z.boolean().default(false),
})

const plan = z.strictObject({
  goal: words,
  background_intent: words,
  deliverables: z.array(words).min(1),
  definition_of_done: words,
  base_case: checkData,
  atoms: z.record(text, plannedAtom),
  or_groups: z
    .record(text, z.strictObject({ choices: z.array(text).min(1), speculative: z.boolean().default(false) }))
    .default({}),
  protected_paths: z
    .array(
      z.union([
        text.transform((glob) => ({ glob, empty: false })),
        z.strictObject({ glob: text, empty: z.boolean().default(false) }),
      ]),
    )
    .default([]),
  constraints: stateFile.shape.objective.shape.constraints.unwrap().partial().default({}),
})

/**
 * The agreement before a loop starts: purpose, deliverables, the check by which code decides that the job is done, and
 * the first graph. `protected_paths` are globs of the files by which the base case decides: a file that is changed,
 * removed or added there counts. A glob that matches no file yet is marked: `{ glob: 'test/setup*', empty: true }`.
 */
export type Plan = z.input<typeof plan>
export type ReadPlan = z.output<typeof plan>

/** @throws {ArtooError} `invalid_plan`, whose `field` is the place in it. */
export function readPlan(given: unknown, review: ReviewCheck): ReadPlan {
  refuseLostNames(given)
  const parsed = plan.safeParse(given)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join('.') ?? 'plan'
    throw invalid(field, describeIssues(parsed.error.issues))
  }
  const commands = allowedBy(parsed.data)
  const baseFault = review(parsed.data.base_case, commands)
  if (baseFault !== null) throw invalid('base_case', `the base case can't be decided: ${baseFault}`)
  for (const [id, { success_criteria, writes }] of Object.entries(parsed.data.atoms)) {
    const fixed = writes.find((path) => parsed.data.protected_paths.some(({ glob }) => glob === path))
    if (fixed !== undefined) {
      const message = `${id} would write ${fixed}, which nobody may change: take it out of its writes, or out of protected_paths`
      throw invalid('protected_paths', message)
    }
    const fault = review(success_criteria, commands)
    if (fault !== null) throw invalid(`atoms.${id}.success_criteria`, `the check of ${id} can't decide: ${fault}`)
  }
  return parsed.data
}

/** JSON can have one, and reading it as a record would lose it without a word. */
function refuseLostNames(given: unknown): void {
  for (const field of ['atoms', 'or_groups'] as const) {
    const nodes = (given as { readonly [key: string]: unknown } | null | undefined)?.[field]
    if (typeof nodes !== 'object' || nodes === null || !Object.hasOwn(nodes, '__proto__')) continue
    throw invalid(`${field}.__proto__`, `nothing in ${field} can be named __proto__: give it another id`)
  }
}

/** A person agrees to every command that stands in the plan. */
export function allowedBy({ base_case, atoms }: Pick<ReadPlan, 'base_case' | 'atoms'>): readonly (readonly string[])[] {
  const checks = [base_case, ...Object.values(atoms).map((atom) => atom.success_criteria)]
  const commands = checks.flatMap(commandsIn)
  return [...new Map(commands.map((argv) => [JSON.stringify(argv), argv])).values()]
}

const invalid = (field: string, message: string) => new ArtooError('invalid_plan', message, { field })
