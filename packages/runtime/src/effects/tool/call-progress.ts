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
    const said = last && cuttingBeside(scope.redact)(() => read(last))
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

/** The fields that can be shown; null when there is none. */
function read(progress: unknown): Told | null {
  try {
    const { message, output, done, total } = Object(progress)
    const [line, soFar] = [asText(message, longestMessage), asText(output, longestOutput)]
    const told = { message: line, done: asNumber(done), total: asNumber(total) }
    if (soFar !== null) return { ...told, output: soFar }
    return line === null && told.done === null ? null : told
  } catch {
    return null
  }
}

type Told = Omit<PayloadOf<ToolContracts<string>, 'ToolProgress'>, 'key' | 'callId' | 'tool'>

const asText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.trim() !== '' ? shortened(value, longest) : null
const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
