import { assertShaped, callable, hostShapes } from '@artoo/runtime'
import * as z from 'zod'

const { redact: _, checks: __, ...ofHost } = hostShapes
const path = z.string('must be a path').min(1, 'must be a path')

/** The shapes of the options: many hosts are written without types. Models, limits, permissions and the sandbox are checked by their readers. */
const shapes = z.object({
  ...ofHost,
  workspace: path,
  state: path,
  model: z.unknown().optional(),
  tools: z
    .custom((value) => typeof value === 'function', 'must be a function of a folder that returns tools')
    .optional(),
  worker: callable.optional(),
  probe: callable.optional(),
  sandbox: z.unknown().optional(),
  share: z.array(z.string(), 'must be a list of folders').optional(),
  instructions: z.string().optional(),
  context: z.unknown().optional(),
})

const aliases = {
  directory: 'workspace',
  cwd: 'workspace',
  root: 'workspace',
  folder: 'workspace',
  stateFile: 'state',
}

/** @throws {ArtooError} `invalid_option` naming the option. */
export function assertLoopOptions(options: unknown): void {
  assertShaped(shapes, options, { of: 'createAgentLoop', aliases })
}
