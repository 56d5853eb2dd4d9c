import { type People, type PeopleComponents, people } from './people.js'
import { runContext } from './run-context.js'

export interface HostPeopleOptions
  extends Pick<PeopleComponents, 'confirm' | 'clarify' | 'taskId' | 'clock' | 'timeoutMs' | 'signal'> {
  /** Handed to the callbacks. */
  readonly context: unknown
}

/**
 * The people behind a host's callbacks while no run is under way. They are asked as in a run: an answer that can't be
 * read is asked for once more, and a question ends with `signal` or after `timeoutMs`.
 */
export function hostPeople({
  context,
  ...host
}: HostPeopleOptions): Pick<People, 'mayConfirm' | 'confirm' | 'clarify'> {
  const held = runContext({ given: context, history: [] })
  return people({ ...host, context: held, time: { pause: () => () => {} }, history: [], waits: false })
}
