import type { LoopResult } from '@artoo/agent-loop'
import { oneLine } from '@artoo/sdk'
import { exitCodes } from '../call/exit-codes.js'
import { loopExitCode } from './status-codes.js'

/** A sentence on what a person can do with a loop that rests. */
export function nextStep(result: Pick<LoopResult, 'status' | 'code'>, root: string): string {
  switch (loopExitCode(result)) {
    case exitCodes.complete[0]:
      return `${oneLine(root)} is as it was: artoo loop land brings the work into it.`
    case exitCodes.interrupted[0]:
      return 'artoo loop start goes on with it.'
    case exitCodes.waiting[0]:
      return 'It waits for a person: artoo loop start asks again.'
    default:
      return 'artoo loop start tries again, artoo loop land shows what there is, artoo loop start "another job" --force begins anew.'
  }
}
