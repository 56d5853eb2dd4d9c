import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { compareModes, isNamedIn, isPermissionMode, type PermissionMode, permissionModes } from '@artoo/tools'
import type { Past } from '../durable/past.js'
import type { RunOptions } from './run-options.js'
import type { RunScope } from './run-scope.js'
import type { StartedRun } from './started-run.js'

/** The mode of a run and the words of its user, as its events change them. */
export interface RunStanding {
  readonly ofScope: Pick<RunScope, 'permissions' | 'mode' | 'words' | 'isNamed'>
  saw(event: Envelope): void
  /** @throws {ArtooError} `invalid_option` */
  assertMode(mode: unknown, by: string | null): void
}

interface Input extends Pick<RunOptions<unknown>, 'permissions'> {
  readonly parent: Pick<StartedRun, 'scope'> | undefined
  readonly past: Pick<Past, 'events'> | null
  readonly begin: () => unknown
  readonly wordsOf: ((begin: never) => readonly string[]) | undefined
}

export function runStanding({ permissions = {}, parent, past, begin, wordsOf }: Input): RunStanding {
  let own = permissions.mode
  const answers: string[] = []
  const ofParent = parent?.scope

  function saw({ type, payload }: Envelope): void {
    if (type === 'ModeChanged') own = (payload as { readonly mode: PermissionMode }).mode
    if (type === 'ClarificationAnswer') answers.push((payload as { readonly answer: string }).answer)
  }

  function mode(): PermissionMode | undefined {
    const above = ofParent?.mode()
    if (own === undefined || above === undefined) return own ?? above
    return compareModes(own, above) <= 0 ? own : above
  }

  /** The words of a part of another run are a model's. */
  function words(): readonly string[] {
    if (ofParent) return ofParent.words()
    return [...wordsIn(), ...answers]
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
      mode,
      words,
      isNamed: (target) => isNamedIn(words(), target),
    },
    saw,
    assertMode(wanted, by) {
      if (!isPermissionMode(wanted)) {
        const message = `the mode must be one of ${permissionModes.join(', ')}`
        throw new ArtooError('invalid_option', message, { field: 'mode' })
      }
      if (by !== null || compareModes(wanted, mode() ?? 'ask') <= 0) return
      const message = `${wanted} is freer than ${mode() ?? 'ask'}, which only a person may decide: give { by }, the name of the person`
      throw new ArtooError('invalid_option', message, { field: 'by' })
    },
  }
}
