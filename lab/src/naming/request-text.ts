import type { ModelRequest } from '@artoo/spec'

/** A request as a person reads it: messages, tools, and the schema of the answer. */
export function requestText({ messages, tools, output }: ModelRequest): string {
  const parts = messages.map((message) => {
    const name = 'name' in message && message.name ? ` ${message.name}` : ''
    const calls =
      'toolCalls' in message && message.toolCalls ? `\n[tool calls] ${JSON.stringify(message.toolCalls)}` : ''
    return `--- ${message.role}${name} ---\n${message.content}${calls}`
  })
  if (tools) parts.push(`--- tools you may call ---\n${JSON.stringify(tools, null, 1)}`)
  if (output) parts.push(`--- output schema (${output.name}) ---\n${JSON.stringify(output.schema)}`)
  return parts.join('\n\n')
}
