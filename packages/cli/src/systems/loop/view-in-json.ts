import type { Call } from '../../command-line/call.js'
import { askInJson } from '../asking/ask-in-json.js'
import { jsonLine } from '../output/json-line.js'
import type { LoopView } from './loop-view.js'

/** Every event as a line of JSON, the outcome as the last one. */
export function viewInJson(call: Call): LoopView {
  const { stdout } = call
  return {
    person: askInJson(call),
    note: (message) => jsonLine(stdout, { type: 'note', message }),
    agreed: (state, path) => jsonLine(stdout, { type: 'agreed', path, state }),
    event: (event) => jsonLine(stdout, { type: 'event', event }),
    notBegun: (status, detail) => jsonLine(stdout, { type: 'outcome', outcome: { status, detail } }),
    ended: (outcome) => jsonLine(stdout, { type: 'outcome', outcome }),
  }
}
