import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedFetch } from '../../src/client/bounded-fetch.js'
import { secretsOf, withoutSecrets } from '../../src/client/secrets.js'

const megabyte = 1024 * 1024

/** The bytes that arrive of a body in pieces, or why it fails. */
async function received(contentType: string, pieces: readonly string[]): Promise<number | string> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const response = new Response(body, { headers: { 'content-type': contentType } })
  const bounded = await boundedFetch(async () => response)('https://a.example')
  return bounded.arrayBuffer().then(
    (bytes) => bytes.byteLength,
    (error: Error) => error.message,
  )
}

const large = `data: ${'x'.repeat(6 * megabyte)}`

test('a body is read up to 10 MiB', async () => {
  expect(await received('application/json', [large])).toBe(large.length)
  expect(await received('application/json', [large, large])).toContain('longer than')
})

test.each([
  ['\n\n', true],
  ['\r\n\r\n', true],
  ['\n', false],
  ['\n.\n', false],
  ['\r\n', false],
])('events that are parted by %j count apart: %s', async (between, apart) => {
  const split = [...between]
  for (const pieces of [
    [`${large}${between}`, large],
    [large, between, large],
    [large, ...split, large],
  ]) {
    expect(typeof (await received('text/event-stream; charset=utf-8', pieces))).toBe(apart ? 'number' : 'string')
  }
})

test('no secret of an address or header stands in a message', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9%&+ /?#@:=-]{8,20}$/)
  fc.assert(
    fc.property(word, word, word, (password, token, key) => {
      const url = new URL('https://tracker.example/mcp')
      url.username = 'ada'
      url.password = password
      url.searchParams.set('token', token)
      const secrets = secretsOf(url, { authorization: `Bearer ${key}` })
      const message = withoutSecrets(
        `can't reach ${url.href}: ${url.password} ${token} Bearer ${key} ${key.trim()}`,
        secrets,
      )
      for (const secret of [url.password, token, key]) expect(message).not.toContain(secret)
      expect(withoutSecrets('ECONNREFUSED', secrets)).toBe('ECONNREFUSED')
    }),
  )
})
