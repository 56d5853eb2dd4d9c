import { whileCutting } from '@artoo/spec'
import type { RedactText } from './redact.js'

/** Runs what cuts texts that may come into the journal: no cut goes through what `redact` takes out there. */
export type Cutting = <Result>(work: () => Result) => Result

/** Where `redact` throws, a cut text is left out: the journal says why when it is written. */
export function cuttingBeside(redact: RedactText | undefined): Cutting {
  if (!redact) return (work) => work()
  const keep = (text: string) => {
    try {
      return redact(text)
    } catch {
      return null
    }
  }
  return (work) => whileCutting(keep, work)
}

interface SomePort {
  publish(...given: never[]): unknown
  receive(handler: (message: never) => unknown): unknown
}

/** A port whose messages are decided, and made fit to be shown, under that care. */
export function portCutting<P>(port: P, cutting: Cutting): P {
  const { publish, receive } = port as SomePort
  return {
    ...port,
    publish: (...given: never[]) => cutting(() => publish(...given)),
    receive: (handler: (message: never) => unknown) => receive((message) => cutting(() => handler(message))),
  }
}
