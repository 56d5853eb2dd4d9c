import { join, resolve } from 'node:path'
import { resolveModels } from '@artoo/roles'
import { ArtooError, type Sandbox, type Tool } from '@artoo/spec'
import { knownPermissions } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import type { AgentLoop } from '../loop/agent-loop.js'
import { createLoop } from '../loop/create-loop.js'
import { nodeChecker } from '../node/node-checker.js'
import { stateFileStore } from '../node/state/state-file-store.js'
import { workspacesFor } from '../node/workspaces/workspaces-for.js'
import { sandboxThatShows } from '../node/worktree-sandbox.js'
import type { Worker } from '../ports/agents.js'
import type { LoopOptions } from '../ports/options.js'
import { assertLoopOptions } from './check-options.js'
import { folderListing } from './folder-listing.js'
import { type PairWorkerOptions, pairProbe, pairWorker } from './pair-worker.js'

type Shared = Pick<
  LoopOptions,
  'probe' | 'clarify' | 'permissions' | 'limits' | 'prices' | 'journal' | 'context' | 'clock' | 'ids'
>

export interface AgentLoopOptions extends Shared {
  /** The folder in which the job is to be done. Sub-agents work in copies of it. */
  readonly workspace: string
  /** The state file: all that a loop needs to go on. Outside the workspace, or ignored in it. */
  readonly state: string
  /** The model of coordinator and workers, or one for each tier. @defaultValue none: then `worker` does the work, and the graph stays as it was agreed on */
  readonly model?: PairWorkerOptions['model'] | undefined
  /** The tools for one folder. @defaultValue files and shell, confined to it; its files may be changed unasked, and what was agreed on may run */
  readonly tools?: ((directory: string) => readonly Tool[]) | undefined
  /**
   * Confines all programs of checks and of the default tools, those that were agreed on among them: made by `sandbox()` of `@artoo/sandbox`.
   * A worker's confined commands run unasked. Tools and workers of yours confine themselves.
   *
   * @defaultValue commands run with the rights of the process
   */
  readonly sandbox?: Sandbox | undefined
  /** Does the work of an atom. @defaultValue executor and validator, by the model */
  readonly worker?: Worker | undefined
  /** Folders of the workspace that every copy shares, such as `node_modules`. @defaultValue none */
  readonly share?: readonly string[] | undefined
  /** Instructions for every worker, in words. @defaultValue none */
  readonly instructions?: string | undefined
  /**
   * Asked for what goes beyond a worker's own folder, for a command of the plan when what defines it has changed since, and by `land`
   * about files that programs obey.
   *
   * @defaultValue all of it is refused
   */
  readonly confirm?: LoopOptions['confirm']
}

/**
 * A long job in a folder: agreed on once, then worked off until a check says that it is done.
 *
 * @throws {ArtooError} `invalid_option` with the offending option as `field`; `invalid_rule` for a rule that no tool of the workspace has;
 * `sandbox_unavailable` for a sandbox that confines nothing.
 */
export function createAgentLoop(options: AgentLoopOptions): AgentLoop {
  assertLoopOptions(options)
  const { workspace, state, share = [], model: given, sandbox: box, tools, instructions, confirm, ...shared } = options
  const { clock, prices, limits } = shared
  const model = given && resolveModels(given)
  const linked = share.map((path) => join(resolve(workspace), path))
  const sandbox = sandboxThatShows(box, linked)
  const pair = model && { model, tools, sandbox, ...{ instructions, confirm, limits, prices, clock } }
  const worker = options.worker ?? (pair && pairWorker(pair))
  if (!worker)
    throw new ArtooError('invalid_option', 'who does the work? give a model, or a worker', { field: 'worker' })
  if (pair) knownPermissions(shared.permissions, (tools ?? toolsIn)(workspace))
  return createLoop({
    ...shared,
    confirm,
    store: stateFileStore(state, { clock }),
    workspaces: workspacesFor(workspace, { share }),
    checker: nodeChecker({ sandbox }),
    surroundings: () => folderListing(workspace),
    ...{ worker, probe: options.probe ?? (pair && pairProbe(pair)), model: model?.brain },
  })
}

const toolsIn = (root: string): readonly Tool[] => standardTools({ root })
