import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on which answers can be lost: the server has done what it was asked, and the client does not get to know. */
export interface CuttingProxy {
  readonly connectionString: string
  /** Cuts the next connection on which the server answers a statement with that word in it. */
  cutAnswerTo(word: string): void
  /** Number of answers that were lost. */
  readonly cuts: number
  close(): Promise<void>
}

export async function cuttingProxy(connectionString: string): Promise<CuttingProxy> {
  const target = new URL(connectionString)
  const sockets = new Set<Socket>()
  let wanted: string | null = null
  let cuts = 0

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isDoomed = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (wanted !== null && chunk.includes(wanted)) {
        isDoomed = true
        wanted = null
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!isDoomed) return client.write(chunk)
      cuts++
      return client.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(connectionString)
  own.port = String((server.address() as { readonly port: number }).port)
  return {
    connectionString: own.href,
    cutAnswerTo(word) {
      wanted = word
    },
    get cuts() {
      return cuts
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
