import type { Notice } from '@artoo/bus'
import type { ArtooEvent } from '@artoo/roles'

/** An event of a task, as it is published and journalled. */
export type Event = ArtooEvent | Notice

/** The payload of the events of one type. */
export type PayloadOf<Type extends ArtooEvent['type']> = Extract<ArtooEvent, { readonly type: Type }>['payload']
