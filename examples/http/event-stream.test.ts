import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { manualClock } from '@artoo/spec/testing'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from './client.js'
import { type EventStream, openEventStream } from './event-stream.js'

const clock = manualClock()

/** A stream whose client has stopped reading. */
async function stalled(): Promise<{
  readonly stream: EventStream
  readonly response: ServerResponse
  readonly client: Socket
}> {
  const server = createServer()
  const asked = new Promise<ServerResponse>((resolve) => server.once('request', (_, response) => resolve(response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  const response = await asked
  return { stream: openEventStream(response, { clock, heartbeatMs: 1_000 }), response, client }
}

/** Sends until the client's side is full. */
async function fill(stream: EventStream): Promise<{ readonly sent: number; readonly last: Promise<void> }> {
  for (let sent = 1; sent < 1_000; sent++) {
    let isOver = false
    const last = stream.send({ name: 'more', data: { text: 'x'.repeat(100_000) } }).then(() => {
      isOver = true
    })
    for (let turn = 0; turn < 20 && !isOver; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
    if (!isOver) return { sent, last }
  }
  throw new Error('a client that reads nothing took a hundred megabytes')
}

test('a client that does not read is waited for, and gets everything later', async () => {
  const { stream, response, client } = await stalled()
  const { sent, last } = await fill(stream)
  const held = response.writableLength
  clock.advance(10_000)
  expect(response.writableLength).toBe(held)

  let text = ''
  client.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  client.resume()
  await last
  stream.end()
  await eventually(() => client.readableEnded)
  expect(text.match(/event: more/g)).toHaveLength(sent)
  expect(text).not.toContain('still here')
  expect(clock.pending).toBe(0)
})

test('a client that goes is not waited for', async () => {
  const { stream, client } = await stalled()
  const { last } = await fill(stream)
  client.destroy()
  await last
  await stream.send({ name: 'more', data: {} })
  stream.end()
  expect(clock.pending).toBe(0)
})
