import type { JobQueue } from '../jobs/job-queue.js'
import { queueCases } from './queue-cases.js'

export interface QueueConformanceOptions {
  /** Registers a test: `test` or `it` of any framework. */
  readonly test: (name: string, run: () => Promise<void>) => void
  /** Gives a fresh, empty queue. */
  readonly open: () => JobQueue | Promise<JobQueue>
  /** Gives the same queue as another process would find it. @defaultValue the same object */
  readonly reopen?: (queue: JobQueue) => JobQueue | Promise<JobQueue>
  /** Lets time pass for the queue. @defaultValue waits for that long */
  readonly pass?: (ms: number) => Promise<void>
  /** Called after each case. */
  readonly close?: () => Promise<void>
}

/** Registers every conformance case as a test of the queue that `open` gives. */
export function testQueue({
  test,
  open,
  reopen = (queue) => queue,
  pass = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  close,
}: QueueConformanceOptions): void {
  for (const { name, run } of queueCases) {
    test(name, async () => {
      const queue = await open()
      try {
        await run(queue, { reopen: () => reopen(queue), pass })
      } finally {
        await close?.()
      }
    })
  }
}
