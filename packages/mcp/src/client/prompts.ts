import type { Connection, Session } from './connection.js'
import { told } from './failure.js'
import { description, isPlain, line } from './foreign-text.js'
import { contentText } from './result.js'

/** A prompt that a server offers to people. */
export interface McpPrompt {
  readonly server: string
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[]
}

/** A message of a prompt that was filled in. */
export interface McpPromptMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Prompts of one server. */
const mostPrompts = 500

/** The prompts of one server, in the order of their names; a name that hides characters is left out. */
export async function promptsOf({ server, client }: Session): Promise<readonly McpPrompt[]> {
  if (!client.getServerCapabilities()?.prompts) return []
  const { prompts } = await client.listPrompts()
  const shown = prompts.filter(({ name }) => isPlain(name)).slice(0, mostPrompts)
  return shown
    .map((prompt) => ({
      ...{ server, name: prompt.name },
      ...(prompt.title !== undefined && { title: line(prompt.title) }),
      ...(prompt.description !== undefined && { description: description(prompt.description) }),
      arguments: (prompt.arguments ?? []).map((argument) => ({
        ...{ name: line(argument.name, 100), required: argument.required ?? false },
        ...(argument.description !== undefined && { description: line(argument.description, 500) }),
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A prompt filled in by its server. */
export async function filledPrompt(
  connection: Connection,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<readonly McpPromptMessage[]> {
  const session = await connection.session()
  try {
    const { messages } = await session.client.getPrompt({ name, arguments: { ...given } })
    return messages.map(({ role, content }) => ({ role, text: contentText([content]) }))
  } catch (error) {
    throw new Error(`MCP server ${session.server}: ${told(error, session.secrets)}`)
  }
}
