import { whileCutting } from '@artoo/spec'
import type { RedactText } from './redact.js'

/** Runs work that cuts texts which may come into the journal: no cut goes through a part that `redact` removes. */
export type Cutting = <Result>(work: () => Result) => Result

/**
 * The cutting for a `redact`. When `redact` throws, a cut text is left out; the journal reports the error when it is
 * written.
 */
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

/** A port whose messages are decided, and made fit to be shown, under that cutting. */
export function portCutting<P>(port: P, cutting: Cutting): P {
  const { publish, receive } = port as SomePort
  return {
    ...port,
    publish: (...given: never[]) => cutting(() => publish(...given)),
    receive: (handler: (message: never) => unknown) => receive((message) => cutting(() => handler(message))),
  }
}
