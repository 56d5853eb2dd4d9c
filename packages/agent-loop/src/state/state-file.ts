import * as z from 'zod'
import { agreedCommand, filePins, noPins } from './agreed.js'
import { checkData } from './check-data.js'

/** The id of an atom or a group. */
export const id = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,127}$/u, 'a letter or digit, then up to 127 letters, digits, _ . -')
  .refine((name) => !(name in {}), 'a name that every object has')
const text = z.string()
const count = z.number().int().min(0)
const time = z.iso.datetime()

/** The limits of the loop. */
export const constraints = z.strictObject({
  /** Passes of observe, update, verify, decide: a cap beside the measure. */
  max_iterations: count.min(1).default(20),
  /** Sub-agents alive at once, of whatever kind. */
  max_parallel_agents: count.min(1).default(3),
  /** Launches of a worker for one atom. */
  max_attempts: count.min(1).default(2),
  /** Probes of one atom. */
  max_probes: count.default(1),
  /** The number of times that an atom may be split, and its parts again. */
  max_depth: count.max(6).default(2),
  /** Parts of one split, or new atoms of one repair. */
  max_children: count.min(1).max(20).default(5),
  /** The number of times that atoms may be added when all are resolved and the base case still fails. */
  max_repairs: count.default(2),
  max_tokens: count.min(1).optional(),
  deadline: time.optional(),
  /** Milliseconds that what is under way is given after a stop. */
  grace_ms: count.default(30_000),
})

export const objective = z.strictObject({
  goal: text,
  background_intent: text,
  deliverables: z.array(text),
  definition_of_done: text,
  /** True when the job is done, as code can tell. */
  base_case: checkData.nullable(),
  constraints: constraints.prefault({}),
  /** Files that decide whether the base case holds: a verdict with one of them changed, gone or new does not count. */
  protected_files: filePins.default(noPins),
  /** Commands that a person confirmed; others pass the Law 1 gate, and so do these when what defines them has changed. */
  allowed_commands: z.array(agreedCommand).default([]),
  /** `hash` is over what was agreed; an edit outside a redirect breaks it, and the gate closes. */
  aligned: z.strictObject({ by: text, at: time, hash: text }).nullable().default(null),
})

export const loopStatuses = [
  'draft',
  'ready',
  'running',
  'redirecting',
  'stopping',
  'stopped',
  'completed',
  'halted',
] as const

export const haltCodes = [
  'base_case_satisfied',
  'manual_stop',
  'alignment_missing',
  'invalid_graph',
  'iteration_limit',
  'budget_limit',
  'exhausted',
  'verification_unreachable',
  'deadlock',
  'tampered',
  'awaiting_confirmation',
  'internal_error',
] as const

const verdict = z.strictObject({
  /** Null when only a person could tell. */
  passed: z.boolean().nullable(),
  at: time,
  evidence: text,
  failures: z.array(text).default([]),
  tampered: z.boolean(),
})

const control = z.strictObject({
  status: z.enum(loopStatuses).default('draft'),
  iteration: count.default(0),
  stop_requested: z.boolean().default(false),
  stop_reason: text.nullable().default(null),
  halt_code: z.enum(haltCodes).nullable().default(null),
  /** The open points that the halt code doesn't name, in words. */
  halt_detail: text.nullable().default(null),
  redirect_requested: z.boolean().default(false),
  repairs_left: count,
  last_verdict: verdict.nullable().default(null),
  tokens_used: count.default(0),
})

const atomStatuses = ['pending', 'in_progress', 'resolved', 'failed', 'superseded', 'abandoned'] as const

const atom = z.strictObject({
  description: text,
  success_criteria: checkData,
  /** A person agreed to its check: when it is split or repaired, it is done only once that holds. */
  agreed: z.boolean().default(false),
  /** Ids of atoms or groups: all must be resolved first. */
  deps: z.array(id).default([]),
  parent: id.nullable().default(null),
  children: z.array(id).default([]),
  /** The group whose choice it is. */
  group: id.nullable().default(null),
  /** The number of times that it may still be split. */
  rank: count,
  status: z.enum(atomStatuses).default('pending'),
  attempts: count.default(0),
  probes: count.default(0),
  /** The number of processes in a row that died while working on it. */
  interruptions: count.default(0),
  /** Globs of what it changes. Nothing said means all, and then nothing runs beside it. */
  writes: z.array(text).default([]),
  /** A person wants it done, whatever the base case says: the job is not completed before. Of a choice: its group is decided. */
  required: z.boolean().default(false),
  /** Names of what it uses alone: a port, a device. */
  resources: z.array(text).default([]),
  /** Its ground is unknown: a probe goes first. */
  explore: z.boolean().default(false),
  /** The expected cost of a launch, in tokens. */
  cost_estimate: z.number().min(0).optional(),
  /** Notes beside the description: why it failed, what a probe found. Newest last, bounded. */
  notes: z.array(text).default([]),
})

