type Immediate = { readonly setImmediate?: (callback: () => void) => unknown }

/** Resolves when timers and input have had their turn: work that only ever awaits settled promises starves them. */
export function nextMacrotask(): Promise<void> {
  const { setImmediate } = globalThis as Immediate
  if (setImmediate) return new Promise((resolve) => void setImmediate(resolve))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
