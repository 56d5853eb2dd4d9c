import { oneLine, type RunEvent } from '@artoo/sdk'
import { duration } from '../text/numbers.js'
import type { PayloadOf } from './events.js'

/** A sentence about the course of the task. `bad`: a failure. */
export interface Note {
  readonly tone: 'bad' | 'warn' | 'plain'
  readonly text: string
}

export function notesAfter(notes: readonly Note[], event: RunEvent): readonly Note[] {
  const note = noteOf(event)
  return note === null ? notes : [...notes, { tone: note[0], text: oneLine(note[1]) }]
}

const weather: Readonly<Record<string, string>> = {
  provider_rate_limited: 'the provider asks to slow down',
  provider_unavailable: 'the provider does not answer',
}

/** A retry in words. */
export function retryWords({ code, message, attempt, delayMs }: PayloadOf<'ModelRetry'>): string {
  const why = weather[code] ?? oneLine(message, 200)
  return `${why}: retry ${attempt} in ${duration(delayMs)}`
}

function noteOf(event: RunEvent): readonly [Note['tone'], string] | null {
  switch (event.type) {
    case 'ModelRetry':
      return ['warn', retryWords(event.payload)]
    case 'ModelFallback': {
      const { from, to, message } = event.payload
      return ['warn', `${from} does not answer (${oneLine(message, 200)}): ${to} is asked instead`]
    }
    case 'Escalation': {
      const { to, because } = event.payload
      return ['plain', `${to === 'judging' ? 'the work is checked' : 'a plan is made'}, because ${because}`]
    }
    case 'ConversationCut':
      return ['plain', 'the conversation was too long: its oldest results were left out']
    case 'Deadline': {
      const { problem } = event.payload
      return problem === null ? null : ['warn', `no time limit: ${problem}`]
    }
    case 'HookOutcome': {
      const { hook, outcome, why } = event.payload
      return [outcome === 'failed' ? 'bad' : 'warn', why ?? `${hook} ${outcome} a call`]
    }
    case 'CircumstancesDiffer': {
      const { differences } = event.payload
      return ['warn', `resumed with other settings: ${differences.map(({ what }) => what).join(', ')}`]
    }
    case 'ModelFailure':
      return ['bad', `the model failed: ${event.payload.message}`]
    case 'RoleFailure':
    case 'Interrupt':
      return ['bad', event.payload.message]
    case 'JournalFailure':
      return ['bad', `the journal is incomplete: ${event.payload.message}`]
    case 'MemoryFailure':
      return ['warn', `an experience was not kept: ${event.payload.message}`]
    case 'MemoryReading': {
      const { error } = event.payload
      return error === null ? null : ['warn', `memory could not be read: ${error}`]
    }
    case 'bus.handler_failed':
      return ['bad', `${event.payload.actor} failed: ${event.payload.message}`]
    default:
      return null
  }
}
