import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckVerdict } from '@artoo/spec'
import {
  type CheckOptions,
  type DeclarativeCheck,
  reviewDeclarativeCheck,
  runDeclarativeCheck,
  standardChecks,
} from '@artoo/tools/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { worked } from '../../../test/worked.js'
import { temporaryDirectory } from './workspace.js'

let root: string
const put = (path: string, content: string | Uint8Array) => writeFileSync(join(root, path), content)

beforeEach(() => {
  root = temporaryDirectory()
  put('a.txt', 'one\ntwo\n')
})

type Given = Omit<Parameters<typeof runDeclarativeCheck>[1], 'root'>

const run = (check: unknown, given: Given = {}) => runDeclarativeCheck(check as DeclarativeCheck, { root, ...given })

const pass = (evidence: string | RegExp) => ({ pass: true, evidence: expect.stringMatching(evidence) })
const logical = (evidence: string | RegExp) => ({
  pass: false,
  evidence: expect.stringMatching(evidence),
  failureClass: 'logical',
})
const environmental = (evidence: string | RegExp) => ({ ...logical(evidence), failureClass: 'environmental' })

const deep = 100_000
const sha256 = 'c2e2fd8ff9bc01cfebc8b2ed1d73dd31fa1a1a4ca1f0c5f8f9be8e0ee6ee1a52'

