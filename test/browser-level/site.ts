import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const policy = "script-src 'self'"

export interface Site {
  readonly port: number
  close(): Promise<void>
}

/** The script of the page of this folder, from sources. Its exports are the global `harness`. */
export async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'harness',
    conditions: ['@artoo/source'],
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** Serves a page with one script on loopback. Its policy allows no eval, as that of a careful host does. */
export async function serveSite(script: string): Promise<Site> {
  const files = new Map([
    ['/', { type: 'text/html', text: '<!doctype html><meta charset="utf-8"><script src="/page.js"></script>' }],
    ['/page.js', { type: 'text/javascript', text: script }],
  ])
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (file) response.setHeader('content-type', file.type).setHeader('content-security-policy', policy).end(file.text)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
