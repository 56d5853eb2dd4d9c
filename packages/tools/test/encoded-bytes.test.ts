import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { manualClock } from '@artoo/spec/testing'
import { defineTool, runToolCall } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { worked } from '../../../test/worked.js'
import { resultText } from '../src/result-text.js'

fc.configureGlobal({ seed: 20260221 })

const textOf = (result: unknown) => resultText('touch', result)

/** As random as bytes are, and the same in each run. */
const bytes = (count: number, seed = 'bytes') => {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, block) =>
    createHash('sha256').update(`${seed} ${block}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, count)
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const long = bytes(600).toString('base64')
const wrapped = (text: string, width: number) => text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n')

const refusedAt = (field: string | undefined) =>
  expect.objectContaining({
    name: 'ArtooError',
    code: 'invalid_result',
    field,
    message: expect.stringMatching(
      /bytes as base64.*; return text or data: write the bytes to a file and return its path, describe them/,
    ),
  })

describe('bytes as base64 are refused', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a long text', long, undefined],
    ['a long text with an end of line', `${long}\n`, undefined],
    ['in lines of 76', wrapped(long, 76), undefined],
    ['in lines of 64, as Windows ends them', wrapped(long, 64).replaceAll('\n', '\r\n'), undefined],
    ['in lines that are indented', wrapped(long, 60).replaceAll('\n', '\n    '), undefined],
    ['without padding', long.replaceAll('=', ''), undefined],
    ['in the alphabet of URLs', bytes(600).toString('base64url'), undefined],
    ['of 512 characters', bytes(384).toString('base64'), undefined],
    ['a program', readFileSync(process.execPath).subarray(0, 65_536).toString('base64'), undefined],
    ['a data URL', `data:image/png;base64,${pixel}`, undefined],
    ['a data URL with parameters', `data:application/x-thing;v="1";base64,${pixel}`, undefined],
    ['a data URL in capitals', `DATA:Image/GIF;BASE64,R0lGODlhAQABAAAAACw=`, undefined],
    ['a data URL of bytes without a type', `data:;base64,${pixel}`, undefined],
    ['a data URL that says text, and is none', `data:text/plain;base64,${pixel}`, undefined],
    ['a field', { ok: true, file: { content: long } }, 'file.content'],
    ['an item', { pages: ['one', wrapped(long, 76)] }, 'pages.1'],
    ['a data URL in a field', { avatar: `data:image/png;base64,${pixel}` }, 'avatar'],
    ['what toJSON gives', { file: { toJSON: () => long } }, 'file'],
    ['an image of MCP', { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] }, 'content.0.data'],
    ['the smallest image of MCP', { type: 'image', data: 'AAAA', mimeType: 'image/png' }, 'data'],
    ['an image without a media type', { type: 'image', data: pixel }, 'data'],
    ['a sound of MCP', { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' }, 'data'],
    [
      'a resource of MCP',
      { type: 'resource', resource: { uri: 'f:a', mimeType: 'application/pdf', blob: 'JVBERi0xLjQ=' } },
      'resource.blob',
    ],
    ['a file of the AI SDK', { type: 'file', data: pixel, mediaType: 'application/zip' }, 'data'],
    ['an image of Anthropic', { source: { type: 'base64', media_type: 'image/png', data: pixel } }, 'source.data'],
    ['an image of OpenAI', { image_url: { url: `data:image/png;base64,${pixel}` } }, 'image_url.url'],
  ])('%s', (_, result, field) => {
    expect(() => textOf(result)).toThrow(refusedAt(field))
  })

  it('whatever they are', () => {
    const isText = (given: Uint8Array) => {
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(given)
        return true
      } catch {
        return false
      }
    }
    const some = fc.uint8Array({ minLength: 384, maxLength: 4_000, size: 'max' }).filter((given) => !isText(given))
    fc.assert(
      fc.property(some, fc.constantFrom('base64', 'base64url'), fc.constantFrom(0, 64, 76), (given, kind, width) => {
        const text = Buffer.from(given).toString(kind as 'base64')
        expect(() => textOf(text)).toThrow(refusedAt(undefined))
        // Wrapped, a few bytes that come out as letters and digits alone may be a list of words.
        if (width > 0 && /[+/_-]/.test(text))
          expect(() => textOf({ text: wrapped(text, width) })).toThrow(refusedAt('text'))
      }),
    )
  })

  it('as the result of a call, which was made', async () => {
    const draw = defineTool({
      name: 'draw',
      description: 'draws',
      input: z.object({}),
      effect: 'read',
      execute: () => long,
    })
    const signal = new AbortController().signal
    const call = { signal, taskId: 't', context: undefined, timeoutMs: 1_000, clock: manualClock(0) }
    expect(await runToolCall(draw, {}, call)).toMatchObject({
      status: 'error',
      code: 'invalid_result',
      output: expect.stringMatching(/^draw was executed, but its result holds bytes as base64; return text or data/),
    })
  })
})

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n')
const sha =
  (kind: 'hex' | 'base64' | 'base64url', algorithm = 'sha256') =>
  (index: number) =>
    createHash(algorithm).update(`${index}`).digest(kind)
const source = readFileSync(new URL('../src/result-text.ts', import.meta.url), 'utf8')

describe('what only looks like base64 is shown', () => {
  it.each<[string, string]>([
    ['a hex digest', sha('hex')(1)],
    ['a dump in hex', bytes(600).toString('hex')],
    ['a dump in capitals', bytes(600).toString('hex').toUpperCase()],
    ['hex digests', lines(40, sha('hex'))],
    ['digests in base64', lines(40, sha('base64'))],
    ['digests for URLs', lines(40, sha('base64url'))],
    ['longer digests as package managers write them', lines(40, (index) => `sha512-${sha('base64', 'sha512')(index)}`)],
    ['UUIDs', lines(40, (index) => sha('hex')(index).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'))],
    [
      'a JWT',
      `${['{"alg":"RS512"}', source].map((part) => Buffer.from(part).toString('base64url')).join('.')}.${long}`,
    ],
    [
      'tokens',
      lines(40, (index) =>
        sha('base64')(index)
          .replace(/[^A-Za-z0-9]/g, '')
          .slice(0, 32),
      ),
    ],
    ['a long word', 'a'.repeat(2_000)],
    ['a long word in capitals', 'A'.repeat(2_000)],
    ['a rule of dashes', '-'.repeat(2_000)],
    ['a rule of slashes', '/'.repeat(2_000)],
    ['digits', '1234567890'.repeat(200)],
    ['numbers', lines(1_000, String)],
    ['a sequence of DNA', [...bytes(2_000)].map((byte) => 'ACGT'[byte % 4]).join('')],
    ['a protein', [...bytes(2_000)].map((byte) => 'ACDEFGHIKLMNPQRSTVWY'[byte % 20]).join('')],
    ['words', (source.match(/[A-Za-z]+/g) ?? []).join(' ')],
    ['a word a line', (source.match(/[A-Za-z0-9]+/g) ?? []).join('\n')],
    ['words without a space', (source.match(/[A-Za-z]+/g) ?? []).join('')],
    ['a long name', 'getTheVeryLongNameOfSomethingIn2Parts'.repeat(40)],
    ['names of photographs', lines(200, (index) => `Photo${1_000 + index}`)],
    ['paths', lines(200, (index) => `Users/Ann/Documents/Trip${index}/Photo${1_000 + index}`)],
    ['a long path', 'Users/Ann/Documents/Trip2024/'.repeat(40)],
    ['minified code', source.replace(/\s+/g, '')],
    ['numbered lines', lines(40, (index) => `${index + 1}\t${sha('base64', 'sha512')(index)}`)],
    ['shell output', `${wrapped(long, 76)}\n[exit 0]`],
    ['a file with a picture in it', `<p><img src="data:image/png;base64,${pixel}"></p>`],
    ['words about a data URL', 'data:image/png;base64, is how they begin'],
    ['a data URL of text', `data:text/plain;base64,${Buffer.from('hello').toString('base64')}`],
    ['a data URL that is not base64', 'data:text/html,<p>hello</p>'],
    ['a picture of less than 512 characters', pixel],
    ['a text as base64', Buffer.from(source).toString('base64')],
    ['a text as base64 in lines', wrapped(Buffer.from('日本語のテキスト'.repeat(100)).toString('base64'), 76)],
    ['a text as base64 that was cut', Buffer.from('é'.repeat(1_000)).subarray(0, 1_501).toString('base64')],
    ['what lacks a character', `${'A'.repeat(4)}b1/${long}`.slice(0, 513)],
    ['what has one that base64 does not', `${long.slice(0, 700)}.${long.slice(700)}`],
    ['what has padding in its middle', `${long.slice(0, 300)}=${long.slice(300)}`],
    ['two alphabets', `${'-_'.repeat(4)}+/${long}aa`],
  ])('%s', (_, text) => {
    expect(textOf(text)).toBe(text)
    expect(textOf({ rows: [{ text }] })).toBe(JSON.stringify({ rows: [{ text }] }))
  })

  it.each<[string, object]>([
    ['an image by its path', { type: 'image', path: 'out/a.png' }],
    ['an image by its name', { type: 'image', data: 'holidays' }],
    ['an image by its address', { type: 'image', image: 'https://a.example/a.png', mediaType: 'image/png' }],
    ['a text of MCP', { content: [{ type: 'text', text: 'hello' }] }],
    ['a text in a resource', { resource: { uri: 'f:a', mimeType: 'text/plain', text: 'aGVsbG8=' } }],
    ['data that are JSON', { mimeType: 'application/json', data: 'aGVsbG8gMQ==' }],
    ['data that are data', { type: 'image', data: { width: 1 } }],
    ['an entry of a folder', { type: 'file', data: 'Readme12' }],
  ])('%s', (_, data) => {
    expect(textOf(data)).toBe(JSON.stringify(data))
  })

  const textual = fc.oneof(
    fc.string({ maxLength: 3_000, size: 'max' }),
    fc.string({ unit: 'binary', maxLength: 3_000, size: 'max' }).filter((text) => text.isWellFormed()),
    fc.string({ unit: 'grapheme', minLength: 400, maxLength: 3_000, size: 'max' }),
    fc.lorem({ maxCount: 500, size: 'max' }),
    fc.lorem({ maxCount: 100, mode: 'sentences', size: 'max' }),
  )

  it('whatever the text, also as hex and as base64', () => {
    fc.assert(
      fc.property(textual, (text) => {
        const utf8 = Buffer.from(text)
        for (const one of [text, utf8.toString('hex'), utf8.toString('base64'), wrapped(utf8.toString('base64'), 76)])
          expect(textOf(one)).toBe(one)
      }),
    )
  })

  it('whatever the data', () => {
    const data = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.dictionary(fc.string(), textual), { maxLength: 3 }),
    )
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value)
        expect(textOf(value)).toBe(typeof value === 'string' ? value : text)
        expect(textOf(text)).toBe(text)
      }),
    )
  })

  it('lists of ids and digests, whatever they are', () => {
    const kinds = [fc.uuid(), fc.ulid(), fc.ipV6(), fc.stringMatching(/^[0-9a-f]{40}$/), fc.stringMatching(/^\d{10}$/)]
    const listOf = (id: fc.Arbitrary<string>) => fc.array(id, { minLength: 20, maxLength: 60 })
    fc.assert(
      fc.property(fc.oneof(...kinds.map(listOf)), fc.constantFrom('\n', ' ', ''), (ids, between) => {
        const text = ids.join(between)
        expect(textOf(text)).toBe(text)
      }),
    )
  })
})

it.each<[string, string, boolean]>([
  ['one letter', 'x'.repeat(2 ** 20), false],
  ['white space', ' '.repeat(2 ** 20), false],
  ['padding', '='.repeat(2 ** 20), false],
  ['letters between white space', 'aB1/ '.repeat(2 ** 18), false],
  ['base64 that becomes none at its end', `${bytes(786_000).toString('base64')}!`, false],
  ['the beginning of data URLs', 'data:'.repeat(2 ** 18), false],
  ['a text as base64', Buffer.from('é'.repeat(2 ** 18)).toString('base64'), false],
  ['bytes as base64', bytes(786_000).toString('base64'), true],
])('a mebibyte of %s is looked at in no time', (_, text, isRefused) => {
  const began = worked()
  if (isRefused) expect(() => textOf(text)).toThrow(refusedAt(undefined))
  else expect(textOf(text)).toBe(text)
  expect(worked() - began).toBeLessThan(1_000)
})
