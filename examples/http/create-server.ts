import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Artoo, type Clock, type RunLimits, systemClock } from '@artoo/sdk'
import { createConfirmations } from './confirmations.js'
import { HttpError, sendError, sendJson } from './http-error.js'
import { loadPage } from './page.js'
import { createQuestions } from './questions.js'
import { readJson } from './read-json.js'
import { findRoute, type Route } from './route.js'
import { createRunning } from './running.js'
import { streamTask } from './stream-task.js'
import { answerOf, assertHost, userOf } from './trust.js'

export interface ServerOptions {
  /** Yours to close, after the server. */
  readonly artoo: Artoo
  /** Of every task. @defaultValue the instance's */
  readonly limits?: RunLimits
  /** The same that artoo has. @defaultValue the system's time */
  readonly clock?: Clock
  /** @defaultValue 15_000 */
  readonly heartbeatMs?: number
  /** Of a request. @defaultValue 64 KB */
  readonly maxBodyBytes?: number
  /** The names that it is reached by. @defaultValue 127.0.0.1 and localhost */
  readonly hosts?: readonly string[]
}

export interface Server {
  /** Resolves with the port. */
  listen(port: number): Promise<number>
  /** Ends every task; its client still gets the result. */
  close(): Promise<void>
}

/** How long a client that has stopped reading can hold up `close`. */
const graceMs = 5_000

/** artoo behind HTTP: start a task and watch it, answer what it asks. */
export function createServer({
  artoo,
  limits = {},
  clock = systemClock(),
  heartbeatMs = 15_000,
  maxBodyBytes = 65_536,
  hosts = ['127.0.0.1', 'localhost'],
}: ServerOptions): Server {
  const confirmations = createConfirmations()
  const questions = createQuestions()
  const running = createRunning()
  const page = loadPage()
  const clients = new Set<AbortController>()
  let isClosing = false

  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: /^\/$/,
      handle: ({ response }) => void response.writeHead(200, page.headers).end(page.html),
    },
    {
      method: 'POST',
      path: /^\/tasks$/,
      async handle({ request, response, signal }) {
        const user = userOf(request)
        const { text } = await readJson(request, maxBodyBytes)
        // `run` itself says what is wrong with a text.
        const task = { text: text as string, user, signal }
        await streamTask({ artoo, running, confirmations, questions, limits, clock, heartbeatMs }, task, response)
      },
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/confirmations\/([^/]+)$/,
      async handle({ request, response, parts: [taskId = '', callId = ''] }) {
        const user = userOf(request)
        const answer = answerOf(await readJson(request, maxBodyBytes), user)
        if (!confirmations.answer({ taskId, callId, user }, answer)) {
          throw new HttpError(404, 'unknown_confirmation', 'no such question of yours waits for an answer')
        }
        sendJson(response, 200, answer)
      },
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/answers$/,
      async handle({ request, response, parts: [taskId = ''] }) {
        const user = userOf(request)
        questions.answer({ taskId, user }, await readJson(request, maxBodyBytes))
        // What was answered is not sent back: it may hold what was granted.
        sendJson(response, 200, {})
      },
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/words$/,
      async handle({ request, response, parts: [taskId = ''] }) {
        const run = running.of(taskId, userOf(request))
        const { text } = await readJson(request, maxBodyBytes)
        // Answered once they are kept. `send` itself says what is wrong with a text.
        await run.send(text as string)
        sendJson(response, 200, {})
      },
    },
    {
      method: 'POST',
      path: /^\/tasks\/([^/]+)\/interrupt$/,
      handle({ request, response, parts: [taskId = ''] }) {
        running.of(taskId, userOf(request)).interrupt()
        sendJson(response, 200, {})
      },
    },
  ]

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = new AbortController()
    clients.add(client)
    response.once('close', () => {
      clients.delete(client)
      client.abort(new Error('the client closed the connection'))
      hangUp()
    })
    try {
      assertHost(request, hosts)
      const { route, parts } = findRoute(routes, request)
      await route.handle({ request, response, parts, signal: client.signal })
    } catch (error) {
      sendError(response, error)
    }
  }

  const server = createHttpServer((request, response) => void exchange(request, response))

  /** Browsers keep connections in stock that nothing was ever asked over; they would keep a server from closing. */
  function hangUp(): void {
    if (isClosing && clients.size === 0) server.closeAllConnections()
  }

  return {
    listen(port) {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        // Whoever reaches this server can use the tools: nobody but this machine does.
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      })
    },
    close() {
      isClosing = true
      return new Promise((resolve) => {
        const cancel = clock.schedule(graceMs, () => server.closeAllConnections())
        server.close(() => {
          cancel()
          resolve()
        })
        for (const client of clients) client.abort(new Error('the server is shutting down'))
        hangUp()
      })
    },
  }
}
