import { causeNames } from '@artoo/ggs'
import type { NamedCause } from './scene.js'

export const isNamedCause = (name: unknown): name is NamedCause =>
  name !== 'judged_wrongly' && causeNames.some((known) => known === name)

/** The causes that a judge may name, in the order of their table. */
export const judgedCauses: readonly NamedCause[] = causeNames.filter(isNamedCause)
