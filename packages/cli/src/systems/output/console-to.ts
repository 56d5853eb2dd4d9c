import { Console } from 'node:console'
import type { Writable } from 'node:stream'

/** Has `console` write to a stream alone, until the function that it returns is called. */
export function consoleTo(stream: Writable): () => void {
  const before = globalThis.console
  globalThis.console = new Console(stream)
  return () => {
    globalThis.console = before
  }
}