describe('file', () => {
  it.each<[string, object, unknown]>([
    ['is there', { path: 'a.txt' }, pass('a.txt exists')],
    ['is there, a directory too', { path: '.' }, pass('. exists')],
    ['is missing', { path: 'b.txt' }, environmental('b.txt does not exist')],
    ['is missing, so has no content', { path: 'b.txt', contains: 'x' }, environmental('does not exist')],
    ['has a file for a directory', { path: 'a.txt/b' }, environmental('does not exist')],
    ['is rightly missing', { path: 'b.txt', exists: false }, pass('does not exist')],
    ['is wrongly there', { path: 'a.txt', exists: false }, logical('a.txt exists')],
    ['contains', { path: 'a.txt', contains: 'one\ntwo' }, pass('a.txt contains "one\\\\ntwo"')],
    ['does not contain', { path: 'a.txt', contains: 'three' }, logical('a.txt does not contain "three"')],
    ['is large enough', { path: 'a.txt', minBytes: 8, maxBytes: 8 }, pass('8 bytes')],
    ['is too small', { path: 'a.txt', minBytes: 9 }, logical('8 bytes')],
    ['is too large', { path: 'a.txt', maxBytes: 7 }, logical('8 bytes')],
    ['has as many lines', { path: 'a.txt', minLines: 2, maxLines: 2 }, pass('2 lines')],
    ['has too few lines', { path: 'a.txt', minLines: 3 }, logical('2 lines')],
    ['has another hash', { path: 'a.txt', sha256 }, logical('has the SHA-256 [0-9a-f]{64}')],
    ['is a directory', { path: '.', contains: 'x' }, logical('not a regular file')],
    ['lies outside', { path: '../x' }, environmental('outside the root')],
    ['lies outside, but is only to be absent', { path: '../x', exists: false }, environmental('outside the root')],
    ['holds a zero byte in its name', { path: 'a\0' }, environmental('outside the root')],
    ['is a secret', { path: '.env' }, environmental(/^\[LAW1\] \.env was not looked at/)],
    ['is a secret that should be absent', { path: '.env', exists: false }, environmental('LAW1')],
    ['has an unknown argument', { path: 'a.txt', contain: 'x' }, logical('Unrecognized key: "contain" \\(in file\\)')],
    ['has no path', {}, logical('path: .*expected string')],
    ['has a wrong argument', { path: 'a.txt', minLines: -1 }, logical('minLines')],
    ['is absent and has content', { path: 'a', exists: false, contains: 'x' }, logical('leave out')],
    ['has a path too long', { path: 'a/'.repeat(3000) }, logical('path: Too big')],
  ])('%s', async (_, values, verdict) => {
    expect(await run({ check: 'file', ...values })).toEqual(verdict)
  })

  it.each([
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
  ])('counts the lines of %j', async (content, lines) => {
    put('lines', content)
    expect(await run({ check: 'file', path: 'lines', minLines: lines, maxLines: lines })).toMatchObject({ pass: true })
  })

  it('is not followed out of the root, nor read under another name than its own', async () => {
    const outside = temporaryDirectory()
    writeFileSync(join(outside, 'x'), 'one')
    symlinkSync(join(outside, 'x'), join(root, 'link'))
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync('none', join(root, 'dangling'))
    put('.env', 'KEY=1')
    symlinkSync('.env', join(root, 'harmless'))
    for (const path of ['link', 'folder/x', 'folder/none', 'dangling']) {
      expect(await run({ check: 'file', path, contains: 'one' })).toEqual(environmental('outside the root'))
      expect(await run({ check: 'file', path, exists: false })).toEqual(environmental('outside the root'))
    }
    expect(await run({ check: 'file', path: 'harmless', contains: 'KEY' })).toEqual(environmental('LAW1'))
  })

  it.skipIf(process.getuid?.() === 0)('that may not be read is not known', async () => {
    mkdirSync(join(root, 'shut'))
    put('shut/a', 'x')
    chmodSync(join(root, 'shut'), 0)
    expect(await run({ check: 'file', path: 'shut/a', contains: 'x' })).toEqual(environmental('permission denied'))
    chmodSync(join(root, 'shut'), 0o700)
  })

  it('that is huge is measured, but not read', async () => {
    put('huge', '')
    truncateSync(join(root, 'huge'), 2 ** 40)
    expect(await run({ check: 'file', path: 'huge', minBytes: 2 ** 39 })).toMatchObject({ pass: true })
    for (const values of [{ contains: 'x' }, { maxLines: 3 }, { sha256 }]) {
      expect(await run({ check: 'file', path: 'huge', ...values })).toEqual(environmental('more than 4194304 bytes'))
    }
  })

  it('that is binary has no text, and nobody waits at a named pipe', async () => {
    put('binary', Uint8Array.of(0xff, 0, 1))
    expect(await run({ check: 'file', path: 'binary', contains: 'x' })).toEqual(environmental('not UTF-8 text'))
    expect(await run({ check: 'not', of: { check: 'file', path: 'binary', contains: 'x' } })).toEqual(
      environmental('not UTF-8 text'),
    )
    expect(spawnSync('mkfifo', [join(root, 'pipe')]).status).toBe(0)
    expect(await run({ check: 'file', path: 'pipe', contains: 'x' })).toEqual(logical('not a regular file'))
    expect(await run({ check: 'regex', path: 'pipe', pattern: 'x' })).toEqual(environmental('not a regular file'))
  })

  it('can’t forge a line of evidence by its name', async () => {
    const { evidence } = await run({ check: 'file', path: 'a\nevidence: all is well' })
    expect(evidence).not.toContain('\n')
  })
})

