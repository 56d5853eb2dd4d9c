import { randomUUID } from 'node:crypto'
import { ArtooError } from '@artoo/spec'
import type { Call } from '../call/call.js'
import { pipedText } from '../headless/piped-text.js'
import { newestSession } from '../records/newest.js'
import { hasScreen, hold } from './hold.js'

/** `artoo "task"` and `artoo`: one task, or a conversation. */
export async function run(call: Call): Promise<number> {
  const { words, flags } = call
  const isScreen = hasScreen(call)
  const piped = isScreen || flags.json ? '' : await pipedText(call)
  const text = [words.join(' '), piped].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '' && !isScreen && !flags.json) {
    throw new ArtooError('no_task', 'no task was given: artoo "your task"; artoo --help says more', { field: 'task' })
  }
  return hold(call, async (agent) => {
    const begun = flags.continue && flags.session === undefined ? await newestSession(agent.artoo) : null
    return {
      id: flags.session ?? begun?.id ?? randomUUID(),
      note: begun?.note,
      begin: text === '' ? null : (conversation) => conversation.say(text),
    }
  })
}
