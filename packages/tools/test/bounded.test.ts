import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '@artoo/spec'
import { defineTool, truncateOutput } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { worked } from '../../../test/worked.js'
import { globPattern } from '../src/files/glob-pattern.js'
import { assessCommand } from '../src/law1/assess-command.js'
import { call, temporaryDirectory } from './workspace.js'

function tools() {
  const root = temporaryDirectory()
  writeFileSync(join(root, `${'a'.repeat(200)}.txt`), 'x\n')
  const [listFiles, glob, searchText, readFile, editFile, writeFile, shell] = standardTools({ root })
  return { listFiles, glob, searchText, readFile, editFile, writeFile, shell }
}

const megabyte = 2 ** 20

describe('what a model chooses the size of', () => {
  it.each<[string, 'glob' | 'readFile' | 'writeFile' | 'shell', object, string]>([
    ['a pattern of 40 KB', 'glob', { pattern: '{a,'.repeat(13_000) }, 'pattern'],
    ['a pattern of 1 MB', 'glob', { pattern: '*'.repeat(megabyte) }, 'pattern'],
    ['a path to read', 'readFile', { path: 'a/'.repeat(megabyte / 2) }, 'path'],
    ['a path to write', 'writeFile', { path: 'a/'.repeat(megabyte / 2), content: '' }, 'path'],
    ['a command', 'shell', { command: '('.repeat(megabyte) }, 'command'],
    ['a text', 'writeFile', { path: 'a', content: 'x'.repeat(4 * megabyte) }, '4194304'],
    ['the name of an argument', 'glob', { ['x'.repeat(megabyte)]: 1, pattern: '*' }, 'takes no argument'],
    ['a line of arguments', 'glob', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`p${i}`, i])), 'p0'],
  ])('%s is refused by name when too large', async (_what, name, input, named) => {
    const outcome = await call(tools()[name], input)
    expect(outcome).toMatchObject({ status: 'error', code: 'invalid_input' })
    expect(outcome.output).toContain(named)
  })

  it.each([
    ['levels', nested(100_000)],
    ['values', Array.from({ length: 5_000_000 }, () => 0)],
  ])('is refused for its %s before a schema reads it', async (_what, deep) => {
    const tool = defineTool({ name: 'any', description: 'any', input: z.object({ deep: z.any() }), execute: () => '' })
    expect(await call(tool, { deep }, { confirm: () => true })).toMatchObject({ code: 'invalid_input' })
    expect(await call(tool, { deep: nested(100) }, { confirm: () => true })).toMatchObject({ status: 'ok' })
  })
})

function nested(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

describe('a mean pattern takes little work', () => {
  it.each([
    `${'*a'.repeat(100)}*b`,
    `${'*'.repeat(999)}b`,
    `${'**/'.repeat(300)}b`,
    `${'{a,'.repeat(300)}b${'}'.repeat(90)}`,
    '{'.repeat(1000),
    '['.repeat(1000),
    '{a,b}'.repeat(200),
    `${'{*a,*b}'.repeat(120)}b`,
    '{1..9}'.repeat(100),
    `${'?*'.repeat(450)}b`,
    '\\'.repeat(1000),
    `${'a/'.repeat(499)}*`,
  ])('%.20s…', async (pattern) => {
    const before = worked()
    const outcome = await call(tools().glob, { pattern }, { timeoutMs: 60_000 })
    expect(worked() - before).toBeLessThan(2_000)
    expect(['ok', 'error']).toContain(outcome.status)
    expect(outcome.code).not.toBe('tool_failed')
  })
})

/** How many times more it takes to do `work` for an input sixteen times as large; the fastest of some runs. */
function growth(sizes: readonly [number, number], work: (size: number) => () => unknown): number {
  const fastest = (run: () => unknown) => {
    const times = Array.from({ length: 3 }, () => {
      const before = worked()
      run()
      return worked() - before
    })
    return Math.max(0.05, Math.min(...times))
  }
  const [small, large] = sizes.map(work).map(fastest)
  return (large ?? 0) / (small ?? 1)
}

/** Sixteen times the input: linear time gives 16, quadratic 256. */
const linear = 128

const commands =
  'ls;|$(|"$(|[[ |[|{a,b} |${x:-|x=$(|a=|! |xargs |find -exec ls \\; |sed -e s/a/b/ |<<E\n|(|`|cat /a/b '.split('|')

describe('work grows no faster than the input', () => {
  it.each(commands)('of a command made of %j', (piece) => {
    const work = (size: number) => {
      const command = piece.repeat(Math.floor(size / piece.length))
      return () => assessCommand(command)
    }
    expect(growth([512, 8192], work)).toBeLessThan(linear)
  })

  it('of a sed script', () => {
    const work = (size: number) => () => assessCommand(`sed '${'s/[a-z]*x/b/g;'.repeat(size / 14)}' a`)
    expect(growth([500, 8000], work)).toBeLessThan(linear)
  })

  it.each(['*a', '{a,', '{a,b}', '[', '[a]', '**/', '?', '\\', 'a/', '{'])('of a pattern made of %j', (piece) => {
    const path = 'a'.repeat(255)
    const work = (size: number) => {
      const pattern = piece.repeat(size / piece.length)
      return () => globPattern(pattern).matches(path)
    }
    expect(growth([62, 992], work)).toBeLessThan(linear)
  })

  it.each<[string, (size: number) => string]>([
    ['a path', (size) => 'a/'.repeat(size / 2)],
    ['a path of one name', (size) => 'a'.repeat(size)],
  ])('of matching %s', (_what, path) => {
    const { matches } = globPattern(`${'*a'.repeat(20)}/**/{a,b}*c`)
    const work = (size: number) => {
      const text = path(size)
      return () => matches(text)
    }
    expect(growth([megabyte / 256, megabyte / 16], work)).toBeLessThan(linear)
  })

  it('of an output', () => {
    const work = (size: number) => {
      const text = 'é🦊'.repeat(size / 3)
      return () => truncateOutput(text)
    }
    expect(growth([megabyte / 16, megabyte], work)).toBeLessThan(linear)
  })

  const inputs: readonly (readonly [
    string,
    (size: number) => unknown,
    (all: ReturnType<typeof tools>) => Tool | undefined,
  ])[] = [
    ['a pattern', (size) => ({ pattern: '*a'.repeat(size / 2) }), ({ glob }) => glob],
    ['a path', (size) => ({ path: 'a/'.repeat(size / 2) }), ({ readFile }) => readFile],
    ['a path to write', (size) => ({ path: 'a/'.repeat(size / 2), content: '' }), ({ writeFile }) => writeFile],
    [
      'a text to write',
      (size) => ({ path: 'new/../a', content: 'x\n'.repeat(size / 2) }),
      ({ writeFile }) => writeFile,
    ],
    ['a command', (size) => ({ command: '$('.repeat(size / 2) }), ({ shell }) => shell],
    [
      'unknown arguments',
      (size) => Object.fromEntries(Array.from({ length: size / 8 }, (_, i) => [i, i])),
      ({ glob }) => glob,
    ],
  ]

  it.each(inputs)('of a call with %s, to 1 MB', async (_what, input, pick) => {
    const all = tools()
    const timed = async (size: number) => {
      const given = input(size)
      const times: number[] = []
      for (let run = 0; run < 2; run++) {
        const before = worked()
        await call(pick(all), given)
        times.push(worked() - before)
      }
      return Math.max(0.5, Math.min(...times))
    }
    await timed(1024)
    const small = await timed(megabyte / 16)
    expect((await timed(megabyte)) / small).toBeLessThan(linear)
  })
})