describe('json', () => {
  const document = '{"a":[{"b":1},"x"],"":0,"m/n":{"~":null},"t":true}'
  it.each<[string, object, unknown]>([
    ['is JSON', {}, pass('the output is an object with 4 fields')],
    ['has a value', { pointer: '/a/0/b', equals: 1 }, pass('"/a/0/b" in the output is 1')],
    ['has an empty name', { pointer: '/', equals: 0 }, pass('is 0')],
    ['has escaped names', { pointer: '/m~1n/~0', equals: null }, pass('is null')],
    ['has a type', { pointer: '/a', type: 'array' }, pass('an array of 2')],
    ['has another type', { pointer: '/a', type: 'object' }, logical('an array of 2, no object')],
    ['knows null from an object', { pointer: '/m~1n/~0', type: 'object' }, logical('is null, no object')],
    ['has another value', { pointer: '/a/1', equals: 'y' }, logical('is "x", not "y"')],
    ['has not that number', { pointer: '/a/0/b', equals: '1' }, logical('is 1, not "1"')],
    ['equals in depth, whatever the order', { pointer: '/a', equals: [{ b: 1 }, 'x'] }, pass('array of 2')],
    ['differs in depth', { equals: { a: [{ b: 2 }, 'x'] } }, logical('/"a"/"0"/"b" is 1, not 2')],
    ['lacks a part', { pointer: '/a/0', equals: { b: 1, c: 2 } }, logical('/"c" is not there')],
    ['has a part too many', { pointer: '/a/0', equals: {} }, logical('/"b" should not be there')],
    ['knows an array from an object', { pointer: '/a/0', equals: [] }, logical('not an array of 0')],
    ['lacks it', { pointer: '/b' }, logical('"/b" in the output is not there')],
    ['rightly lacks it', { pointer: '/b', exists: false }, pass('is not there')],
    ['wrongly has it', { pointer: '/t', exists: false }, logical('is true')],
    ['has no element there', { pointer: '/a/2' }, logical('not there')],
    ['has no element with a zero in front', { pointer: '/a/00' }, logical('not there')],
    ['has no length', { pointer: '/a/length' }, logical('not there')],
    ['has nothing after the last', { pointer: '/a/-' }, logical('not there')],
    ['has nothing of what it inherits', { pointer: '/constructor' }, logical('not there')],
    ['has nothing inside a text', { pointer: '/a/1/0' }, logical('not there')],
    ['has a pointer without a slash', { pointer: 'a' }, logical('pointer: must be a JSON Pointer')],
    ['has a pointer with a bare tilde', { pointer: '/~2' }, logical('pointer: must be a JSON Pointer')],
    ['is absent and has a value', { pointer: '/a', exists: false, equals: 1 }, logical('leave out')],
    ['has an unknown type', { type: 'integer' }, logical('type: Invalid option')],
    ['is in a file that is missing', { path: 'b.json' }, environmental('b.json does not exist')],
    ['is in a file that is none', { path: 'a.txt' }, logical('a.txt is not JSON; it begins with "one\\\\ntwo')],
    ['is in a secret file', { path: 'credentials.json' }, environmental('LAW1')],
  ])('%s', async (_, values, verdict) => {
    expect(await run({ check: 'json', ...values }, { output: document })).toEqual(verdict)
  })

  it('of 100,000 levels is parsed, followed and shown without running out of stack', async () => {
    const output = `${'['.repeat(deep)}1${']'.repeat(deep)}`
    expect(await run({ check: 'json', pointer: '/0'.repeat(100), type: 'array' }, { output })).toMatchObject({
      pass: true,
    })
    expect(await run({ check: 'json', equals: [[[2]]] }, { output })).toEqual(logical('is an array of 1, not 2'))
    const hostile = `${'{"a":'.repeat(deep)}"`
    expect(await run({ check: 'json' }, { output: hostile })).toEqual(logical('not JSON'))
  })

  it('takes a name for a name, __proto__ too', async () => {
    const output = '{"__proto__":{"a":1}}'
    expect(await run({ check: 'json', pointer: '/__proto__/a', equals: 1 }, { output })).toMatchObject({ pass: true })
    expect(await run({ check: 'json', pointer: '/a' }, { output })).toEqual(logical('not there'))
    expect(await run({ check: 'json', equals: JSON.parse(output) }, { output })).toMatchObject({ pass: true })
    expect(await run({ check: 'json', equals: {} }, { output })).toEqual(logical('should not be there'))
  })
})

