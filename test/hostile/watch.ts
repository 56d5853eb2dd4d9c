/** What goes wrong in the process and belongs to no task for certain. */
export interface ProcessWatch {
  /** Milliseconds that the process was late so far, each turn of its loop counted. */
  lag(): number
  readonly peakBytes: number
  /** What was noticed since the last time this was asked. */
  faults(): string[]
  stop(): void
}

const everyMs = 10
/** Of processor time, in which no timer could fire. */
const stalledMs = 1_000

export function watchProcess(): ProcessWatch {
  const found: string[] = []
  let [late, peakBytes, turns] = [0, 0, 0]
  let last = { at: performance.now(), used: process.cpuUsage() }

  const timer = setInterval(() => {
    const now = { at: performance.now(), used: process.cpuUsage() }
    const over = now.at - last.at - everyMs
    const busyMs = (now.used.user - last.used.user) / 1_000
    if (over > 0) late += over
    if (Math.min(over, busyMs) > stalledMs) found.push(`STALL of ${Math.round(over)} ms`)
    if (turns++ % 10 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    last = now
  }, everyMs)

  const rejected = (reason: unknown) => found.push(`unhandled rejection: ${described(reason)}`)
  const thrown = (error: unknown) => found.push(`uncaught exception: ${described(error)}`)
  const warned = ({ name, message }: Error) => {
    if (name === 'MaxListenersExceededWarning') found.push(`${name}: ${message}`)
  }
  process.on('unhandledRejection', rejected)
  process.on('uncaughtException', thrown)
  process.on('warning', warned)

  return {
    lag: () => late,
    get peakBytes() {
      return peakBytes
    },
    faults: () => found.splice(0),
    stop() {
      clearInterval(timer)
      process.off('unhandledRejection', rejected)
      process.off('uncaughtException', thrown)
      process.off('warning', warned)
    },
  }
}

function described(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack).slice(0, 1_500) : String(error)
  } catch {
    return 'something that can not be shown'
  }
}
