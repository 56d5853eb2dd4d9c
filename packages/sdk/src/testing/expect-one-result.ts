import type { FinalResult } from '@artoo/roles'
import { ArtooError } from '@artoo/spec'
import type { RunHandle } from '../options.js'

/**
 * Awaits a run, and asserts that it gave one result.
 *
 * @throws {ArtooError} `no_single_result` for a run that was interrupted, waits for a person, or says its end more than once.
 *
 * @example
 * const { status } = await expectOneResult(artoo.run('Refund A-17'))
 */
export async function expectOneResult(
  run: Pick<RunHandle, 'events' | 'taskId'> & PromiseLike<unknown>,
): Promise<FinalResult> {
  const outcome = (await run) as FinalResult | { readonly status: 'interrupted' | 'waiting' }
  const results = run.events.filter(({ type, taskId }) => type === 'FinalResult' && taskId === run.taskId)
  const isWhole = outcome.status !== 'interrupted' && outcome.status !== 'waiting'
  if (isWhole && results.length === 1) return outcome as FinalResult
  throw new ArtooError(
    'no_single_result',
    `the run is ${outcome.status}, and its log has ${results.length} results, not one`,
  )
}
