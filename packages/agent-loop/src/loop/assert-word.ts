import { ArtooError } from '@artoo/spec'
import { isAsAgreed } from '../state/alignment-hash.js'
import { assertionsIn } from '../state/attested.js'
import type { StateFile } from '../state/state-file.js'
import { wholeCheck } from '../state/whole.js'

/** @throws {ArtooError} `nothing_to_confirm` when the loop waits for a person's word on an assertion. */
export function assertToConfirm({ objective, control }: StateFile): void {
  if (control.halt_code !== 'awaiting_confirmation' || !isAsAgreed(objective)) return
  const message = `the objective is agreed on. The loop waits for a person's word, given by attest(): ${control.halt_detail}`
  throw new ArtooError('nothing_to_confirm', message)
}

/** @throws {ArtooError} `unknown_assertion`, `nothing_to_attest` */
export function assertToSay(state: StateFile, text: string): void {
  const check = wholeCheck(state)
  const known = check ? assertionsIn(check) : []
  if (!known.includes(text)) {
    const list =
      known.length === 0 ? 'There is none' : `There are: ${known.map((each) => JSON.stringify(each)).join(', ')}`
    const message = `no check of the job has the assertion ${JSON.stringify(text)}. ${list}`
    throw new ArtooError('unknown_assertion', message, { field: 'assertion' })
  }
  if (state.head === null) throw new ArtooError('nothing_to_attest', 'there is no work yet: start the loop first')
}
