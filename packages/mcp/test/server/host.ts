/** Serves an instance to clients: `host.ts DIRECTORY stdio|PORT`. Prints its port. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { artooHandler, serveArtoo } from '../../src/server.js'
import { artooIn } from './artoo.js'

const [directory = '', way = '0'] = process.argv.slice(2)
const artoo = artooIn(directory)
if (way === 'stdio') {
  await serveArtoo({ artoo })
  await artoo.close()
} else {
  const principal = (request: Request) => request.headers.get('x-user')
  const runOptions = (user: string) => ({ context: { user } })
  const handler = artooHandler({ artoo, secret: 'a secret of thirty-two bytes or more', principal, runOptions })
  const server = createServer(toNodeHandler(handler) as RequestListener)
  server.listen(Number(way), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}
