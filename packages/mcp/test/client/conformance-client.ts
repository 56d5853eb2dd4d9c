/**
 * The program that the referee of `@modelcontextprotocol/conformance` starts in its client scenarios: `conformance-client.ts URL`. It uses a server
 * as a host would, by `mcpTools` alone.
 */
import { type McpTools, mcpTools } from '@artoo/mcp'
import {
  ClientCredentialsProvider,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  PrivateKeyJwtProvider,
} from '@modelcontextprotocol/client'
import { call } from './calling.js'

const url = process.argv.at(-1) ?? ''
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')

/** A user who says yes to every authorisation server, at once. */
function person(): OAuthClientProvider & { callback: URLSearchParams | null } {
  let information: OAuthClientInformationMixed | undefined =
    given.client_id === undefined ? undefined : { client_id: given.client_id, client_secret: given.client_secret }
  let tokens: OAuthTokens | undefined
  let verifier = ''
  return {
    callback: null,
    redirectUrl: 'http://localhost:3000/callback',
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'artoo',
      redirect_uris: ['http://localhost:3000/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => information,
    saveClientInformation(found) {
      information = found
    },
    tokens: () => tokens,
    saveTokens(found) {
      tokens = found
    },
    saveCodeVerifier(found) {
      verifier = found
    },
    codeVerifier: () => verifier,
    async redirectToAuthorization(to) {
      const { headers } = await fetch(to, { redirect: 'manual' })
      this.callback = new URL(headers.get('location') ?? '').searchParams
    },
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'client') information = undefined
      if (scope === 'all' || scope === 'tokens') tokens = undefined
    },
  }
}

function authProvider() {
  if (scenario === 'auth/client-credentials-basic') {
    return new ClientCredentialsProvider({ clientId: given.client_id, clientSecret: given.client_secret })
  }
  if (scenario === 'auth/client-credentials-jwt') {
    const { client_id: clientId, private_key_pem: privateKey, signing_algorithm: algorithm } = given
    return new PrivateKeyJwtProvider({ clientId, privateKey, algorithm })
  }
  return person()
}

const provider = authProvider()
const mcp = await mcpTools({ servers: { suite: { url, authProvider: provider } } })
await loggedIn(mcp)
for (const { server, error } of mcp.failed) console.error(server, error.code, error.message)

for (const { name, inputSchema } of mcp.tools) {
  const outcome = await callAgain(name, inputFor(name, inputSchema))
  console.error(name, outcome.status, outcome.output)
}
await mcp.close()
process.exit(mcp.failed.length > 0 ? 1 : 0)

/** Goes where the server sends the user, as often as it does. */
async function loggedIn(tools: McpTools): Promise<boolean> {
  if (!('callback' in provider) || !provider.callback) return false
  for (let times = 0; provider.callback && times < 2; times++) {
    const { callback } = provider
    provider.callback = null
    await tools.authorize('suite', callback).catch((error) => console.error(error.message))
  }
  return true
}

/** Calls a tool; once more when the server wanted a login in between. */
async function callAgain(name: string, input: unknown) {
  const ask = async (questions: readonly unknown[]) => questions.map(() => '')
  const outcome = await call(mcp, name, input, { ask })
  return (await loggedIn(mcp)) ? call(mcp, name, input, { ask }) : outcome
}

/** The arguments that the scenario wants, or any that fit. */
function inputFor(name: string, schema: Readonly<Record<string, unknown>>): unknown {
  const wanted = given.toolCalls?.find((one: { readonly name: string }) => name === `mcp__suite__${one.name}`)
  if (wanted) return wanted.arguments
  if (name.endsWith('json_schema_echo')) return { schema: mcp.tools.find((one) => one.name !== name)?.inputSchema }
  const properties = (schema.properties ?? {}) as Readonly<Record<string, { readonly type?: string }>>
  const values: Readonly<Record<string, unknown>> = { number: 5, integer: 5, boolean: true, array: [], object: {} }
  return Object.fromEntries(Object.entries(properties).map(([key, { type = '' }]) => [key, values[type] ?? 'text']))
}
