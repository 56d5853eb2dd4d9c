import type { Tool } from '@artoo/spec'
import { defineTool, jsonSchema } from '@artoo/tools'
import { request } from './call.js'
import type { Connection } from './connection.js'
import { description, isPlain, line } from './foreign-text.js'
import type { KnownMcpOptions } from './options.js'
import { resourceText } from './result.js'

/** Resources of one page. */
const mostListed = 500

/** The two tools that list and read the resources of a server. */
export function resourceTools(connection: Connection, { maxOutputBytes }: KnownMcpOptions): readonly Tool[] {
  const { server } = connection
  const list = defineTool({
    ...{ name: `mcp__${server}__list_resources`, maxOutputBytes },
    description: `Lists the resources (files, records) that MCP server ${server} offers, and the templates of their addresses.`,
    input: jsonSchema<{ cursor?: string }>({ type: 'object', properties: { cursor: { type: 'string' } } }),
    effect: 'read',
    async execute({ cursor }, context) {
      const params = cursor === undefined ? {} : { cursor }
      return request(connection, context, async (client, _, { signal }) => {
        const options = { ...(signal && { signal }) }
        const page = await client.request({ method: 'resources/list', params }, options)
        const templates = await client
          .request({ method: 'resources/templates/list', params: {} }, options)
          .catch(() => ({ resourceTemplates: [] }))
        return {
          resources: page.resources
            .filter(({ uri }) => isPlain(uri))
            .slice(0, mostListed)
            .map((one) => ({ uri: one.uri, ...words(one) })),
          templates: templates.resourceTemplates
            .slice(0, mostListed)
            .map((one) => ({ uri: line(one.uriTemplate), ...words(one) })),
          ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
        }
      })
    },
  })
  const read = defineTool({
    ...{ name: `mcp__${server}__read_resource`, maxOutputBytes },
    description: `Reads a resource of MCP server ${server} by its URI.`,
    input: jsonSchema<{ uri: string }>({
      ...{ type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
    }),
    target: ({ uri }) => uri,
    effect: 'outbound',
    async execute({ uri }, context) {
      const { contents } = await request(connection, context, (client, answers, options) =>
        client.request({ method: 'resources/read', params: { uri, ...answers } }, options),
      )
      return contents.map(resourceText).join('\n')
    },
  })
  return [list as Tool, read as Tool]
}

interface Described {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
}

const words = ({ name, title, description: text, mimeType }: Described) => ({
  name: line(title ?? name),
  ...(description(text) !== undefined && { description: description(text) }),
  ...(mimeType !== undefined && { mimeType: line(mimeType, 100) }),
})
