import type { LoopResult } from '@artoo/agent-loop'
import { exitCodes, type TaskEnd } from '../call/exit-codes.js'

/** A loop that halted, by its code. */
const halted: Readonly<Record<NonNullable<LoopResult['code']>, TaskEnd>> = {
  base_case_satisfied: 'complete',
  manual_stop: 'interrupted',
  alignment_missing: 'waiting',
  awaiting_confirmation: 'waiting',
  iteration_limit: 'partial',
  budget_limit: 'partial',
  // All atoms are done, but the check of the whole doesn't hold.
  verification_unreachable: 'partial',
  exhausted: 'failed',
  deadlock: 'failed',
  tampered: 'failed',
  invalid_graph: 'failed',
  internal_error: 'failed',
}

const statuses: Readonly<Record<Exclude<LoopResult['status'], 'halted'>, TaskEnd>> = {
  completed: 'complete',
  stopped: 'interrupted',
  running: 'interrupted',
  stopping: 'interrupted',
  // It waits for a change of course, or for the agreement on one.
  redirecting: 'waiting',
  ready: 'waiting',
  draft: 'waiting',
}

/** The exit code for a loop that this process leaves. */
export function loopExitCode({ status, code }: Pick<LoopResult, 'status' | 'code'>): number {
  const meaning = status === 'halted' ? halted[code ?? 'internal_error'] : statuses[status]
  return exitCodes[meaning][0]
}
