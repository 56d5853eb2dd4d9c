import { userInfo } from 'node:os'
import { someLines } from '@artoo/llm'
import { onAbort } from '@artoo/spec'
import type { Agent } from '../agent/agent.js'
import { openAgent } from '../agent/open-agent.js'
import type { AskTrust, TrustRequest } from '../agent/trust.js'
import { askTrustOf } from '../asking/ask-trust.js'
import type { Call } from '../call/call.js'
import type { Conversation } from '../conversation/conversation.js'
import { createConversation } from '../conversation/create-conversation.js'
import type { ScreenSession } from '../interactive/screen-session.js'

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
  const asker = isScreen ? askTrustOf(call) : null
  const askTrust = asker && askedOnce(asker)
  let model = flags.model
  let agent = await opened(call, { flags, askTrust })
  try {
    const { id, note, begin } = await about(agent)
    const conversation = createConversation({
      ...{ agent, id, by: userName(call), mode: agent.mode, isModeChosen: flags.mode !== undefined },
      isAttended: isScreen || (flags.json === true && !stdin.isTTY),
      waits: isScreen || flags.wait === true,
    })
    const useModel = async (next: string) => {
      if (conversation.taskId !== null) conversation.interrupt()
      await conversation.idle()
      // Two agents at once would contend for the memory.
      await agent.close()
      try {
        agent = await opened(call, { flags: { ...flags, model: next }, askTrust: askTrust?.again ?? null })
        model = next
      } catch (error) {
        agent = await opened(call, { flags: { ...flags, model }, askTrust: askTrust?.again ?? null })
        throw error
      } finally {
        conversation.useAgent(agent)
      }
    }
    const forget = onAbort(signal, () => void conversation.close())
    try {
      if (!isScreen && !flags.quiet) for (const note of agent.notes) stderr.write(`artoo: ${someLines(note)}\n`)
      return await led({ call, conversation, useModel, note, begin: begin && (() => begin(conversation)) })
    } finally {
      forget()
      await conversation.close()
    }
  } finally {
    await agent.close()
  }
}

/** Each way loads what it needs alone: a task in a pipe doesn't wait for the screen. */
async function led({ call, note, conversation, useModel, begin }: ScreenSession): Promise<number> {
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

type Opening = Pick<Call, 'flags'> & { readonly askTrust: AskTrust | null }

async function opened({ env, cwd, signal }: Call, { flags, askTrust }: Opening): Promise<Agent> {
  const { agent } = await openAgent({ flags, env, cwd, signal, askTrust })
  return agent
}

/** Once the screen is there a question has no place on the terminal: the answers from before count, and a file that has changed since is left out. */
function askedOnce(ask: AskTrust): AskTrust & { readonly again: AskTrust } {
  const agreed = new Set<string>()
  const key = ({ path, hash }: TrustRequest) => `${hash} ${path}`
  const first: AskTrust = async (request) => {
    const isAgreed = await ask(request)
    if (isAgreed) agreed.add(key(request))
    return isAgreed
  }
  return Object.assign(first, { again: async (request: TrustRequest) => agreed.has(key(request)) })
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
