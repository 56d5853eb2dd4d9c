import { type Journal, readEvents as readAny } from '@artoo/runtime'
import type { RunEvent } from './options.js'

/** `readEvents` of `@artoo/runtime`, with the events of an artoo task by default. */
export const readEvents: <Event extends RunEvent = RunEvent>(
  journal: Journal,
  taskId: string,
) => Promise<readonly Event[]> = readAny
