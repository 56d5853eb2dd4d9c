import type { PersonAnswer } from '@artoo/runtime'
import type { FinalResult, Interrupted, ResumeOptions, RunEvent, Task, Waiting, WaitingRunHandle } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { ServedArtoo } from './options.js'
import { progressLine } from './progress.js'

/** A client's call that a task is carried out in. */
export interface Call {
  readonly principal: string
  /** Aborts when the client has cancelled the call, or is gone. */
  readonly signal: AbortSignal
  /** Receives a line for each thing that happens. */
  readonly onLine: (line: string) => void
}

/** The end of a call's work on a task. */
export interface Ending {
  readonly taskId: string
  readonly ending: FinalResult | Waiting | Interrupted
  readonly events: readonly RunEvent[]
}

interface Running {
  readonly run: WaitingRunHandle
  readonly controller: AbortController
  /** The last thing that happened, in words. */
  line: string | null
  isLeaving: boolean
  /** Takes it out of the process, as a crash would. */
  leave(): void
}

/** The tasks of an instance, for calls that come and go. Whose a task is has been decided before. */
export type Tasks = ReturnType<typeof openTasks>

export function openTasks({ artoo, runOptions = () => ({}) }: Pick<ServedArtoo, 'artoo' | 'runOptions'>) {
  const running = new Map<string, Running>()

  /** Follows a run to the end of its work here, or until its call is cancelled. */
  async function follow(
    run: WaitingRunHandle,
    controller: AbortController,
    call: Call,
    isNew: (event: RunEvent) => boolean = () => true,
  ): Promise<Ending> {
    const { taskId } = run
    const entry: Running = {
      ...{ run, controller, line: null, isLeaving: false },
      leave() {
        entry.isLeaving = true
        try {
          run.interrupt()
        } catch {
          controller.abort()
        }
      },
    }
    running.set(taskId, entry)
    const tell = async () => {
      for await (const event of run) {
        const line = isNew(event) ? progressLine(event) : null
        if (line === null) continue
        entry.line = line
        call.onLine(line)
      }
    }
    call.signal.addEventListener('abort', entry.leave, { once: true })
    if (call.signal.aborted) entry.leave()
    try {
      const [ending] = await Promise.all([run.result, tell()])
      return { taskId, ending, events: run.events }
    } finally {
      call.signal.removeEventListener('abort', entry.leave)
      if (running.get(taskId) === entry) running.delete(taskId)
    }
  }

  async function find(taskId: string): Promise<Task | null> {
    for await (const task of artoo.tasks()) if (task.taskId === taskId) return task
    return null
  }

  /** The result of a task that has ended, read from the journal. */
  async function resultOf({ taskId }: Task): Promise<Ending> {
    const run = artoo.resume(taskId)
    return { taskId, ending: await run.result, events: run.events }
  }

  async function goOn(task: Task, call: Call, answers: Readonly<Record<string, PersonAnswer>> = {}): Promise<Ending> {
    if (task.state === 'ended') return resultOf(task)
    if (running.has(task.taskId)) throw taskRunning()
    const { context, limits } = runOptions(call.principal)
    const controller = new AbortController()
    const options: ResumeOptions = { context, limits, answers, signal: controller.signal }
    // Events up to the open questions were told before, and a question that has its answer is put once more.
    const after = Math.max(-1, ...task.requests.map(({ askedAt }) => askedAt))
    const isPutAgain = (event: RunEvent) =>
      event.type === 'ConfirmationRequest' && Object.hasOwn(answers, event.payload.callId)
    const isNew = (event: RunEvent) => event.at > after && !isPutAgain(event)
    return follow(artoo.resume(task.taskId, options), controller, call, isNew)
  }

  return {
    start(text: string, call: Call & { readonly onStart: (taskId: string) => void }): Promise<Ending> {
      const controller = new AbortController()
      const options = { ...runOptions(call.principal), onUnanswered: 'wait', signal: controller.signal } as const
      const run = journalled(() => artoo.run(text, options))
      call.onStart(run.taskId)
      return follow(run, controller, call)
    },
    /** @throws {ArtooError} `not_found` */
    async find(taskId: string): Promise<Task> {
      const here = running.get(taskId)
      // A call that was cancelled may still be leaving.
      if (here?.isLeaving) await here.run.result.catch(() => undefined)
      const task = await find(taskId)
      if (task) return task
      throw notFound()
    },
    resultOf,
    goOn,
    /** The last line of a task that runs in this process; undefined for another task. */
    lineOf: (taskId: string): string | null | undefined => running.get(taskId)?.line,
    /** Ends a task that runs here, or that no process has, with a result of reason `aborted`. */
    async cancel(task: Task, call: Call): Promise<Ending> {
      const here = running.get(task.taskId)
      if (here) {
        here.controller.abort()
        return { taskId: task.taskId, ending: await here.run.result, events: here.run.events }
      }
      if (task.state === 'ended') return resultOf(task)
      const controller = new AbortController()
      controller.abort()
      return follow(artoo.resume(task.taskId, { signal: controller.signal }), controller, call)
    },
    /** Interrupts what is under way here, and resolves when it has left. */
    async close(): Promise<void> {
      const left = [...running.values()]
      for (const { leave } of left) leave()
      await Promise.allSettled(left.map(({ run }) => run.result))
    },
  }
}

/** @throws {ArtooError} `no_journal` in place of words about an option that the host did not give. */
function journalled<T>(start: () => T): T {
  try {
    return start()
  } catch (error) {
    if (!ArtooError.isInstance(error) || error.field !== 'onUnanswered') throw error
    const need = 'a task that may wait for a person needs a journal that outlives the process'
    throw new ArtooError('no_journal', `${need}: the host gives createArtoo one, such as fileJournal()`, {
      cause: error,
    })
  }
}

function taskRunning(): ArtooError {
  return new ArtooError('task_running', 'another call has this task: look at task_status', { field: 'taskId' })
}

/** The same for a task that is not there and for one of somebody else's. */
export function notFound(): ArtooError {
  return new ArtooError('not_found', 'no task of yours has this id: give the taskId as run_task returned it', {
    field: 'taskId',
  })
}
