import { shortened, stopwatch, type ToolProgress, unheard } from '@artoo/spec'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import type { RunScope } from '../../scope/run-scope.js'
import type { Request, ToolPort } from './tool-port.js'

/** Milliseconds between two events about one call. */
const betweenMs = 500

const longestMessage = 300

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
function read(progress: unknown): { message: string | null; done: number | null; total: number | null } | null {
  try {
    const { message, done, total } = Object(progress)
    const text = typeof message === 'string' && message.trim() !== '' ? shortened(message, longestMessage) : null
    const told = { message: text, done: asNumber(done), total: asNumber(total) }
    return text === null && told.done === null ? null : told
  } catch {
    return null
  }
}

const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
