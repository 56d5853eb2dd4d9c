import type { RedactText } from '../journal/redact.js'
import { masked, type RunContext } from '../people/run-context.js'

/** The function that takes out of a text what was granted, then what the host's `redact` does; the same one until something is granted. */
export function redactingBeside(redact: RedactText | undefined, { mask }: RunContext): () => RedactText | undefined {
  let last: { readonly own: RedactText; readonly both: RedactText } | undefined
  return () => {
    const own = mask()
    if (!own || !redact) return own ?? redact
    if (last?.own !== own) last = { own, both: (text) => redact(own(text)) }
    return last.both
  }
}

interface SomePort {
  publish(message: never, ...given: never[]): unknown
}

/** A port whose messages hold nothing that was granted. */
export function portMasking<P>(port: P, maskOf: () => RedactText | undefined): P {
  const { publish } = port as SomePort
  return {
    ...port,
    publish(message: never, ...given: never[]) {
      const mask = maskOf()
      return publish(mask ? masked(message, mask) : message, ...given)
    },
  }
}
