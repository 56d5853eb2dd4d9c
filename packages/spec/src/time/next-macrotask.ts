interface Host {
  readonly setImmediate?: (callback: () => void) => unknown
  readonly MessageChannel?: typeof MessageChannel
}

/**
 * Resolves when timers and input have had their turn: work that only ever awaits settled promises starves them. Node has
 * `setImmediate`, a page `MessageChannel`, which browsers don't slow down; an edge worker may have neither.
 */
export function nextMacrotask(): Promise<void> {
  const { setImmediate, MessageChannel } = globalThis as Host
  return new Promise((resolve) => {
    if (setImmediate) return void setImmediate(resolve)
    if (!MessageChannel) return void setTimeout(resolve, 0)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
