import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { shellLine } from '@artoo/tools'
import { plainArgv, runsAs } from '@artoo/tools/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('a line of a shell as the argv that it runs', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['  npm \t test  ', ['npm', 'test']],
    [`npm 'run' "unit tests" a'b'\\ c`, ['npm', 'run', 'unit tests', 'ab c']],
    ["grep -q '$(touch x)' README.md", ['grep', '-q', '$(touch x)', 'README.md']],
  ])('%s', (line, argv) => {
    expect(plainArgv(line)).toEqual(argv)
    expect(runsAs(line, argv)).toBe(true)
    expect(runsAs(line, [...argv, 'x'])).toBe(false)
  })

  it.each([
    ...[
      '',
      'npm $(touch x)',
      'npm `touch x`',
      'npm $HOME',
      'npm "$HOME"',
      'npm *.js',
      'npm ~',
      'npm a=~/b',
      'npm {a,b}',
    ],
    ...[
      'npm test # x',
      'npm (',
      'npm test;',
      'npm [ab]',
      'npm a?',
      'npm test; rm a',
      'npm test && rm a',
      'npm test | tee a',
      'npm test > a',
      'npm test &',
    ],
    ...['CI=1 npm test', '! npm test', 'time npm test', '(npm test)', '{ npm test; }', 'npm test <<E\nE\n', "npm $'a'"],
    ...['eval x', 'exec npm', '. ./a.sh', 'test -v a', '[ a ]', 'printf -v a b', 'if', 'npm \\\ntest', 'npm\u00a0test'],
    ...['npm test\u202e', "npm 'test", '#!/bin/sh', 'npm\ntest', 'for a in b; do c; done', 'npm test\rrm'],
  ])('%j is no plain argv', (line) => {
    expect(plainArgv(line)).toBeNull()
  })

  it('finds the argv again in its own line, where it runs a program', () => {
    const words = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), { maxLength: 4 })
    fc.assert(
      fc.property(words, (more) => {
        const argv = ['program', ...more]
        expect(plainArgv(shellLine(argv))).toEqual(argv)
        expect(runsAs(shellLine(argv), argv)).toBe(true)
      }),
    )
  })

  const pieces = fc.constantFrom(
    ...['a', 'b c', ' ', '  ', "'", '"', '\\', '$', '$(echo x)', '`', '*', '?', '[', ']', '{a,b}', '{', '}', '~', '='],
    ...['#', '!', ';', '&', '|', '<', '>', '\n', '\t', '-', '%', '^', ',', '..', '1', '2>', '$1', '$'.concat('{HOME}')],
    ...["$'", '@(', ')', '('],
  )
  const shells = ['/bin/dash', '/bin/bash'].filter((path) => existsSync(path))

  it('is read by every shell as it is here', () => {
    const lines = new Map<string, readonly string[]>()
    const takePlain = (parts: readonly string[]) => {
      const line = `program ${parts.join('')}`
      const argv = plainArgv(line)
      if (argv !== null) lines.set(line, argv)
    }
    fc.assert(fc.property(fc.array(pieces, { maxLength: 5 }), takePlain), { numRuns: 800 })
    expect(lines.size).toBeGreaterThan(30)
    // A function stands for the program: it gives its words, with a mark behind each, and one behind the last of a line.
    const program = `program() { for word in "$@"; do printf '%s\\1' "$word"; done; }`
    const scripts = [...lines.keys()].map((line) => `${program}\n${line}`)
    for (const shell of shells) {
      const all = ['-c', `for script do ${shell} -c "$script"; printf '\\2'; done`, shell, ...scripts]
      const given = execFileSync(shell, all, { encoding: 'utf8', env: { HOME: '/home/x' } }).split('\u0002')
      const read = [...lines.keys()].map((line, index) => [line, given[index]?.split('\u0001').slice(0, -1)])
      expect(Object.fromEntries(read)).toEqual(
        Object.fromEntries([...lines].map(([line, argv]) => [line, argv.slice(1)])),
      )
    }
  })
})
