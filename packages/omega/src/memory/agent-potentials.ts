import type { MegramState, Memory, NewMegram } from '@artoo/mkct'
import type { EndStatus } from '../protocol/log-event.js'
import type { ProblemPattern } from './records.js'
import type { Service } from './service.js'
import { slugOf } from './signature.js'

const entityOf = (agent: number) => `agent:${agent}`

/** All sessions of a pattern write under the intent of the problem it was founded on, so that like problems find them. */
const spaceOf = ({ problem }: Pick<ProblemPattern, 'problem'>) => `intent:${slugOf(problem)}`

/** `accept` and `success` are a controller's two ways to end well; a session that answered only a part is the lesser one. */
const served = { SUCCESS: 'accept', PARTIAL: 'success', FAILURE: 'success' } as const satisfies Record<
  EndStatus,
  MegramState
>

/** One Megram for each agent, under a key, so that a session counts once however often it is remembered. */
export async function writeServices(
  memory: Memory,
  pattern: Pick<ProblemPattern, 'problem'>,
  services: readonly Service[],
  { session, status }: { readonly session: string; readonly status: EndStatus },
): Promise<number> {
  const megrams = services.map(({ agent, helped, why }): NewMegram => {
    const state = helped ? served[status] : 'abandon'
    const content = `${entityOf(agent)} ${helped ? 'served' : 'did not serve'}: ${why}`.slice(0, 500)
    const key = `omega/${session}/${agent}`
    return { space: spaceOf(pattern), entity: entityOf(agent), state, content, key, origin: 'omega/54' }
  })
  await Promise.all(megrams.map((megram) => memory.write(megram).settled))
  return megrams.length
}

export interface Inclination {
  readonly helpful: readonly number[]
  readonly unhelpful: readonly number[]
}

/**
 * The agents to prefer and to avoid. With a memory its sign alone decides, since it fades: an old failure repels no
 * agent. Without one the counts decide.
 */
export async function inclinationOf(
  memory: Memory | undefined,
  pattern: ProblemPattern,
  signal: AbortSignal,
): Promise<Inclination> {
  const space = spaceOf(pattern)
  const pairs = pattern.agents.map(({ agent }) => ({ space, entity: entityOf(agent) }))
  const consultation = await memory?.consult({ pairs, spaces: [] }, { signal })
  const actions = new Map(consultation?.readings.map(({ entity, action }) => [entity, action]))
  const signOf = ({ agent, helped, hindered }: ProblemPattern['agents'][number]) =>
    consultation ? signs[actions.get(entityOf(agent)) ?? 'ignore'] : Math.sign(helped - hindered)
  const agentsOf = (sign: number) => pattern.agents.filter((one) => signOf(one) === sign).map(({ agent }) => agent)
  return { helpful: agentsOf(1), unhelpful: agentsOf(-1) }
}

const signs = { exploit: 1, avoid: -1, caution: 0, ignore: 0 } as const
