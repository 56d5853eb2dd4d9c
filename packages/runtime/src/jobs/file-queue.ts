import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { countOption } from '@artoo/spec'
import { type PathLock, type StateFolderOptions, storePath } from '@artoo/spec/node'
import { jobFiles, unlessIllegible } from './job-files.js'
import { jobListeners } from './job-listeners.js'
import type { Job, JobQueue, LeaseState } from './job-queue.js'
import * as rules from './job-rules.js'
import { lockedTurns } from './locked-turns.js'

export interface FileQueue extends JobQueue {
  readonly directory: string
}

export interface FileQueueOptions {
  /** Number of ready jobs from which `submit` rejects. @defaultValue 100_000 */
  readonly maxReady?: number | undefined
}

/**
 * A queue for the processes of one machine: a JSON file for each job in a directory, which is created when needed: at that path, or in the state
 * folder of `root`, by default the current directory. A change is on the disk when its promise resolves. Jobs that have ended stay until `remove`.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is not a path or a wrong option, and as `stateFolder` does; its methods
 * `invalid_task_id` for an id that can't be a file name, `damaged_journal` for a job whose file can't be read, `queue_locked` when another
 * process holds the folder for half a minute.
 */
export function fileQueue(
  place?: string | StateFolderOptions,
  { maxReady = 100_000 }: FileQueueOptions = {},
): FileQueue {
  countOption('maxReady', maxReady, 1)
  const directory = resolve(storePath(place, { of: 'fileQueue', name: 'queue', field: 'directory' }))
  const files = jobFiles(directory)
  const locked = lockedTurns(directory, join(directory, 'queue'))
  const listeners = jobListeners()
  const { tell } = listeners
  let watcher: FSWatcher | null = null

  const inTurn: typeof locked = (work) =>
    locked(async (lock) => {
      await files.refresh()
      return work(lock)
    })

  async function put(lock: PathLock, job: Job): Promise<void> {
    lock.assertHeld()
    await files.write(job)
  }

  /** Puts what comes of a job in its place, unless that is null. */
  function change(taskId: string, after: (job: Job | null, now: number) => Job | null): Promise<boolean> {
    return inTurn(async (lock) => {
      const job = after(await files.read(taskId), Date.now())
      if (!job) return false
      await put(lock, job)
      tell(taskId)
      return true
    })
  }

  return {
    directory,
    async submit(job) {
      await change(job.taskId, (before, now) => {
        if (before) throw rules.jobExists(job.taskId)
        const ready = [...files.index.values()].filter(({ state }) => state === 'ready')
        if (ready.length >= maxReady) throw rules.queueFull(maxReady)
        return rules.submitted(job, now)
      })
    },
    claim: (wish) =>
      inTurn(async (lock) => {
        const now = Date.now()
        const jobs: Job[] = []
        const free = [...files.index.values()].filter((job) => rules.isFree(job, wish, now))
        for (const { taskId } of rules.chosen(free, wish)) {
          const job = await files.read(taskId)
          if (!job || !rules.isFree(job, wish, now)) continue
          const own = rules.claimed(job, wish, now)
          await put(lock, own)
          jobs.push(own)
        }
        for (const { taskId } of jobs) tell(taskId)
        return jobs
      }),
    renew: (leases, leaseMs) =>
      inTurn(async (lock) => {
        const states: LeaseState[] = []
        for (const lease of leases) {
          const { state, job } = rules.renewed(await files.read(lease.taskId), lease, Date.now() + leaseMs)
          if (job) await put(lock, job)
          states.push(state)
        }
        return states
      }),
    settle: (lease, settlement) => change(lease.taskId, (job, now) => rules.settled(job, lease, settlement, now)),
    async answer(taskId, answers) {
      await change(taskId, (job, now) => rules.answered(job, taskId, answers, now))
    },
    cancel: (taskId, reason) => change(taskId, (job, now) => rules.cancelled(job, reason, now)),
    job: (taskId) => files.read(taskId),
    async *jobs(filter = {}) {
      // Open ones first: a job that ends meanwhile is found in both places rather than in neither.
      const open = await files.ids('open')
      const hasEnded = filter.state === 'done' || filter.state === 'dead'
      const ended =
        filter.state === undefined || hasEnded ? [...(await files.ids('done')), ...(await files.ids('dead'))] : []
      for (const taskId of new Set([...open, ...ended])) {
        const job = await files.read(taskId).catch(unlessIllegible)
        if (job && rules.isListed(job, filter)) yield job
      }
    },
    counts: () =>
      inTurn(async () => {
        const [done, dead] = [await files.ids('done'), await files.ids('dead')]
        const counts = { ...rules.noJobs, done: done.length, dead: dead.length }
        for (const { state } of files.index.values()) counts[state]++
        return counts
      }),
    async remove(taskId) {
      await inTurn(async (lock) => {
        lock.assertHeld()
        await files.remove(taskId)
      })
      tell(taskId)
    },
    onChange(listener) {
      const remove = listeners.add(listener)
      watcher ??= watched(files.openFolder, tell)
      return () => {
        remove()
        if (listeners.size > 0) return
        watcher?.close()
        watcher = null
      }
    },
  }
}

/** Tells of changes by other processes. Null where the system can't: then listeners look by themselves. */
function watched(folder: string, tell: (taskId: string) => void): FSWatcher | null {
  try {
    mkdirSync(folder, { recursive: true })
    const watcher = watch(
      folder,
      { persistent: false },
      (_, name) => name?.endsWith('.json') && tell(name.slice(0, -5)),
    )
    return watcher.on('error', () => watcher.close())
  } catch {
    return null
  }
}
