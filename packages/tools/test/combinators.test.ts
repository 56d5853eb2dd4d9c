import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeclarativeCheck } from '@artoo/tools/node'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertionCheck } from '../src/checks/assertion-check.js'
import { type CheckKinds, checkKinds } from '../src/checks/check-kinds.js'
import { verdictOf } from '../src/checks/finding.js'
import { temporaryDirectory } from './workspace.js'

/** One that holds, one that is wrong, one that is missing, one that can't be seen, one that only a person can tell. */
const leaves: readonly DeclarativeCheck[] = [
  { check: 'file', path: 'a.txt' },
  { check: 'regex', pattern: 'absent' },
  { check: 'file', path: 'missing' },
  { check: 'file', path: '.env' },
  { check: 'assertion', text: 'it is good' },
]

const { tree } = fc.letrec<{ tree: DeclarativeCheck }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...leaves),
    fc.record({ check: fc.constant('not' as const), of: tie('tree') }),
    fc.record({
      check: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

function kinds(): CheckKinds {
  const root = temporaryDirectory()
  writeFileSync(join(root, 'a.txt'), 'one')
  return checkKinds('test', { root }, [assertionCheck()])
}

const not = (of: DeclarativeCheck): DeclarativeCheck => ({ check: 'not', of })

function asker() {
  const { declared } = kinds()
  const { signal } = new AbortController()
  return (check: DeclarativeCheck) => declared.parse(check)({ output: '', signal })
}

const holds = async (ask: ReturnType<typeof asker>, check: DeclarativeCheck) => (await ask(check)).holds

it('not not is the same', async () => {
  const ask = asker()
  await fc.assert(
    fc.asyncProperty(tree, async (check) => {
      expect(await holds(ask, not(not(check)))).toBe(await holds(ask, check))
    }),
    { numRuns: 60 },
  )
})

it('De Morgan: not all is any not, not any is all not', async () => {
  const ask = asker()
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 3 }), async (of) => {
      const inside = of.map(not)
      expect(await holds(ask, not({ check: 'all', of }))).toBe(await holds(ask, { check: 'any', of: inside }))
      expect(await holds(ask, not({ check: 'any', of }))).toBe(await holds(ask, { check: 'all', of: inside }))
    }),
    { numRuns: 60 },
  )
})

it('what can’t be seen passes neither by itself nor under not, and order decides nothing', async () => {
  const ask = asker()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('all' as const, 'any' as const),
      fc.array(tree, { minLength: 1, maxLength: 4 }),
      async (check, of) => {
        const forward = await ask({ check, of })
        expect(await holds(ask, { check, of: of.toReversed() })).toBe(forward.holds)
        const verdict = verdictOf(forward)
        if (forward.holds === null) expect(verdict).toMatchObject({ pass: false, failureClass: 'environmental' })
        expect(verdict.pass).toBe(forward.holds === true)
        expect(verdict.failureClass === undefined).toBe(verdict.pass)
      },
    ),
    { numRuns: 60 },
  )
})

it.each<[DeclarativeCheck, 'logical' | 'environmental']>([
  [
    {
      check: 'any',
      of: [
        { check: 'file', path: 'missing' },
        { check: 'file', path: 'missing too' },
      ],
    },
    'environmental',
  ],
  [
    {
      check: 'any',
      of: [
        { check: 'file', path: 'missing' },
        { check: 'regex', pattern: 'x' },
      ],
    },
    'logical',
  ],
  [
    {
      check: 'all',
      of: [
        { check: 'file', path: '.env' },
        { check: 'regex', pattern: 'x' },
      ],
    },
    'logical',
  ],
  [
    {
      check: 'all',
      of: [
        { check: 'file', path: '.env' },
        { check: 'file', path: 'a.txt' },
      ],
    },
    'environmental',
  ],
  [not({ check: 'file', path: 'a.txt' }), 'logical'],
])('%j fails as %s', async (check, failureClass) => {
  expect(verdictOf(await asker()(check))).toMatchObject({ pass: false, failureClass })
})
