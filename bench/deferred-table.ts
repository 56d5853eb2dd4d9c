import { readFileSync } from 'node:fs'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool, jsonSchema, type Tool } from '@artoo/sdk'
import type { JsonSchema, ModelRequest } from '@artoo/spec'

interface Described {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** Tools of a real MCP server, as it lists them: https://github.com/github/github-mcp-server (MIT, see LICENSE beside it). */
const described: readonly Described[] = JSON.parse(
  readFileSync(new URL('deferred/github-tools.json', import.meta.url), 'utf8'),
)

const tools: readonly Tool[] = described.map(({ name, description, inputSchema }) =>
  defineTool({
    ...{ name, description, effect: 'read', input: jsonSchema(inputSchema) },
    execute: () => '[{"number": 7, "title": "The door squeaks"}]',
  }),
)

const wanted = 'list_issues'
const call = { toolCalls: [{ name: wanted, input: { owner: 'acme', repo: 'house' } }] }
const load = { toolCalls: [{ name: 'load_tools', input: { names: [wanted] } }] }
const criteria = [{ text: 'all open issues are named', mode: 'plausible' }]
const verdicts = [{ criterion: 1, verdict: 'pass', evidence: 'issue 7', records: ['r1'] }]
const answer = 'One issue is open: 7, the door squeaks.'

const planned = {
  plan: { json: { criteria, subtasks: [{ intent: 'list the open issues', sequence: 1, criteria, tools: [wanted] }] } },
  execution: [call, { json: { status: 'completed', output: answer, reason: null } }],
  last_verdicts: { json: { verdicts, correction: null } },
} as const

type Script = Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>

const ways: readonly (readonly [string, string, ArtooOptions['depth'], ArtooOptions['tools'], Script])[] = [
  ['given at once', 'direct', 'direct', tools, { text: [call, { text: answer }] }],
  ['deferred', 'direct', 'direct', { deferred: tools }, { text: [load, call, { text: answer }] }],
  ['given at once', 'lean', 'lean', tools, planned],
  ['deferred', 'lean', 'lean', { deferred: tools }, planned],
]

/** Characters of messages and tools by four. */
const tokensOf = ({ messages, tools: offered = [] }: ModelRequest) =>
  Math.round(
    (messages.reduce((sum, { content }) => sum + content.length, 0) +
      (offered.length > 0 ? JSON.stringify(offered).length : 0)) /
      4,
  )

/** The table of docs/cost.md on deferred tools: tokens that each call of one question is sent. */
export async function deferredTable(): Promise<string> {
  const rows: string[] = []
  for (const [how, name, depth, given, script] of ways) {
    const model = scriptedModel(script)
    const artoo = createArtoo({ model, tools: given, depth, dreamer: false })
    const { status, summary } = await artoo.run('Which issues are open in acme/house?')
    await artoo.close()
    if (status !== 'complete') throw new Error(`${how}, ${name}: ${summary}`)
    const tokens = model.requests.map(tokensOf)
    const all = tokens.reduce((sum, one) => sum + one, 0)
    rows.push(`| ${name} | ${how} | ${tokens.join(' + ')} | ${all} |`)
  }
  return [`| depth | ${tools.length} tools | tokens of each call | together |`, '|---|---|---|---:|', ...rows].join(
    '\n',
  )
}
