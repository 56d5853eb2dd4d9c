import {
  ArtooError,
  type EffectKind,
  type Irreversible,
  isRecord,
  type JsonSchema,
  type Schema,
  type Tool,
} from '@artoo/spec'
import { defineTool, jsonSchema, jsonSchemaReview } from '@artoo/tools'
import type { CallToolResult, Tool as Definition } from '@modelcontextprotocol/client'
import { request } from './call.js'
import type { Connection } from './connection.js'
import { cleanedSchema, description, line, withoutPatterns } from './foreign-text.js'
import { hasValidHeaders } from './header-names.js'
import type { KnownMcpOptions } from './options.js'
import type { Definitions } from './pins.js'
import { errorText, resultOf } from './result.js'

export interface ServerTool {
  readonly name: string
  readonly definition: Definition
  readonly connection: Connection
  readonly definitions: Definitions
  readonly options: KnownMcpOptions
}

/** Characters of a schema as JSON: a model reads all of it with each request. */
const longestSchema = 65_536

/**
 * A tool of a server as artoo's.
 *
 * @throws {ArtooError} `invalid_tool` or `invalid_schema` for a definition that can't be used.
 */
export function serverTool(tool: ServerTool): Tool {
  const { name, definition, connection, definitions, options } = tool
  const { annotations = {} } = definition
  const server = connection.server
  const isTrusted = options.trust.includes(server)
  return defineTool({
    name,
    description: descriptionOf(tool),
    input: inputOf(definition),
    maxOutputBytes: options.maxOutputBytes,
    ...(isTrusted && annotations.idempotentHint === true && { idempotent: true }),
    effect() {
      const change = definitions.changeOf(name)
      if (change === null) return isTrusted ? trustedEffect(annotations) : irreversible(tool, untrusted(tool))
      definitions.asked(name)
      return irreversible(tool, `the server has changed its definition since it was first seen: ${change}`)
    },
    async execute(input, context) {
      const result = await request(connection, context, (client, answers, requestOptions) => {
        // The connection may have been made anew since the call was allowed.
        if (!definitions.isAsAllowed(name)) throw changed(tool)
        const traceparent = options.traceparent?.()
        const params = {
          ...{ name: definition.name, arguments: input as Record<string, unknown> },
          ...(traceparent !== undefined && { _meta: { traceparent } }),
          ...answers,
        }
        // The data is checked below: a result that asks a question has none.
        const { outputSchema: _, ...toolDefinition } = definition
        return client.callTool(params, { ...requestOptions, toolDefinition })
      })
      if (result.isError) throw new Error(errorText(result.content))
      assertFits(tool, result)
      return resultOf(result)
    },
  }) as Tool
}

function descriptionOf({ definition, connection }: ServerTool): string {
  const { title, annotations } = definition
  const words = description(definition.description)
  const named = line(title ?? annotations?.title, 200)
  return [named, words].filter(Boolean).join(': ') || `${line(definition.name, 64)} of MCP server ${connection.server}`
}

/** The input as the server describes it. Patterns are shown to the model and left to the server to check. */
function inputOf({ inputSchema }: Definition): Schema {
  const described = cleanedSchema(inputSchema)
  if (!isRecord(described)) throw invalid('hides characters in names or values of its input')
  if (JSON.stringify(described).length > longestSchema)
    throw invalid(`describes its input in more than ${longestSchema} characters`)
  if (!hasValidHeaders(inputSchema)) throw invalid('wants headers (x-mcp-header) that the protocol forbids')
  const checked = jsonSchema(withoutPatterns(described) as JsonSchema)
  return { '~standard': { ...checked['~standard'], jsonSchema: jsonSchemaOf(described) } }
}

const jsonSchemaOf = (described: JsonSchema) => ({ input: () => described, output: () => described })

const invalid = (why: string) => new ArtooError('invalid_tool', why, { field: 'inputSchema' })

type Annotations = NonNullable<Definition['annotations']>

/** The effect that a trusted server's annotations tell; a tool that it says nothing of is asked about. */
function trustedEffect({ readOnlyHint, openWorldHint, destructiveHint }: Annotations): EffectKind {
  if (readOnlyHint === true) return openWorldHint === false ? 'read' : 'outbound'
  return destructiveHint === false ? 'repeatable' : 'irreversible'
}

function untrusted({ definition, connection }: ServerTool): string {
  const warns = definition.annotations?.destructiveHint === true ? ', which itself warns that the call may destroy' : ''
  return `nobody vouches for what a tool of MCP server ${connection.server}${warns} does`
}

const irreversible = ({ definition, connection }: ServerTool, reason: string): Irreversible => ({
  ...{ kind: 'irreversible', reason },
  action: `call ${line(definition.name, 100)} of MCP server ${connection.server}`,
})

function changed({ name }: ServerTool): ArtooError {
  const message = `${name} was not called: its server has changed its definition since the call was allowed; call again`
  return new ArtooError('mcp_definition_changed', message)
}

function assertFits({ name, definition }: ServerTool, { structuredContent }: CallToolResult): void {
  const { outputSchema } = definition
  if (outputSchema === undefined) return
  const misfit =
    structuredContent === undefined
      ? 'it has no data'
      : jsonSchemaReview(withoutPatterns(outputSchema) as JsonSchema)(structuredContent)
  if (misfit === null) return
  const message = `${name} was executed, but its result does not fit the schema that its server gives: ${misfit}`
  throw new ArtooError('mcp_result_invalid', message)
}
