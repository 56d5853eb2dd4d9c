import type { PersonAnswer, PersonRequest } from '@artoo/sdk'
import type { Agent } from '../../src/agent/agent.js'
import type { Conversation, Happening, RewindPoint } from '../../src/conversation/conversation.js'
import {
  type Block,
  type Command,
  type Page,
  type ScreenOptions,
  startScreen,
  type Views,
} from '../../src/screen/index.js'
import { type VirtualTerminal, virtualTerminal } from './virtual-terminal.js'

export interface AScreen {
  readonly terminal: VirtualTerminal
  /** Resolves when the screen has ended. */
  readonly ended: Promise<void>
  /** Calls of the conversation, by name and argument. */
  readonly calls: (readonly [string, ...unknown[]])[]
  /** State that the views show. */
  readonly shown: { live: readonly Block[]; records: readonly Page[] }
  readonly history: string[]
  /** Milliseconds of the clock. */
  clock: { now: number }
  /** Adds finished blocks. */
  finish(...blocks: readonly Block[]): void
  working(isWorking: boolean): void
  request(...requests: readonly PersonRequest[]): void
  redraw(): void
  leave(): Promise<void>
}

export interface Given {
  readonly columns?: number
  readonly rows?: number
  readonly commands?: readonly Command[]
  readonly history?: readonly string[]
  readonly points?: readonly RewindPoint[]
  readonly requestLines?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly root?: string
  readonly options?: Partial<ScreenOptions>
  readonly say?: (text: string) => Promise<void>
}

/** A screen on a virtual terminal over a conversation that only takes notes. */
export function aScreen(given: Given = {}): AScreen {
  const terminal = virtualTerminal(given.columns, given.rows)
  const calls: (readonly [string, ...unknown[]])[] = []
  const history = [...(given.history ?? [])]
  const shown: AScreen['shown'] = { live: [], records: [] }
  const clock = { now: 1_000_000 }
  const controller = new AbortController()
  let pending: readonly Block[] = []
  let listener: (happening: Happening) => void = () => {}
  const state: { taskId: string | null; requests: readonly PersonRequest[]; mode: Conversation['mode'] } = {
    taskId: null,
    requests: [],
    mode: 'ask',
  }
  const happen = (blocks: readonly Block[] = []) => {
    pending = blocks
    listener({ type: 'mode', mode: state.mode })
  }
  const conversation: Conversation = {
    id: 'session',
    agent: { root: given.root ?? '/nowhere' } as Agent,
    get mode() {
      return state.mode
    },
    get taskId() {
      return state.taskId
    },
    get requests() {
      return state.requests
    },
    events: [],
    async say(text) {
      calls.push(['say', text])
      await given.say?.(text)
    },
    async resume() {},
    async fork() {},
    leave() {},
    useAgent() {},
    interrupt: () => void calls.push(['interrupt']),
    answer(id: string, answer: PersonAnswer) {
      calls.push(['answer', id, answer])
      state.requests = state.requests.filter((request) => request.id !== id)
      return true
    },
    setMode(mode) {
      calls.push(['setMode', mode])
      state.mode = mode
    },
    points: async () => given.points ?? [],
    async rewind(point, part) {
      calls.push(['rewind', point.taskId, part])
      return { files: null, text: 'the words again', taskId: null }
    },
    async idle() {},
    listen(next) {
      listener = next
      return () => calls.push(['silence'])
    },
    async close() {},
  }
  const views: Views = {
    take() {
      const blocks = pending
      pending = []
      return blocks
    },
    live: () => shown.live,
    activity: () => 'reading',
    status: () => `mode ${state.mode}`,
    request: () => () => given.requestLines ?? ['edit notes.txt'],
    records: () => shown.records,
  }
  const ended = startScreen({
    conversation,
    views,
    history: { read: async () => given.history ?? [], add: async (text) => void history.push(text) },
    commands: given.commands ?? [],
    env: given.env ?? { NO_COLOR: '1' },
    signal: controller.signal,
    terminal,
    now: () => clock.now,
    ...given.options,
  })
  return {
    terminal,
    ended,
    calls,
    shown,
    history,
    clock,
    finish: (...blocks) => happen(blocks),
    working(isWorking) {
      state.taskId = isWorking ? 'task' : null
      happen()
    },
    request(...requests) {
      state.requests = requests
      happen()
    },
    redraw: () => happen(),
    async leave() {
      controller.abort()
      await terminal.screen()
      await ended
    },
  }
}

export const text = (...lines: readonly string[]): Block => ({ tone: 'plain', lines: () => lines })
