import type { EnvelopeOf, Notice } from '@artoo/bus'
import type { ArtooContracts } from '@artoo/roles'

type ArtooEvent = EnvelopeOf<ArtooContracts>

/** An event of a task, as it is published and journalled. */
export type Event = ArtooEvent | Notice

/** The payload of the events of one type. */
export type PayloadOf<Type extends ArtooEvent['type']> = Extract<ArtooEvent, { readonly type: Type }>['payload']
