import { askInJson } from '../asking/ask-in-json.js'
import type { Call } from '../call/call.js'
import { writeJson } from '../headless/json-output.js'
import type { LoopView } from './loop-view.js'

/** Every event as a line of JSON, the outcome as the last one. */
export function viewInJson(call: Call): LoopView {
  const { stdout } = call
  return {
    person: askInJson(call),
    note: (message) => writeJson(stdout, { type: 'note', message }),
    agreed: (state, path) => writeJson(stdout, { type: 'agreed', path, state }),
    event: (event) => writeJson(stdout, event),
    notBegun: (status, detail) => writeJson(stdout, { type: 'outcome', outcome: { status, detail } }),
    ended: (outcome) => writeJson(stdout, { type: 'outcome', outcome }),
  }
}
