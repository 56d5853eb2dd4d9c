import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { compareModes, isNamedIn, isPermissionMode, type PermissionMode, permissionModes } from '@artoo/tools'
import type { RunScope } from '../scope/run-scope.js'
import type { Past } from './past.js'
import type { RunOptions } from './run-options.js'
import type { StartedRun } from './started-run.js'

/** The mode of a run and the words of its user, as its events change them. */
export interface RunStanding {
  readonly ofScope: Pick<RunScope, 'permissions' | 'modes' | 'words' | 'added' | 'isNamed'>
  saw(event: Envelope): void
  /** All that the user added while it was under way. */
  readonly sent: readonly string[]
  /** @throws {ArtooError} `invalid_option` */
  assertMode(mode: unknown, by: string | null): void
}

interface Input extends Pick<RunOptions<unknown>, 'permissions'> {
  readonly parent: Pick<StartedRun, 'scope'> | undefined
  readonly past: Pick<Past, 'events'> | null
  readonly begin: () => unknown
  readonly wordsOf: ((begin: never) => readonly string[]) | undefined
}

const wordsOfAnswer = (payload: unknown) =>
  (payload as { readonly answers: readonly { readonly answer: string }[] }).answers.map(({ answer }) => answer)

export function runStanding({ permissions = {}, parent, past, begin, wordsOf }: Input): RunStanding {
  const begun = permissions.mode
  let given: PermissionMode | undefined
  const answers: string[] = []
  const sent: string[] = []
  const ofParent = parent?.scope

  function saw({ type, payload }: Envelope): void {
    if (type === 'ModeChanged') given = (payload as { readonly mode: PermissionMode }).mode
    if (type === 'ClarificationAnswer') answers.push(...wordsOfAnswer(payload))
    if (type === 'UserWords') sent.push((payload as { readonly text: string }).text)
  }

  /** The words of a part of another run are a model's. */
  function words(): readonly string[] {
    if (ofParent) return ofParent.words()
    return [...wordsIn(), ...answers, ...sent]
  }

  function wordsIn(): readonly string[] {
    try {
      return wordsOf?.(begin() as never) ?? []
    } catch {
      return []
    }
  }

  for (const event of past?.events ?? []) saw(event)
  return {
    ofScope: {
      permissions: [permissions, ...(ofParent?.permissions ?? [])],
      modes: () => [{ begun, given }, ...(ofParent?.modes() ?? [])],
      words,
      added: () => ofParent?.added() ?? sent,
      isNamed: (target) => isNamedIn(words(), target),
    },
    saw,
    sent,
    assertMode(wanted, by) {
      if (!isPermissionMode(wanted)) {
        const message = `the mode must be one of ${permissionModes.join(', ')}`
        throw new ArtooError('invalid_option', message, { field: 'mode' })
      }
      const now = given ?? begun
      if (by !== null || compareModes(wanted, now ?? 'plan') <= 0) return
      const message = `${wanted} may be freer than ${now ?? 'what the tools were given'}, which a person decides: give { by }, the name of the person`
      throw new ArtooError('invalid_option', message, { field: 'by' })
    },
  }
}
