import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { type PermissionMode, permissionModes } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { Agent } from '../agent/agent.js'
import { openAgent } from '../agent/open-agent.js'
import type { Call } from '../command-line/call.js'
import type { Conversation } from '../conversation/conversation.js'
import { createConversation } from '../conversation/create-conversation.js'
import { pipedText } from '../headless/piped-text.js'

/** `artoo "task"` and `artoo`: one task, or a conversation. */
export async function run(call: Call): Promise<number> {
  const { words, flags } = call
  const isScreen = hasScreen(call)
  const piped = isScreen || flags.json ? '' : await pipedText(call)
  const text = [words.join(' '), piped].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '' && !isScreen && !flags.json) {
    throw new ArtooError('no_task', 'no task was given: artoo "your task"; artoo --help says more', { field: 'task' })
  }
  return withAgent(call, async (agent) => {
    const id = flags.session ?? ((flags.continue && (await newestSession(agent))) || randomUUID())
    return hold(call, agent, { id, begin: text === '' ? null : (conversation) => conversation.say(text) })
  })
}

/** Whether a person sits at a terminal that can be drawn on. */
export const hasScreen = ({ stdin, stdout, env, flags }: Call): boolean =>
  stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb' && !flags.json && !flags.quiet

/** Opens the agent of a command line, and closes it whatever happens. */
export async function withAgent(call: Call, work: (agent: Agent) => Promise<number>): Promise<number> {
  const { agent } = await openAgent({ ...call, askTrust: hasScreen(call) ? await trustAsker(call) : null })
  try {
    return await work(agent)
  } finally {
    await agent.close()
  }
}

async function trustAsker(call: Call) {
  const { askTrust } = await import('./trust.js')
  return (request: Parameters<ReturnType<typeof askTrust>>[0]) => askTrust(call)(request)
}

interface Holding {
  /** The session that tasks are turns of. */
  readonly id: string
  /** Begins the only task of a command; null: the person begins tasks. */
  readonly begin: ((conversation: Conversation) => Promise<unknown>) | null
}

/** Holds a conversation on the screen, in lines of JSON, or in plain lines. Resolves to the exit code. */
export async function hold(call: Call, agent: Agent, { id, begin }: Holding): Promise<number> {
  const { flags, stdin, signal } = call
  const isScreen = hasScreen(call)
  const isAttended = isScreen || (flags.json === true && !stdin.isTTY)
  const conversation = createConversation({
    ...{ agent, id, isAttended, by: userName(call), mode: modeOf(agent) },
    waits: isScreen || flags.wait === true,
  })
  const park = () => void conversation.close()
  signal.addEventListener('abort', park, { once: true })
  try {
    return await led(call, conversation, begin && (() => begin(conversation)))
  } finally {
    signal.removeEventListener('abort', park)
    await conversation.close()
  }
}
