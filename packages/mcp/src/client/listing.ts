import type { Client, Tool as Definition } from '@modelcontextprotocol/client'
import { line } from './foreign-text.js'

/** The tools of a server, and what is wrong with the list. */
export interface Listing {
  readonly tools: readonly Definition[]
  readonly problems: readonly string[]
}

const most = { tools: 512, pages: 64 } as const

/** Lists the tools of a server page by page. A list that doesn't end is cut. */
export async function listedTools(client: Client, signal: AbortSignal): Promise<Listing> {
  const tools = new Map<string, Definition>()
  const problems: string[] = []
  if (!client.getServerCapabilities()?.tools) return { tools: [], problems }
  const cursors = new Set<string | undefined>()
  let cursor: string | undefined
  do {
    cursors.add(cursor)
    // `listTools` would collect all pages of a list before any limit of ours counts.
    const params = cursor === undefined ? {} : { cursor }
    const page: Page = await client.request({ method: 'tools/list', params }, { signal })
    for (const tool of page.tools.slice(0, most.tools - tools.size)) {
      if (tools.has(tool.name)) problems.push(`it lists ${line(tool.name, 64)} twice; the first one counts`)
      else tools.set(tool.name, tool)
    }
    cursor = page.nextCursor
    if (cursor === undefined && tools.size < most.tools) break
    if (tools.size === most.tools || cursors.size === most.pages || cursors.has(cursor)) {
      problems.push(`its list of tools does not end, or is too long: it is cut after ${tools.size}`)
      break
    }
  } while (cursor !== undefined)
  return { tools: [...tools.values()], problems: problems.slice(0, 20) }
}

interface Page {
  readonly tools: readonly Definition[]
  readonly nextCursor?: string | undefined
}