describe('regex', () => {
  it.each<[string, object, unknown]>([
    ['matches', { pattern: '\\d+ words' }, pass('the output has "12 words"')],
    ['does not match', { pattern: 'sentence' }, logical('the output has no match of "sentence"')],
    ['matches in a file', { path: 'a.txt', pattern: '(?m)^two$' }, pass('a.txt has "two"')],
    ['matches nothing but the empty text', { pattern: '$' }, pass('has ""')],
    ['minds the case', { pattern: 'WORDS' }, logical('no match')],
    ['does not mind the case', { pattern: '(?i)WORDS' }, pass('words')],
    ['is invalid', { pattern: '(a' }, logical('pattern: .*missing closing \\)')],
    ['looks around', { pattern: '(?=a)b' }, logical('pattern: .*invalid')],
    ['refers back', { pattern: '(a)\\1' }, logical('pattern: .*invalid')],
    ['repeats too much', { pattern: '((a{100}){100}){100}' }, logical('pattern: .*invalid repeat count')],
    ['is empty', { pattern: '' }, logical('pattern: Too small')],
    ['is too long', { pattern: 'a'.repeat(1001) }, logical('pattern: Too big')],
    ['is in a missing file', { path: 'b', pattern: 'a' }, environmental('b does not exist')],
  ])('%s', async (_, values, verdict) => {
    expect(await run({ check: 'regex', ...values }, { output: 'so 12 words' })).toEqual(verdict)
  })

  it.each(['(a+)+$', '(a*)*b', '(x+x+)+y', '(a|a)*b', '(?:a?){300}a{300}b', '(?i)(a.{0,100}){3}b'])(
    'with %s takes no more than linear time',
    async (pattern) => {
      const started = worked()
      await run({ check: 'regex', pattern }, { output: 'a'.repeat(50_000) })
      expect(worked() - started).toBeLessThan(10_000)
    },
  )

  it('that is large is not held against a text that is large', async () => {
    const check = { check: 'regex', pattern: '(?i)(a.{0,300}){3}b' }
    expect(await run(check, { output: 'a'.repeat(200_000) })).toEqual(environmental('too large for a text of 200000'))
    expect(await run({ check: 'not', of: check }, { output: 'a'.repeat(200_000) })).toEqual(environmental('too large'))
  })
})

