import { userInfo } from 'node:os'
import { someLines } from '@artoo/llm'
import type { Agent } from '../agent/agent.js'
import { openAgent } from '../agent/open-agent.js'
import type { Call, Flags } from '../call/call.js'
import type { Conversation } from '../conversation/conversation.js'
import { createConversation } from '../conversation/create-conversation.js'
import { trustAsker } from '../systems/trust/trust-asker.js'

export interface Holding {
  /** The session that tasks are turns of. */
  readonly id: string
  /** A sentence on it for a person at the screen. */
  readonly note?: string | undefined
  /** Begins the only task of a command; null: the person begins tasks. */
  readonly begin: ((conversation: Conversation) => Promise<unknown>) | null
}

/** Whether a person sits at a terminal that can be drawn on. */
export const hasScreen = ({ stdin, stdout, env, flags }: Call): boolean =>
  stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb' && !flags.json && !flags.quiet

/** Holds a conversation with the agent of a command line: on the screen, in lines of JSON, or in plain lines. Resolves to the exit code. */
export async function hold(call: Call, about: (agent: Agent) => Promise<Holding>): Promise<number> {
  const { flags, stdin, stderr, signal } = call
  const isScreen = hasScreen(call)
  let agent = await opened(call, flags)
  try {
    const { id, note, begin } = await about(agent)
    const conversation = createConversation({
      ...{ agent, id, by: userName(call), mode: agent.mode },
      isAttended: isScreen || (flags.json === true && !stdin.isTTY),
      waits: isScreen || flags.wait === true,
    })
    const useModel = async (model: string) => {
      if (conversation.taskId !== null) conversation.interrupt()
      await conversation.idle()
      // Two agents at once would contend for the memory.
      await agent.close()
      try {
        agent = await opened(call, { ...flags, model })
      } catch (error) {
        agent = await opened(call, flags)
        throw error
      } finally {
        conversation.useAgent(agent)
      }
    }
    const park = () => void conversation.close()
    signal.addEventListener('abort', park, { once: true })
    try {
      if (!isScreen && !flags.quiet) for (const note of agent.notes) stderr.write(`artoo: ${someLines(note)}\n`)
      return await led({ call, conversation, useModel, note, begin: begin && (() => begin(conversation)) })
    } finally {
      signal.removeEventListener('abort', park)
      await conversation.close()
    }
  } finally {
    await agent.close()
  }
}

interface Led {
  readonly call: Call
  readonly note: string | undefined
  readonly conversation: Conversation
  readonly useModel: (id: string) => Promise<void>
  readonly begin: (() => Promise<unknown>) | null
}

/** Each way loads what it needs alone: a task in a pipe doesn't wait for the screen. */
async function led({ call, note, conversation, useModel, begin }: Led): Promise<number> {
  if (hasScreen(call)) {
    const { screenSession } = await import('../interactive/screen-session.js')
    return screenSession({ call, note, conversation, useModel, begin })
  }
  if (call.flags.json) {
    const { jsonSession } = await import('../headless/json-session.js')
    const { answerTo, slashCommands } = await import('../interactive/slash-commands.js')
    const { plainPaint } = await import('../view/index.js')
    const commands = slashCommands({ conversation, paint: plainPaint, width: () => 120, useModel })
    return jsonSession({ call, conversation, begin, command: (line) => answerTo(commands, line, call.signal) })
  }
  const { plainSession } = await import('../headless/plain-session.js')
  return plainSession({ call, conversation, begin: begin ?? (async () => {}) })
}

async function opened(call: Call, flags: Flags): Promise<Agent> {
  const { env, cwd, signal } = call
  const { agent } = await openAgent({ flags, env, cwd, signal, askTrust: hasScreen(call) ? trustAsker(call) : null })
  return agent
}

/** The name of the person for the log. */
function userName({ env }: Call): string {
  if (env.USER) return env.USER
  try {
    return userInfo().username
  } catch {
    return 'user'
  }
}
