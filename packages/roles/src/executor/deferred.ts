import type { ToolCall, ToolDescriptor } from '@artoo/spec'
import type { SubTask } from '../messages/plan.js'
import { firstSentence, oneLine } from '../prompts/one-line.js'

/** A tool that a conversation is told of in one line, and whose schema it is given when it asks for the tool. */
export interface DeferredTool {
  readonly name: string
  readonly description: string
}

/** The deferred tools of work that nobody planned: a plan names the tools that it needs. */
export const deferredIn = (
  { direct, tools: had }: Pick<SubTask, 'direct' | 'tools'>,
  tools: readonly (DeferredTool & { readonly deferred?: boolean | undefined })[] = [],
): readonly DeferredTool[] => (direct ? tools.filter(({ name, deferred }) => deferred && had.includes(name)) : [])

export const loadTools: ToolDescriptor = {
  name: 'load_tools',
  description: 'Loads tools of the list, by name. They can be called from the next turn on.',
  inputSchema: {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } } },
    required: ['names'],
  },
}

/** The list for the conversation; empty where no tool is deferred. */
export function listOf(deferred: readonly DeferredTool[]): string {
  if (deferred.length === 0) return ''
  const lines = deferred.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`)
  return `More tools, each to be loaded by ${loadTools.name} before it is called:\n${lines.join('\n')}`
}

/** The tools of a turn's calls that are not loaded yet: asked for by name, or called at once. */
export function loadedBy(calls: readonly ToolCall[], unloaded: readonly string[]): readonly string[] {
  const wanted = new Set(calls.flatMap((call) => (call.name === loadTools.name ? namesIn(call) : [call.name])))
  return unloaded.filter((name) => wanted.has(name))
}

/** The answer to a call that loads tools, or of a tool that was not loaded; null for any other. */
export function loadAnswer(unloaded: readonly string[], all: readonly string[]): (call: ToolCall) => string | null {
  return (call) => {
    if (unloaded.includes(call.name))
      return `${call.name} can be called from the next turn on: call it again, by its schema.`
    if (call.name !== loadTools.name) return null
    const names = namesIn(call)
    if (names.length === 0) return 'No name could be read: give "names", a list of names.'
    const unknown = names.filter((name) => !all.includes(name))
    const known = names.filter((name) => all.includes(name))
    return [
      known.length > 0 && `Loaded: ${known.join(', ')}.`,
      unknown.length > 0 && `Not in the list: ${oneLine(unknown.join(', '))}.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
}

function namesIn({ input }: ToolCall): readonly string[] {
  const { names, name = names } = Object(input) as Readonly<Record<string, unknown>>
  const given = Array.isArray(names) ? names : [name]
  return given.filter((one) => typeof one === 'string' && one !== '')
}
