import { type Asks, asksOf } from '@artoo/runtime'
import { ArtooError, type ParentRun } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'
import { createArtoo } from './create-artoo.js'
import type { ArtooOptions } from './options.js'

const input = z.object({
  task: z.string().min(1).describe('the whole task in words: the agent knows nothing of this conversation'),
})

/** Options of the instance that stays between the tasks of an agent, or that the task above it has. */
type Shared = 'journal' | 'dreamer' | 'onAudit' | 'auditLog' | 'leaseMs' | 'redact' | 'ids' | 'clock' | 'onAlways'

export interface AgentToolOptions extends Omit<ArtooOptions, Shared> {
  readonly name: string
  /** The use of the agent, for the model that may call it. */
  readonly description: string
}

/**
 * An agent as a tool: each call is a task of its own, a part of the one that calls it. They share budget, time and end; its events stand under the
 * caller's, and what needs a person is asked of the caller's people, unless the agent has a `confirm` or `clarify` of its own.
 *
 * What the agent leaves undone stands in the result of the call; without any output the call fails, with the summary.
 *
 * @throws {ArtooError} as `createArtoo` does, and `invalid_tool` for a wrong name or description.
 * @example
 * const researcher = agentTool({ name: 'research', description: 'Finds out facts.', model, tools: [search], depth: 'direct' })
 * const artoo = createArtoo({ model, tools: [researcher, writeFile], confirm })
 */
export function agentTool({ name, description, ...options }: AgentToolOptions) {
  const instance = () => createArtoo({ ...options, dreamer: false })
  // A wrong option is told here, and not with the first call.
  instance()
    .close()
    .catch(() => {})
  return defineTool({
    ...{ name, description, input },
    // Its own calls pass the gate one by one.
    effect: 'repeatable',
    async execute({ task }, { run: parent, signal }) {
      const artoo = instance()
      try {
        const { status, output, summary } = await artoo.run(task, { parent, signal, ...peopleFor(options, parent) })
        if (output === null) throw new ArtooError('agent_failed', summary)
        return status === 'complete' ? output : `${output}\n\n[Not complete: ${summary}]`
      } finally {
        await artoo.close()
      }
    },
  })
}

/** The agent's own people, or the caller's. */
function peopleFor(
  { confirm, confirmAll, clarify }: Pick<ArtooOptions, keyof Asks>,
  parent: ParentRun | undefined,
): Asks {
  const others = asksOf(parent)
  const confirms = confirm || confirmAll ? { confirm, confirmAll } : others
  return { confirm: confirms.confirm, confirmAll: confirms.confirmAll, clarify: clarify ?? others.clarify }
}
