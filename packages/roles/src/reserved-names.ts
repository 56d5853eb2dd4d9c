import { ArtooError } from '@artoo/spec'
import { ownTools } from './executor/own-tools.js'
import { recordTools } from './records/record-tools.js'

const reserved = new Set([...recordTools, ...ownTools].map(({ name }) => name))

/** @throws {ArtooError} `reserved_name` for a tool of the host that has the name of one of artoo's own. */
export function assertNotReserved(hostTools: readonly { readonly name: string }[]): void {
  const taken = hostTools.find(({ name }) => reserved.has(name))
  if (!taken) return
  const message = `tools has one named ${taken.name}, which is a tool of artoo's own: give it another name`
  throw new ArtooError('reserved_name', message, { field: 'tools' })
}
