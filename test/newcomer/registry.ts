import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Packed {
  readonly name: string
  readonly tarball: string
  readonly manifest: { readonly version: string }
}

/** A registry of npm with packages of this repository, as if they had been published. */
export async function registry(packages: readonly Packed[]): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const found = packages.find(({ name }) => path === `/${name}` || path === `/${name}.tgz`)
    if (!found) return void response.writeHead(404).end('{}')
    const bytes = readFileSync(found.tarball)
    if (path.endsWith('.tgz')) return void response.end(bytes)
    const { version } = found.manifest
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const dist = { tarball: `${url}/${found.name}.tgz`, integrity }
    const versions = { [version]: { ...found.manifest, dist } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name: found.name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