const group = z.strictObject({
  choices: z.array(id).min(1),
  selected: id.nullable().default(null),
  failed: z.array(id).default([]),
  /** Several choices at once; the first that succeeds is taken. */
  speculative: z.boolean().default(false),
  /** The one that a person insists on. */
  forced: id.nullable().default(null),
})

const binding = z.strictObject({
  summary: text.max(2000),
  artifacts: z.array(text).default([]),
  commit: text.nullable().default(null),
  origin: z.enum(['worker', 'user']),
  epoch: count,
})

const entry = { at: time, epoch: count, void: z.boolean().optional() }
const trailEntry = z.discriminatedUnion('type', [
  z.strictObject({ ...entry, type: z.enum(['or_select', 'or_switch']), group: id, selected: id, reason: text }),
  z.strictObject({ ...entry, type: z.literal('or_fail'), group: id, choice: id, reason: text }),
  z.strictObject({ ...entry, type: z.literal('atom_fail'), atom: id, reason: text }),
  z.strictObject({ ...entry, type: z.literal('user_correction'), description: text, ops: z.array(z.unknown()) }),
])

const correctionTypes = ['objective_change', 'dag_adjustment', 'constraint_change', 'bindings_override'] as const

const correction = z.strictObject({
  timestamp: time,
  type: z.enum(correctionTypes),
  description: text,
  trail_cleared: z.boolean(),
  /** The atoms whose part of the trail is void, where it was not cleared as a whole. */
  trail_cleared_scope: z.array(id).optional(),
})

const launch = z.strictObject({
  atom: id,
  role: z.enum(['probe', 'worker', 'verifier']),
  epoch: count,
  started: time,
  /** The strategy under way: a key of `strategies_tried`. */
  strategy: text,
})

/** A person's word on an assertion. It counts for the work as it stood then. */
const attestation = z.strictObject({ text, holds: z.boolean(), by: text, at: time, head: text })

/** Version of the state file: one of another version is refused. */
export const stateVersion = '2.0'

/**
 * The one file of a loop (state contract v1.2, with more fields): what has to hold in the end, what is unresolved, where it can turn back. All else
 * can be lost.
 */
export const stateFile = z.object({
  schema_version: z.literal(stateVersion),
  loop_id: id,
  /** Counts the writes. */
  revision: count,
  /** Counts the interventions of people: the measure falls within one. */
  epoch: count,
  owner: z.strictObject({ run_id: text, pid: count, host: text, lease_until: time }).nullable().default(null),
  /** The commit on which the work stands; null before the first start. */
  head: text.nullable().default(null),
  objective,
  control,
  atoms: z.record(id, atom),
  or_groups: z.record(id, group),
  bindings: z.record(id, binding),
  trail: z.array(trailEntry),
  corrections: z.array(correction),
  in_flight: z.record(text, launch),
  /** The strategies of this epoch: none is tried twice. */
  strategies_tried: z.array(text),
  /** Effects that can't be taken back. */
  residual_effects: z.array(text),
  /** The words of people on assertions, the oldest first. */
  attested: z.array(attestation).default([]),
})

export type StateFile = z.output<typeof stateFile>
export type Objective = StateFile['objective']
export type Atom = StateFile['atoms'][string]
export type OrGroup = StateFile['or_groups'][string]
export type TrailEntry = StateFile['trail'][number]
export type Correction = StateFile['corrections'][number]
export type Launch = StateFile['in_flight'][string]
export type HaltCode = (typeof haltCodes)[number]
export type Attestation = StateFile['attested'][number]
export type BaseCaseVerdict = NonNullable<StateFile['control']['last_verdict']>

/** The commands that a person confirmed. */
export const argvsOf = ({ allowed_commands: commands }: Pick<Objective, 'allowed_commands'>) =>
  commands.map(({ argv }) => argv)