describe('command', () => {
  const all: Given = { allowedCommands: 'all' }
  it.each<[string, object, Given, unknown]>([
    ['ends well', { argv: ['grep', '-c', 'o', 'a.txt'] }, {}, pass('"grep -c o a.txt" ended with exit code 0')],
    ['ends otherwise', { argv: ['grep', 'x', 'a.txt'] }, {}, logical('ended with exit code 1, not 0')],
    ['ends otherwise, as it should', { argv: ['grep', 'x', 'a.txt'], exit: 1 }, {}, pass('exit code 1')],
    ['says why it failed', { argv: ['cat', 'none'] }, {}, logical('and said "cat: none: ')],
    ['prints it', { argv: ['cat', 'a.txt'], stdoutContains: 'two' }, {}, pass('exit code 0')],
    ['does not print it', { argv: ['cat', 'a.txt'], stdoutContains: 'six' }, {}, logical('no "six": "one\\\\ntwo"')],
    ['prints such', { argv: ['wc', '-l', 'a.txt'], stdoutMatches: '^\\s*2\\b' }, {}, pass('exit code 0')],
    ['prints no such', { argv: ['wc', '-l', 'a.txt'], stdoutMatches: '^9' }, {}, logical('no match of "\\^9"')],
    ['has an invalid pattern', { argv: ['ls'], stdoutMatches: '(' }, {}, logical('stdoutMatches: ')],
    ['is not there', { argv: ['no-such-program'] }, all, environmental('there is no program "no-such-program"')],
    ['may not be executed', { argv: ['./a.txt'] }, all, environmental('may not be executed')],
    ['is killed', { argv: ['sh', '-c', 'kill -9 $$'] }, all, environmental('killed by SIGKILL')],
    ['hangs', { argv: ['sleep', '60'], timeoutMs: 100 }, all, environmental('no result within 100 ms')],
    ['hangs, and not: it is not known', { argv: ['sleep', '60'], timeoutMs: 50 }, all, environmental('50 ms')],
    ['waits for input', { argv: ['cat'] }, {}, pass('exit code 0')],
    ['names no program', { argv: [''] }, all, logical('argv: must name a program')],
    ['is empty', { argv: [] }, all, logical('argv: Too small')],
    ['is a line', { argv: 'ls -l' }, all, logical('argv: .*expected array')],
    ['holds a zero byte', { argv: ['ls', 'a\0b'] }, all, logical('zero byte')],
    ['has no end', { argv: ['ls'], timeoutMs: 1e9 }, all, logical('timeoutMs: Too big')],
  ])('%s', async (_, values, given, verdict) => {
    expect(await run({ check: 'command', ...values }, given)).toEqual(verdict)
  })

  it.each([
    ['There are 1 such lines.', ['grep', '-c', 'one', 'a.txt'], true],
    ['1', ['grep', '-c', 'one', 'a.txt'], true],
    ['There are 12 of them, or 1.5.', ['grep', '-c', 'one', 'a.txt'], false],
    ['"one", then "two"', ['cat', 'a.txt'], true],
    ['one', ['cat', 'a.txt'], false],
    ['someone, two', ['cat', 'a.txt'], false],
    ['anything', ['cat', '/dev/null'], false],
  ])('is held against the output, line by line: %j and %j', async (output, argv, holds) => {
    const verdict = await run({ check: 'command', argv, inOutput: true }, { output })
    expect(verdict.pass).toBe(holds)
  })

  it.each([
    [['rm', 'a.txt']],
    [['sh', '-c', 'ls']],
    [['find', '.', '-delete']],
    [['sort', '-o', 'a.txt', 'a.txt']],
    [['npm', 'test']],
    [['./ls']],
    [['LS=1', 'ls']],
    [['cat', '.env']],
    [['cat', '../.ssh/id_rsa']],
    [['git', 'push']],
    [['awk', 'BEGIN { system("rm a.txt") }']],
    [['xargs', 'rm']],
  ])('%j is not run, because nobody is asked', async (argv) => {
    expect(await run({ check: 'command', argv })).toEqual(logical(/^argv: \[LAW1\] not run/))
    expect(await run({ check: 'not', of: { check: 'command', argv } })).toEqual(logical('LAW1'))
    expect(await run({ check: 'file', path: 'a.txt', contains: 'one' })).toMatchObject({ pass: true })
  })

  it('is not run when it is too long for the gate', async () => {
    expect(await run({ check: 'command', argv: ['ls', 'a'.repeat(8192)] })).toEqual(logical('longer than 8192'))
  })

  it('takes what a shell would read for what it is', async () => {
    for (const word of ['$(rm a.txt)', '`rm a.txt`', 'a; rm a.txt', '*', '> a.txt', '$HOME', "it's", '&', '\\']) {
      const argv = ['printf', '%s', word]
      const verdict = await run({ check: 'command', argv, stdoutContains: word })
      expect(verdict, word).toEqual(pass('exit code 0'))
    }
    expect(await run({ check: 'file', path: 'a.txt', contains: 'one' })).toMatchObject({ pass: true })
  })

  it('runs what the host vouches for, and nothing like it', async () => {
    const given: Given = { allowedCommands: [['sh', '-c', 'exit 3']] }
    expect(await run({ check: 'command', argv: ['sh', '-c', 'exit 3'], exit: 3 }, given)).toMatchObject({ pass: true })
    for (const argv of [['sh', '-c', 'exit 4'], ['sh', '-c'], ['sh', '-c', 'exit 3', ''], ['sh -c exit 3']]) {
      expect(await run({ check: 'command', argv }, given)).toEqual(logical('LAW1'))
    }
  })

  it('sees none of the host’s environment, and finds no program in the root', async () => {
    const before = { ...process.env }
    Object.assign(process.env, { ARTOO_SECRET: 'hush', PATH: `${root}:.:${before.PATH}` })
    put('wc', '#!/bin/sh\necho planted')
    chmodSync(join(root, 'wc'), 0o755)
    try {
      expect(await run({ check: 'command', argv: ['wc', '-l', 'a.txt'], stdoutContains: '2' })).toMatchObject({
        pass: true,
      })
      for (const given of [{}, all]) {
        const check = { check: 'command', argv: ['printenv'], stdoutContains: 'hush' }
        expect((await run(check, given)).evidence).not.toContain('"hush" ended')
        expect(await run(check, given)).toMatchObject({ pass: false })
      }
      process.env.PATH = root
      expect(await run({ check: 'command', argv: ['wc', '-l', 'a.txt'], stdoutContains: '2' })).toMatchObject({
        pass: true,
      })
    } finally {
      Object.assign(process.env, before)
      delete process.env.ARTOO_SECRET
    }
  })

  it('leaves nothing behind when its time is up', async () => {
    const argv = ['sh', '-c', '(sleep 0.5; echo late > late.txt) & sleep 60']
    expect(await run({ check: 'command', argv, timeoutMs: 100 }, all)).toEqual(environmental('100 ms'))
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(await run({ check: 'file', path: 'late.txt', exists: false })).toMatchObject({ pass: true })
  })

  it('says so when its output was too long to keep', async () => {
    put('long', `${'x\n'.repeat(200_000)}middle\n${'x\n'.repeat(200_000)}`)
    const lost = await run({ check: 'command', argv: ['cat', 'long'], stdoutContains: 'middle' })
    expect(lost).toEqual(environmental('what could be kept of its long output'))
    expect(await run({ check: 'command', argv: ['cat', 'long'], stdoutContains: 'x' })).toMatchObject({ pass: true })
  })

  it('ends with the signal, and rejects', async () => {
    const controller = new AbortController()
    const running = run({ check: 'command', argv: ['sleep', '60'] }, { ...all, signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(running).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('a check as data', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'expected object'],
    ['a list', [], 'expected object'],
    ['of no kind', {}, 'check: Invalid option'],
    ['of a kind that every object has', { check: 'constructor' }, 'check: Invalid option'],
    ['with nothing to combine', { check: 'all', of: [] }, 'of: Too small'],
    ['with too much to combine', { check: 'any', of: Array(21).fill({ check: 'file', path: 'a' }) }, 'of: Too big'],
    [
      'wrong far inside',
      { check: 'not', of: { check: 'all', of: [{ check: 'file', path: 7 }] } },
      'of.of.0.path: .*in file',
    ],
    ['of 10,000 levels', chain(10_000), 'at most 200 levels'],
  ])('%s is no check', async (_, data, evidence) => {
    expect(await run(data)).toEqual(logical(evidence))
  })

  it('may be nested as deep as data may', async () => {
    expect(await run(chain(190))).toMatchObject({ pass: true })
  })

  it.each<[unknown, string]>([
    [undefined, 'options'],
    [{ root: 'none-such' }, 'root'],
    [{ root: '.', allowedCommands: ['npm test'] }, 'allowedCommands'],
    [{ root: '.', allowedCommands: 'some' }, 'allowedCommands'],
    [{ root: '.', commands: [] }, 'commands'],
  ])('is refused the options %j', (options, field) => {
    expect(() => standardChecks(options as CheckOptions)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })
})

function chain(levels: number): unknown {
  let check: unknown = { check: 'file', path: 'a.txt' }
  for (let level = 0; level < levels; level += 2) check = { check: 'not', of: { check: 'not', of: check } }
  return check
}

describe('an assertion', () => {
  const good = { check: 'assertion', text: 'it reads well' }
  const [holds, fails, hidden] = [
    { check: 'file', path: 'a.txt' },
    { check: 'regex', pattern: 'absent' },
    { check: 'file', path: '.env' },
  ]

  it.each<[string, unknown, readonly string[] | undefined]>([
    ['alone', good, ['it reads well']],
    ['under not', { check: 'not', of: good }, ['it reads well']],
    ['beside what holds', { check: 'all', of: [good, holds] }, ['it reads well']],
    ['beside what fails', { check: 'any', of: [fails, { ...good, text: 'or so' }, good] }, ['or so', 'it reads well']],
    ['beside what can’t be seen', { check: 'all', of: [good, hidden] }, undefined],
    ['where something else decides', { check: 'all', of: [good, fails] }, undefined],
  ])('%s is left to a person', async (_, check, assertions) => {
    const verdict = await run(check)
    expect(verdict).toMatchObject({ pass: false })
    expect(verdict.assertions).toEqual(assertions)
  })

  it('is not asked for where it decides nothing', async () => {
    expect(await run({ check: 'any', of: [good, holds] })).toEqual(pass('a.txt exists'))
  })

  it('is not offered for a plan, which no person confirms', () => {
    const [, , , , all] = standardChecks({ root })
    expect(JSON.stringify(all?.argumentsSchema)).not.toContain('assertion')
    expect(() => all?.parse?.({ of: [good] })).toThrow('Invalid option')
  })
})

describe('reviewDeclarativeCheck', () => {
  it('says what running would, without running it', async () => {
    const cases = [
      { check: 'file' },
      { check: 'command', argv: ['rm', 'a.txt'] },
      { check: 'assertion', text: ' ' },
      { check: 'all', of: [{ check: 'regex', pattern: '(' }] },
    ]
    for (const check of cases) expect(reviewDeclarativeCheck(check)).toBe((await run(check)).evidence)
    expect(
      reviewDeclarativeCheck({ check: 'command', argv: ['rm', 'a.txt'] }, { allowedCommands: [['rm', 'a.txt']] }),
    ).toBeNull()
    expect(reviewDeclarativeCheck({ check: 'not', of: { check: 'file', path: 'none' } })).toBeNull()
    expect(() => reviewDeclarativeCheck({}, { root: '.' } as object)).toThrow(
      expect.objectContaining({ field: 'root' }),
    )
  })
})

describe('standardChecks', () => {
  const context = { signal: new AbortController().signal }

  it('are the same checks by name', async () => {
    const checks = standardChecks({ root })
    expect(checks.map(({ name }) => name)).toEqual(['file', 'json', 'regex', 'command', 'all', 'any', 'not'])
    const verdicts: CheckVerdict[] = []
    for (const [name, values] of [
      ['file', { path: 'a.txt', contains: 'six' }],
      ['json', { pointer: '/a', equals: 1 }],
      ['all', { of: [{ check: 'file', path: 'b' }] }],
    ] as const) {
      const check = checks.find((known) => known.name === name)
      expect(() => check?.parse?.(values)).not.toThrow()
      const verdict = await check?.run({ output: '{"a":1}', toolCalls: [], arguments: values }, context)
      if (verdict) verdicts.push(verdict)
      expect(verdict).toEqual(await run({ check: name, ...values }, { output: '{"a":1}' }))
    }
    expect(verdicts.map(({ pass }) => pass)).toEqual([false, true, false])
  })

  it('tell the planner what a command may be', () => {
    const described = (given: Given) => standardChecks({ root, ...given })[3]?.description
    expect(described({})).toContain('known to read and change nothing')
    expect(described({ allowedCommands: [['npm', 'run', 'test unit']] })).toContain("exactly: npm run 'test unit'.")
  })

  it('refuse in the review of a plan what could only fail', () => {
    const [file, , regex, command] = standardChecks({ root })
    expect(() => command?.parse?.({ argv: ['rm', 'a.txt'] })).toThrow('[LAW1]')
    expect(() => regex?.parse?.({ pattern: '(' })).toThrow('pattern')
    expect(() => file?.parse?.({ paht: 'a.txt' })).toThrow('did you mean path?')
  })
})

it('a hard link is a file like any other', async () => {
  linkSync(join(root, 'a.txt'), join(root, 'twin'))
  expect(await run({ check: 'file', path: 'twin', contains: 'one' })).toMatchObject({ pass: true })
})
