import { assertShape } from '@artoo/runtime'
import { assertOptions } from '@artoo/spec'
import * as z from 'zod'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')
const path = z.string('must be a path').min(1, 'must be a path')

/** The shapes of the options: many hosts are written without types. Models, limits and permissions are checked by their readers. */
const shapes = z.object({
  workspace: path,
  state: path,
  model: z.unknown().optional(),
  tools: z
    .custom((value) => typeof value === 'function', 'must be a function of a folder that returns tools')
    .optional(),
  worker: callable.optional(),
  probe: callable.optional(),
  share: z.array(z.string(), 'must be a list of folders').optional(),
  instructions: z.string().optional(),
  confirm: callable.optional(),
  clarify: callable.optional(),
  permissions: z.unknown().optional(),
  limits: z.unknown().optional(),
  prices: z.unknown().optional(),
  journal: z.looseObject({ append: callable, read: callable, list: callable, remove: callable }).optional(),
  context: z.unknown().optional(),
  clock: z.looseObject({ now: callable, schedule: callable }).optional(),
  ids: callable.optional(),
})

const aliases = {
  directory: 'workspace',
  cwd: 'workspace',
  root: 'workspace',
  folder: 'workspace',
  stateFile: 'state',
  system: 'instructions',
  onConfirm: 'confirm',
  approve: 'confirm',
  onClarify: 'clarify',
}

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertLoopOptions(options: unknown): void {
  assertOptions(options, Object.keys(shapes.shape), { of: 'createAgentLoop', aliases })
  assertShape(shapes, options)
}
