import type { RunEvent } from '@artoo/sdk'

type EventType = RunEvent['type']

export type PayloadOf<T extends EventType> = Extract<RunEvent, { readonly type: T }>['payload']
