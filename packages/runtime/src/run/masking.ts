import { masked } from '@artoo/tools'
import type { RedactText } from '../journal/redact.js'

interface SomePort {
  publish(message: never, ...given: never[]): unknown
}

/** A port whose messages hold nothing that was granted, and no secret of a file. */
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
