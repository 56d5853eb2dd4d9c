import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toolContext } from '@artoo/tools'
import fc from 'fast-check'
import { glob as reference } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { globPattern } from '../src/files/glob-pattern.js'
import { walk } from '../src/files/walk.js'
import { call, onBehalf, temporaryDirectory, toolsOver } from './workspace.js'

fc.configureGlobal({ seed: 20260221 })

function workspace(paths: readonly string[]) {
  const root = temporaryDirectory()
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  return { root, glob: toolsOver(root).glob }
}

const names = ['a', 'b', '.a', 'a.ts', '.b.ts', 'ab', 'node_modules', '.git', 'a-b', 'A', '1', '12', 'é']
const pieces = [
  'a',
  'b',
  'a',
  '.',
  '.ts',
  '*',
  '*',
  '?',
  '[ab]',
  '[!a]',
  '[^.]',
  '[a-c]',
  '{a,b}',
  '{a,.a}',
  '-',
  '{1..2}',
  'é',
]
const wholes = ['**', '**', '*', '.*', 'node_modules', '{a,b}', '*.{ts,js}', '{a,ab*}', '{*.ts,a/b,1}', '?*']

const segment = fc.oneof(
  fc.constantFrom(...wholes),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
)
const patterns = fc
  .tuple(fc.constantFrom('', '', './'), fc.array(segment, { minLength: 1, maxLength: 4 }))
  .map(([start, segments]) => start + segments.join('/'))
  // There `a/**` lists a file a, too, though `*/**` doesn't.
  .map((pattern) => pattern.replace(/\/\*\*$/, '/**/*'))
  // What the reference takes for its own syntax or for a way out, or reads as one more kind of wildcard.
  .filter((pattern) => !/\.\.(?!\d)|\/\.(\/|$)|^\.$|[@+*?!]\(|\*\*\*|[^/{,]\*\*|\*\*[^/,}]/.test(pattern))

const listed = (paths: readonly string[]) =>
  [...[...paths].sort(), `[${paths.length} ${paths.length === 1 ? 'file' : 'files'}]`].join('\n')

describe('glob', () => {
  it('lists what tinyglobby does', async () => {
    const firsts = names.flatMap((first) => [first, ...names.map((second) => `d${first}/${second}`)])
    const { root, glob } = workspace([
      ...firsts.filter((path) => path !== '.git' && path !== 'node_modules'),
      ...['a', 'b', '1'].flatMap((first) => names.map((third) => `dir/${first}/${third}`)),
      ...['node_modules/a', '.git/a', 'dir/node_modules/a', '.h/a/b', '.h/.a', 'x/.git/a', 'x/y/z/a'],
    ])
    symlinkSync('dir', join(root, 'link'))
    symlinkSync('a', join(root, 'alink'))
    const context = toolContext({ ...onBehalf, signal: new AbortController().signal, confirmed: false })
    let matched = 0
    await fc.assert(
      fc.asyncProperty(patterns, async (pattern) => {
        const options = { dot: true, followSymbolicLinks: false, expandDirectories: false }
        const expected = await reference(pattern, {
          ...options,
          cwd: root,
          ignore: ['**/node_modules/**', '**/.git/**'],
        })
        const output = await glob.execute({ pattern, sort: 'path', limit: 1000 }, context)
        if (expected.length > 0) matched++
        expect(output).toBe(expected.length === 0 ? `no file matches ${pattern}` : listed(expected))
      }),
      { numRuns: 400 },
    )
    expect(matched).toBeGreaterThan(100)
  })
})

describe('the walk', () => {
  it('stops at its signal between any two entries, and leaves out what it may not read', async () => {
    const { root } = workspace(Array.from({ length: 300 }, (_, index) => `d${index % 3}/${index}`))
    const controller = new AbortController()
    const seen: string[] = []
    const walking = async () => {
      for await (const path of walk(root, { enter: () => true, signal: controller.signal })) {
        seen.push(path)
        if (seen.length === 5) controller.abort()
      }
    }
    await expect(walking()).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toHaveLength(5)
    for await (const path of walk(join(root, 'none'), { enter: () => true, signal: new AbortController().signal }))
      seen.push(path)
    expect(seen).toHaveLength(5)
  })
})

describe('a pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['{1..10}.ts', ['1.ts', '10.ts'], ['11.ts', '0.ts']],
    ['{08..10}', ['08', '10'], ['8']],
    ['{c..a}', ['a', 'b', 'c'], ['d']],
    ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['b', 'ad']],
    ['a\\*b', ['a*b'], ['axb']],
    ['(group)/*', ['(group)/a'], ['group/a']],
    ['[[:digit:]]', ['1'], ['a']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a', ['[a'], ['a']],
    ['{a', ['{a'], ['a']],
    ['{a}', ['{a}'], ['a']],
    ['?', ['é', '🦊', '\n'], ['ab', '/']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'b']],
    ['**/a/**/b', ['a/b', 'x/a/y/z/b'], ['ab', 'a']],
    ['[!a]b', ['cb'], ['/b', 'ab']],
    ['a+b.c^d$', ['a+b.c^d$'], ['aab.c^d$']],
  ])('%s', (pattern, matching, others) => {
    const { matches } = globPattern(pattern)
    expect(matching.filter((path) => !matches(path))).toEqual([])
    expect(others.filter(matches)).toEqual([])
  })

  it.each(['!a', '@(a|b)', '+(a)', 'x/!(a)', 'a?(b)', '[z-a]', '{1..2000}', '{1..600}{1..600}'])(
    '%s is refused with what to write instead',
    async (pattern) => {
      const { glob } = workspace(['a'])
      const outcome = await call(glob, { pattern })
      expect(outcome).toMatchObject({ status: 'error', code: 'pattern_invalid' })
      expect(outcome.output).toContain(pattern)
    },
  )
})
