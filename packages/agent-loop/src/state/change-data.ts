import * as z from 'zod'
import { checkData } from './check-data.js'
import { constraints, id, objective } from './state-file.js'

const text = z.string()
const description = text.max(2000)

const newAtom = z.strictObject({
  id,
  description: text,
  success_criteria: checkData,
  deps: z.array(id),
  writes: z.array(text),
  resources: z.array(text),
  explore: z.boolean(),
  cost_estimate: z.number().min(0).optional(),
  required: z.boolean().optional(),
})

const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), atom: newAtom, group: id.optional() }),
  z.strictObject({ op: z.literal('remove'), atom: id }),
  z.strictObject({ op: z.literal('force'), group: id, choice: id }),
])

const { goal, background_intent, deliverables, definition_of_done } = objective.shape
const agreed = z.strictObject({ goal, background_intent, deliverables, definition_of_done, base_case: checkData })

/** The form of a `CourseChange`, which may come from another process or from a model. */
export const changeData = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('objective_change'), description, objective: agreed.partial() }),
  z.strictObject({ type: z.literal('dag_adjustment'), description, operations: z.array(operation).min(1) }),
  z.strictObject({ type: z.literal('constraint_change'), description, constraints: constraints.partial() }),
  z.strictObject({ type: z.literal('bindings_override'), description, atom: id, summary: text.max(2000) }),
])
