import { type Clock, monotonicTime } from '@artoo/spec'

/** Milliseconds by which the wall clock may part from what has passed between two readings: by more it was set. */
const jump = 10_000

/**
 * The time of a run's events: the wall clock's when the run began, and from then on what has passed. It follows the wall clock in small
 * corrections, never runs backwards, and doesn't jump when the wall clock is set: deciders know no other time. `lastAt` is the time of
 * the last event of a run that is gone on with.
 */
export function steadyTime(clock: Clock, lastAt = Number.NEGATIVE_INFINITY): () => number {
  let wall = clock.now()
  let passed = monotonicTime(clock)
  let time = Math.max(wall, lastAt)
  return () => {
    const [wallNow, passedNow] = [clock.now(), monotonicTime(clock)]
    const byWall = wallNow - wall
    const byPassed = Math.round(passedNow - passed)
    time += Math.max(0, Math.abs(byWall - byPassed) > jump ? byPassed : byWall)
    wall = wallNow
    passed = passedNow
    return time
  }
}
