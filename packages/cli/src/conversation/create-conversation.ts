import type { PermissionMode, RunEvent, UndoneFiles } from '@artoo/sdk'
import { readEvents } from '@artoo/sdk'
import { ArtooError, errorCode, errorMessage, oneByOne } from '@artoo/spec'
import type { Agent } from '../agent/agent.js'
import { assertNotRunning } from '../records/task-state.js'
import { beginningOf } from './beginning.js'
import type { Conversation, Happening, Outcome, RewindPart, RewindPoint, Rewound } from './conversation.js'
import { people } from './people.js'
import { pointsOf, roundStarts } from './points.js'

export interface ConversationOptions {
  readonly agent: Agent
  /** The session that its tasks are turns of. */
  readonly id: string
  /** The mode that the agent was opened with. */
  readonly mode: PermissionMode
  /** The person chose the mode: it counts for a task that is resumed, too. @defaultValue false */
  readonly isModeChosen?: boolean | undefined
  /** The name of the person, for the log. */
  readonly by: string
  /** Somebody may answer requests. Without anybody, a task refuses what it would ask, or waits. */
  readonly isAttended: boolean
  /** A request that nobody answers parks the task instead of being refused. */
  readonly waits: boolean
}

type Run = ReturnType<Agent['artoo']['resume']>

