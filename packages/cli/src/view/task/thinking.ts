import { oneLine, type RunEvent } from '@artoo/sdk'
import { retryWords } from './notes.js'

/** A model that is asked now. */
export interface Thought {
  readonly role: string
  /** The conversation: the subtask, `plan` or `task`. */
  readonly key: string
  /** The deed of the role, in words. */
  readonly doing: string
  readonly since: number
  /** A retry or another model, in words. */
  readonly note: string | null
}

const deeds: Readonly<Record<string, string>> = {
  R1: 'reading the request',
  R2: 'planning',
  R3: 'working',
  R4a: 'checking the work',
  R4b: 'checking the result',
}

/** The deed of a role, in words. */
export const deedOf = (role: string) => deeds[role] ?? oneLine(role, 40)

export function thinkingAfter(thinking: readonly Thought[], event: RunEvent): readonly Thought[] {
  switch (event.type) {
    case 'ModelRequest': {
      const { from: role, at: since, payload } = event
      const thought = { role, key: payload.key, doing: deedOf(role), since, note: null }
      return [...without(thinking, role, payload.key), thought]
    }
    case 'ModelReply':
    case 'ModelFailure':
      return without(thinking, event.to, event.payload.key)
    case 'ModelRetry':
      return noted(thinking, event.payload, retryWords(event.payload))
    case 'ModelFallback':
      return noted(thinking, event.payload, `asks ${oneLine(event.payload.to, 100)} instead`)
    case 'FinalResult':
      return []
    default:
      return thinking
  }
}

interface Conversing {
  readonly role: string
  readonly key: string
}

const isOf = (role: string, key: string) => (thought: Conversing) => thought.role === role && thought.key === key

function without(thinking: readonly Thought[], role: string, key: string): readonly Thought[] {
  const is = isOf(role, key)
  return thinking.filter((thought) => !is(thought))
}

function noted(thinking: readonly Thought[], { role, key }: Conversing, note: string): readonly Thought[] {
  const is = isOf(role, key)
  return thinking.map((thought) => (is(thought) ? { ...thought, note } : thought))
}
