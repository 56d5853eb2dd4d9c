import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Tool } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'

export type Arguments = Readonly<Record<string, string | number | boolean | undefined>>

/** An answer over HTTP. `hang`: none ever. `hang up`: the connection ends. */
export type Reply = string | { readonly status: number; readonly body: string } | 'hang' | 'hang up'

/** A tool that asks a server. */
export interface Service {
  readonly name: string
  readonly description: string
  /** Arguments by name; a question mark at the end of a kind says that it may be left out. */
  readonly input: Readonly<Record<string, 'text' | 'text?' | 'number' | 'number?' | 'boolean?'>>
  readonly effect: 'read' | 'repeatable' | 'irreversible'
  /** The argument that is its target. */
  readonly target?: string
  /** Nobody listens where it is asked. */
  readonly isDown?: true
  /** `visit`: the number of this call of the service, from 1. */
  reply(given: Arguments, visit: number): Reply
}

export interface RunningServices {
  readonly tools: readonly Tool[]
  close(): Promise<void>
}

/** The services behind one server on the loopback interface. */
export async function startServices(services: readonly Service[]): Promise<RunningServices> {
  const visits = new Map<string, number>()
  const server = createServer((request, response) => {
    answer(request, response, services, visits).catch(() => response.destroy())
  })
  const port = await listening(server)
  return {
    tools: services.map((service) => toolOf(service, port)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  services: readonly Service[],
  visits: Map<string, number>,
): Promise<void> {
  const name = request.url?.slice(1) ?? ''
  const visit = (visits.get(name) ?? 0) + 1
  visits.set(name, visit)
  const given: Arguments = JSON.parse(await text(request))
  const reply = services.find((service) => service.name === name)?.reply(given, visit) ?? 'hang up'
  if (reply === 'hang') return
  if (reply === 'hang up') {
    response.destroy()
    return
  }
  const { status, body } = typeof reply === 'string' ? { status: 200, body: reply } : reply
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

const kinds = { text: z.string(), number: z.number(), boolean: z.boolean() } as const

function shapeOf(input: Service['input']) {
  return z.object(
    Object.fromEntries(
      Object.entries(input).map(([name, kind]): [string, z.ZodType<Arguments[string]>] => {
        const plain = kind.replace('?', '') as keyof typeof kinds
        return [name, kind.endsWith('?') ? kinds[plain].optional() : kinds[plain]]
      }),
    ),
  )
}

/** The time after which a tool gives its server up. */
const patienceMs = 1_500

/** Nobody listens on the first port. */
const closedPort = 1

function toolOf({ name, description, input, effect, target, isDown }: Service, port: number): Tool {
  return defineTool({
    name,
    description,
    input: shapeOf(input),
    effect,
    ...(target !== undefined && { target: (given: Arguments) => String(given[target] ?? '') }),
    async execute(given: Arguments, { signal }) {
      const at = isDown ? closedPort : port
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      const body = JSON.stringify(given)
      const response = await fetch(`http://127.0.0.1:${at}/${name}`, { method: 'POST', body, signal: limit })
      const said = await response.text()
      if (response.ok) return said
      const { status } = response
      throw Object.assign(new Error(`HTTP ${status} ${STATUS_CODES[status]}: ${said}`), { status })
    },
  })
}
