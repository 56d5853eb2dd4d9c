import type { Writable } from 'node:stream'

/** Writes a value as one line of JSON, the form of `--json`. */
export function jsonLine(out: Writable, value: { readonly type: string; readonly [field: string]: unknown }): void {
  out.write(`${JSON.stringify(value)}\n`)
}