/** A conversation over an open agent. The agent stays open when it is closed. */
export function createConversation({
  agent: firstAgent,
  id: firstId,
  mode: firstMode,
  isModeChosen = false,
  by,
  isAttended,
  waits,
}: ConversationOptions): Conversation {
  let agent = firstAgent
  const listeners = new Set<(happening: Happening) => void>()
  const tell = (happening: Happening) => {
    for (const listener of [...listeners]) listener(happening)
  }
  const asked = people(by, {
    asked: (taskId, request) => tell({ type: 'request', taskId, request }),
    settled: (taskId, id) => tell({ type: 'settled', taskId, id }),
  })
  const answering = isAttended ? { confirm: asked.confirm, clarify: asked.clarify } : {}
  let id = firstId
  let mode = firstMode
  /** The mode that the person chose last. */
  let chosen = isModeChosen ? firstMode : null
  let session = agent.artoo.session({ id })
  let current: { readonly taskId: string; readonly run: Run; readonly done: Promise<unknown> } | null = null
  /** The turn that the next one goes on from after a rewind; null: the beginning. */
  let after: string | null | undefined
  /** An interrupted task, which the next words go to. */
  let parked: string | null = null
  let events: readonly RunEvent[] = []
  /** Words that come while files are taken back, or while a task is being resumed, are for what follows. */
  const inTurn = oneByOne()

  /** `begun`: the mode that it began with. */
  function follow(run: Run, text: string, begun: PermissionMode | null): void {
    const { taskId } = run
    const done = followed(run, text, begun)
    current = { taskId, run, done }
    parked = null
    events = run.events
  }

  async function followed(run: Run, text: string, begun: PermissionMode | null): Promise<void> {
    const { taskId } = run
    tell({ type: 'task', taskId, text })
    const eventsShown = (async () => {
      for await (const event of run) {
        // A task begins with the stricter of the instance's mode and its own.
        if (event.type === 'TaskStarted' && chosen !== null && chosen !== begun) run.setMode(chosen, { by })
        if (event.type === 'ModeChanged') noteMode(event.payload.mode)
        tell({ type: 'event', taskId, event })
      }
    })()
    const answerShown = (async () => {
      for await (const piece of run.answer) tell({ type: 'answer', taskId, piece })
    })()
    try {
      const outcome: Outcome = await run.result
      await Promise.all([eventsShown, answerShown])
      if (outcome.status === 'interrupted') parked = taskId
      current = null
      tell({ type: 'outcome', taskId, outcome })
    } catch (error) {
      current = null
      tell({ type: 'failure', taskId, message: errorMessage(error) })
    }
  }

  function noteMode(next: PermissionMode): void {
    if (mode === next) return
    mode = next
    tell({ type: 'mode', mode })
  }

  async function resume(taskId: string): Promise<void> {
    if (current) throw underWay(current.taskId)
    const { text, mode: begun } = await beginningOf(agent.journal, taskId)
    await assertNotRunning(agent.journal, taskId)
    for await (const task of agent.artoo.tasks()) {
      if (task.taskId !== taskId || !task.session) continue
      id = task.session.id
      // The next turn goes on from it, also when it was rewound.
      after = undefined
      session = agent.artoo.session({ id })
    }
    if (chosen === null && begun !== null) noteMode(begun)
    follow(agent.artoo.resume(taskId, answering), text, begun)
  }

  async function say(text: string): Promise<void> {
    if (current) return current.run.send(text)
    if (parked !== null) {
      await resume(parked)
      return current ? (current as { readonly run: Run }).run.send(text) : undefined
    }
    const onUnanswered = waits ? 'wait' : 'refuse'
    const run = session.run(text, { onUnanswered, permissions: { mode }, after, ...answering }) as Run
    follow(run, text, firstMode)
    after = undefined
  }

  async function undone(tasks: readonly string[], { taskId, round }: Pick<RewindPoint, 'taskId' | 'round'>) {
    const later = tasks.slice(tasks.indexOf(taskId) + 1)
    for (const one of [...later, taskId]) await assertNotRunning(agent.journal, one)
    const parts: UndoneFiles[] = []
    for (const one of later.toReversed()) parts.push(await agent.artoo.undo(one))
    parts.push(await agent.artoo.undo(taskId, round === null ? {} : { to: round }))
    return {
      restored: [...new Set(parts.flatMap(({ restored }) => restored))],
      left: parts.flatMap(({ left }) => left),
      commands: [...new Set(parts.flatMap(({ commands }) => commands))],
    }
  }

  async function startOf(taskId: string, round: number) {
    return roundStarts(await readEvents(agent.journal, taskId)).find((start) => start.round === round)
  }

  async function rewind(point: Pick<RewindPoint, 'taskId' | 'round'>, part: RewindPart): Promise<Rewound> {
    if (current) throw underWay(current.taskId)
    const { taskId, round } = point
    const tasks = (await session.turns()).map((turn) => turn.taskId)
    const at = round === null ? null : await startOf(taskId, round)
    if (!tasks.includes(taskId) || at === undefined) {
      const message = `this conversation has no ${round === null ? 'turn' : `round ${round} of`} ${taskId}: take one of its points`
      throw new ArtooError('unknown_point', message, { field: 'point' })
    }
    const files = part === 'conversation' ? null : await undone(tasks, point)
    if (part === 'files') return { files, text: null, taskId: null }
    parked = null
    if (at === null) {
      after = tasks[tasks.indexOf(taskId) - 1] ?? null
      return { files, text: (await beginningOf(agent.journal, taskId)).text, taskId: null }
    }
    const run = agent.artoo.fork(taskId, { at: at.eventId, session: true, ...answering })
    const { text, mode: begun } = await beginningOf(agent.journal, taskId)
    follow(run, text, begun)
    return { files, text: null, taskId: run.taskId }
  }

  return {
    get agent() {
      return agent
    },
    useAgent(next) {
      agent = next
      session = agent.artoo.session({ id })
    },
    get id() {
      return id
    },
    get mode() {
      return mode
    },
    get taskId() {
      return current?.taskId ?? null
    },
    get requests() {
      return asked.requests
    },
    get events() {
      return events
    },
    say: (text) => inTurn(() => say(text)),
    resume: (taskId) => inTurn(() => resume(taskId)),
    fork: (taskId, at) =>
      inTurn(async () => {
        if (current) throw underWay(current.taskId)
        const { text, mode: begun } = await beginningOf(agent.journal, taskId)
        follow(agent.artoo.fork(taskId, { at, ...answering }), text, begun)
      }),
    interrupt: () => current?.run.interrupt(),
    answer: asked.answer,
    setMode(next) {
      chosen = next
      noteMode(next)
      try {
        current?.run.setMode(next, { by })
      } catch (error) {
        // Its first event sets the mode of a task that has not begun yet.
        if (errorCode(error) !== 'task_ended') throw error
      }
    },
    points: async (signal) => pointsOf({ ...agent, turns: await session.turns(), signal }),
    rewind: (point, part) => inTurn(() => rewind(point, part)),
    async idle() {
      while (current) await current.done
    },
    leave: asked.leave,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      current?.run.interrupt()
      await current?.done
    },
  }
}

const underWay = (taskId: string) =>
  new ArtooError('task_running', `${taskId} is under way: wait for it, or interrupt it`, { field: 'taskId' })
