import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut and stalled. */
export interface UnsteadyProxy {
  readonly connectionString: string
  /** Cuts all connections. */
  cut(): void
  /** Passes nothing on in either direction for a time. */
  stall(ms: number): void
  close(): Promise<void>
}

export async function unsteadyProxy(target: string): Promise<UnsteadyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let resumeAt = 0

  function passOn(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on('data', (chunk) => {
      const wait = resumeAt - performance.now()
      if (wait <= 0) return to.write(chunk)
      from.pause()
      setTimeout(() => {
        to.write(chunk)
        from.resume()
      }, wait)
      return false
    })
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    passOn(client, upstream)
    passOn(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = new URL(target)
  own.port = String((server.address() as { readonly port: number }).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    connectionString: own.href,
    cut,
    stall(ms) {
      resumeAt = performance.now() + ms
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
