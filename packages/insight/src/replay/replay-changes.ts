import { type MemoryProfileName, type RolesOptions, type RolesSettings, roleShapes } from '@artoo/roles'
import { assertShaped, callable, type Redact, redactSchema } from '@artoo/runtime'
import * as z from 'zod'

/** The settings that differ from the recorded ones. */
export interface ReplayChanges
  extends Partial<Omit<RolesSettings, 'tools' | 'checks' | 'surroundings' | 'modelSettings' | 'memoryProfile'>> {
  readonly memoryProfile?: MemoryProfileName | undefined
  /** The checks of the run, where they judge arguments by a `parse` of their own. */
  readonly checks?: RolesOptions['checks'] | undefined
  /** As the run had it. */
  readonly redact?: Redact | undefined
}

const count = z.number().int().nonnegative()

/** Gains are checked where they are merged with the recorded ones. */
const changes = z.object({
  ...roleShapes,
  hyperparameters: z.looseObject({}).optional(),
  nobodyConfirms: z.looseObject({}).optional(),
  plansOnly: z.boolean().optional(),
  asksUser: z.boolean().optional(),
  maxToolTurns: count.optional(),
  maxRetries: count.optional(),
  hasSecondJudge: z.boolean().optional(),
  room: count.optional(),
  shape: z.looseObject({}).optional(),
  checks: z.array(z.looseObject({ name: z.string(), parse: callable.optional() })).optional(),
  redact: redactSchema.optional(),
} satisfies Record<keyof ReplayChanges, z.ZodType>)

/** @throws {ArtooError} `invalid_option` naming the option. */
export function checkReplay(given: ReplayChanges): void {
  assertShaped(changes, given, { of: 'replay' })
}
