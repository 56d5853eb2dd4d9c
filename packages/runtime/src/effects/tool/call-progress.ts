import type { PayloadOf } from '@artoo/bus'
import { shortened, stopwatch, type ToolProgress, unheard } from '@artoo/spec'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { ToolContracts } from './tool-contracts.js'
import type { Request, ToolPort } from './tool-port.js'

/** Milliseconds between two events about one call. */
const betweenMs = 500

const longestMessage = 300
const longestOutput = 4_000

export interface CallProgress {
  tell(progress: ToolProgress): void
  /** Publishes what was told last; nothing is told afterwards. */
  end(): void
}

/** Turns what a tool tells of a call into events, of a fast one into a few. */
export function callProgress(port: ToolPort, scope: RunScope, request: Request): CallProgress {
  const { id: causationId, payload } = request
  const { key, callId, tool } = payload
  let elapsed: (() => number) | undefined
  let last: ToolProgress | undefined
  let cancel: (() => void) | undefined
  let hasEnded = false

  function publish(): void {
    const given = last && fieldsOf(last)
    // Keys are masked where they are first shown, and before a text is cut.
    for (const text of [given?.message, given?.output])
      if (typeof text === 'string') scope.vault?.look({ text, tool, target: null })
    const said = given && cuttingBeside(scope.redact)(() => read(given))
    last = undefined
    cancel?.()
    cancel = undefined
    if (!said || scope.signal.aborted) return
    elapsed = stopwatch(scope.clock)
    port.publish({ type: 'ToolProgress', to: 'log', payload: { key, callId, tool, ...said } }, { causationId })
  }

  return {
    tell(progress) {
      if (hasEnded) return unheard(progress)
      last = progress
      const left = elapsed === undefined ? 0 : betweenMs - elapsed()
      if (left <= 0) publish()
      else cancel ??= scope.clock.schedule(left, publish, { background: true })
    },
    end() {
      publish()
      hasEnded = true
    },
  }
}

/** The fields as a tool gave them; null where they can't be read. */
function fieldsOf(progress: unknown): Readonly<Record<keyof ToolProgress, unknown>> | null {
  try {
    const { message, output, done, total } = Object(progress)
    return { message, output, done, total }
  } catch {
    return null
  }
}

/** The fields that can be shown; null when there is none. */
function read({ message, output, done, total }: Readonly<Record<keyof ToolProgress, unknown>>): Told | null {
  const [line, soFar] = [asText(message, longestMessage), asText(output, longestOutput)]
  const told = { message: line, done: asNumber(done), total: asNumber(total) }
  if (soFar !== null) return { ...told, output: soFar }
  return line === null && told.done === null ? null : told
}

type Told = Omit<PayloadOf<ToolContracts<string>, 'ToolProgress'>, 'key' | 'callId' | 'tool'>

const asText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.trim() !== '' ? shortened(value, longest) : null
const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
