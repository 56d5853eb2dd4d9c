import type { Effect, Tool } from '@artoo/spec'
import {
  type Decision,
  decide,
  defineTool,
  explainPermission,
  isNamedIn,
  knownPermissions,
  type PermissionMode,
  type Permissions,
  type Standing,
} from '@artoo/tools'
import { fileTools, shellTool } from '@artoo/tools/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const input = z.object({ at: z.string() })
const named = (
  name: string,
  effect: Effect = { kind: 'irreversible', action: `do ${name}`, reason: 'it is so' },
): Tool =>
  defineTool({
    name,
    description: name,
    input,
    target: ({ at }) => at,
    effect: () => effect,
    execute: () => 'done',
  }) as Tool

const irreversible = { kind: 'irreversible', action: 'act', reason: 'it can’t be undone' } as const
const effects = {
  read: { kind: 'read' },
  outbound: { kind: 'outbound' },
  repeatable: { kind: 'repeatable' },
  edit: { ...irreversible, undo: 'snapshot' },
  hook: { ...irreversible, undo: 'snapshot', obeyedBy: 'git' },
  created: { kind: 'repeatable', undo: 'snapshot' },
  pay: irreversible,
} as const satisfies Record<string, Effect>
type Kind = keyof typeof effects

const tools = Object.entries(effects).map(([name, effect]) => named(name, effect))

function standing({
  grants = [],
  words = [],
  ...permissions
}: Permissions & { grants?: Standing['grants']; words?: string[] }): Standing {
  const known = knownPermissions(permissions, tools)
  const isNamed = (target: string) => isNamedIn(words, target)
  return { permissions: known, mode: known.mode ?? 'ask', grants, isNamed }
}

async function decided(kind: Kind, given: Parameters<typeof standing>[0], at = 'a/b'): Promise<Decision> {
  const tool = tools.find(({ name }) => name === kind) as Tool
  return decide({ tool, input: { at }, target: at, effect: effects[kind], caution: null }, standing(given))
}

const verdictsIn = async (given: Parameters<typeof standing>[0]) =>
  Object.fromEntries(
    await Promise.all(
      (Object.keys(effects) as Kind[]).map(async (kind) => [kind, (await decided(kind, given)).verdict]),
    ),
  )

describe('a mode decides what no rule does', () => {
  const asked = { outbound: 'ask', edit: 'ask', hook: 'ask', pay: 'ask' }
  const free = { read: 'run', repeatable: 'run', created: 'run' }
  test.each<[PermissionMode, Record<Kind, string>]>([
    ['ask', { ...free, ...asked } as never],
    ['edits', { ...free, ...asked, edit: 'run' } as never],
    ['refuse', { ...free, outbound: 'refuse', edit: 'refuse', hook: 'refuse', pay: 'refuse' } as never],
    [
      'plan',
      {
        read: 'run',
        outbound: 'ask',
        repeatable: 'refuse',
        edit: 'refuse',
        hook: 'refuse',
        created: 'refuse',
        pay: 'refuse',
      },
    ],
  ])('%s', async (mode, verdicts) => {
    expect(await verdictsIn({ mode })).toEqual(verdicts)
  })
})

describe('the rule that comes first decides', () => {
  test.each<[string, Kind, Permissions, { verdict: string; by: string; rule: string | null }]>([
    ['deny before allow', 'edit', { deny: ['edit'], allow: ['edit'] }, { verdict: 'refuse', by: 'deny', rule: 'edit' }],
    [
      'deny in mode edits',
      'edit',
      { deny: ['edit: a/*'], mode: 'edits' },
      { verdict: 'refuse', by: 'deny', rule: 'edit: a/*' },
    ],
    ['deny of a read', 'read', { deny: ['*: a/b'] }, { verdict: 'refuse', by: 'deny', rule: '*: a/b' }],
    ['plan before allow', 'edit', { mode: 'plan', allow: ['edit'] }, { verdict: 'refuse', by: 'plan', rule: null }],
    ['ask before allow', 'edit', { ask: ['edit'], allow: ['edit'] }, { verdict: 'ask', by: 'ask', rule: 'edit' }],
    [
      'ask of a read',
      'read',
      { ask: [{ tool: 'read', target: 'A/*' }] },
      { verdict: 'ask', by: 'ask', rule: 'read: A/*' },
    ],
    ['allow before the gate', 'edit', { allow: ['edit'] }, { verdict: 'run', by: 'allow', rule: 'edit' }],
    [
      'allow of data that goes out',
      'outbound',
      { allow: ['outbound'] },
      { verdict: 'run', by: 'allow', rule: 'outbound' },
    ],
    ['what is left, in mode refuse', 'pay', { mode: 'refuse' }, { verdict: 'refuse', by: 'refuse', rule: null }],
    [
      'allow in mode refuse',
      'edit',
      { mode: 'refuse', allow: ['edit'] },
      { verdict: 'run', by: 'allow', rule: 'edit' },
    ],
  ])('%s', async (_, kind, given, expected) => {
    expect(await decided(kind, given)).toMatchObject(expected)
  })
})

describe('a call that can’t be undone is covered', () => {
  test.each<[string, Permissions, string]>([
    ['by a rule that names tool and target', { allow: ['pay: a/b'] }, 'run'],
    ['by a pattern of targets', { allow: ['pay: a/*'] }, 'run'],
    ['not by a rule without a target', { allow: ['pay'] }, 'ask'],
    ['not by a rule for every target', { allow: ['pay: *', '*: **'] }, 'ask'],
    ['not by a rule that is spelt in another case', { allow: ['pay: A/B'] }, 'ask'],
  ])('%s', async (_, given, verdict) => {
    expect((await decided('pay', given)).verdict).toBe(verdict)
  })

  test('by a person’s yes for the task as long as what it rests on is the same', async () => {
    const repeat = { rule: 'pay: a/b', state: 'one', always: false }
    const [tool] = [named('pay')]
    const call = (state: string) => ({
      ...{ tool, input: { at: 'a/b' }, target: 'a/b', caution: null },
      effect: { ...irreversible, repeat: { ...repeat, state } },
    })
    const given = standing({ grants: [repeat] })
    expect(await decide(call('one'), given)).toMatchObject({ verdict: 'run', by: 'allow', rule: 'pay: a/b' })
    expect(await decide(call('two'), given)).toMatchObject({ verdict: 'ask', repeat: { state: 'two' } })
    const asked = await decide(call('one'), { ...given, ...standing({ ask: ['pay'], grants: [repeat] }) })
    expect(asked).toMatchObject({ verdict: 'ask', by: 'ask', repeat: null })
  })
})

test('a new file that a program obeys is asked about in every mode', async () => {
  const tool = named('created', { kind: 'repeatable', obeyedBy: 'npm', undo: 'snapshot' })
  const effect = await tool.effect({ at: 'package.json' }, {} as never)
  const call = { tool, input: { at: 'package.json' }, target: 'package.json', effect, caution: null }
  const bare = [{ allow: ['created'] }, { allow: ['created: *'] }]
  for (const given of [{}, { mode: 'edits' }, { allow: ['pay: x'] }, ...bare] as const) {
    expect(await decide(call, standing(given))).toMatchObject({
      verdict: 'ask',
      question: { reason: 'npm obeys such a file' },
    })
  }
})

test('a question about a change names the program that obeys the file, once', async () => {
  const reasonOf = async (reason: string) => {
    const tool = named('changed', { ...irreversible, reason, obeyedBy: 'npm', undo: 'snapshot' })
    const effect = await tool.effect({ at: 'package.json' }, {} as never)
    const call = { tool, input: { at: 'package.json' }, target: 'package.json', effect, caution: null }
    return decide(call, standing({ mode: 'edits' }))
  }
  expect(await reasonOf('it exists')).toMatchObject({ question: { reason: 'it exists; npm obeys such a file' } })
  expect(await reasonOf('npm obeys it')).toMatchObject({ question: { reason: 'npm obeys it' } })
})

describe('data goes out unasked to what the words of the user name', () => {
  test.each<[string, string, boolean]>([
    ['Summarise https://example.com/docs for me', 'https://example.com/docs', true],
    ['Summarise https://example.com/docs.', 'https://example.com/docs/', true],
    ['Look at example.com (please)', 'https://example.com', true],
    ['Summarise https://example.com/docs', 'https://example.com/docs?q=secret', false],
    ['Summarise https://example.com/docs', 'https://example.com/docs/secret', false],
    ['Summarise https://example.com', 'https://example.com.evil.example', false],
    ['Summarise https://example.com', 'https://user:pass@example.com', false],
    ['Summarise the page', 'https://example.com', false],
    ['Search for "blue whales" on the web', 'blue whales', true],
    ['Search for blue whales', 'blue whale', false],
    ['a', 'a', false],
  ])('%s → %s: %s', async (words, target, isNamed) => {
    expect(isNamedIn([words], target)).toBe(isNamed)
    expect((await decided('outbound', { words: [words] }, target)).verdict).toBe(isNamed ? 'run' : 'ask')
  })
})

test('deny wins whatever else is said', async () => {
  const kinds = Object.keys(effects) as Kind[]
  const rule = fc.oneof(
    fc.constantFrom(...kinds, '*'),
    fc.constantFrom(...kinds).map((kind) => `${kind}: a*`),
  )
  const rules = fc.array(rule, { maxLength: 3 })
  const mode = fc.constantFrom<PermissionMode>('plan', 'refuse', 'ask', 'edits')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), rules, rules, mode, async (kind, allow, ask, mode) => {
      expect(await decided(kind, { allow, ask, mode, deny: [`${kind}: a/b`] })).toMatchObject({
        verdict: 'refuse',
        by: 'deny',
      })
    }),
    { numRuns: 200 },
  )
})

describe('a rule for several tools', () => {
  const both = [shellTool({ root: '.' }), ...fileTools({ root: '.', snapshots: false })] as unknown as Tool[]
  const deny = ['*: secrets/**']
  const shown = async (command: string, rules = deny) => {
    const [tool] = both as [Tool]
    const call = { tool, input: { command }, target: command, effect: { kind: 'read' }, caution: null } as const
    const permissions = knownPermissions({ deny: rules }, both)
    return (await decide(call, { permissions, mode: 'ask', grants: [], isNamed: () => false })).verdict
  }

  test('holds for those that can read its target', () => {
    const [rule] = knownPermissions({ allow: deny }, both).allow
    expect([...(rule?.tools ?? [])]).toEqual(both.slice(1).map(({ name }) => name))
    expect(() => knownPermissions({ allow: ['shell*: secrets/**'] }, both)).toThrow('not the words of one command')
  })

  test.each<[string, string]>([
    ['cat secrets/k.txt', 'refuse'],
    ['cat ./SECRETS//"k".txt', 'refuse'],
    ['cd sec\\rets && cat k.txt', 'refuse'],
    ['tar c secrets', 'refuse'],
    ['git show HEAD:secrets/k.txt', 'refuse'],
    ['cat src/a.ts', 'run'],
    ['cat my-secrets', 'run'],
    ['cat secretsfile', 'run'],
  ])('refuses a line of the shell that mentions it: %s → %s', async (command, verdict) => {
    expect(await shown(command)).toBe(verdict)
  })

  test.each<[string, string, string]>([
    ['*: .env', 'cat .env', 'refuse'],
    ['*: .env', 'rm ./.env', 'refuse'],
    ['*: .env', 'cat src/a.ts', 'run'],
    ['*: secrets', 'ls secrets', 'refuse'],
    ['*: contracts/lease.pdf', 'rm contracts/lease.pdf', 'refuse'],
    ['*: contracts/lease.pdf', 'ls contracts', 'run'],
  ])(
    'reads %s as a path for the shell too, which would take it for a command: %s → %s',
    async (rule, line, verdict) => {
      expect(await shown(line, [rule])).toBe(verdict)
    },
  )
})

test('a pattern of many stars takes no longer than the text', async () => {
  const pattern = `pay: ${'*a'.repeat(100)}*b`
  expect((await decided('pay', { allow: [pattern] }, 'a'.repeat(30_000))).verdict).toBe('ask')
})

describe('rules that nothing can match are refused', () => {
  test.each<[unknown, string, string]>([
    [{ allow: ['payy: a'] }, 'invalid_rule', 'permissions.allow[0]'],
    [{ deny: ['pay', 'nothing*'] }, 'invalid_rule', 'permissions.deny[1]'],
    [{ ask: [''] }, 'invalid_rule', 'permissions.ask[0]'],
    [{ ask: ['pay:'] }, 'invalid_rule', 'permissions.ask[0]'],
    [{ ask: [7] }, 'invalid_option', 'options'],
    [{ allow: 'pay' }, 'invalid_option', 'permissions.allow'],
    [{ alow: [] }, 'invalid_option', 'alow'],
    [{ mode: 'yolo' }, 'invalid_option', 'permissions.mode'],
  ])('%j', (given, code, field) => {
    expect(() => knownPermissions(given as Permissions, tools)).toThrow(expect.objectContaining({ code, field }))
  })

  test('with the nearest name', () => {
    expect(() => knownPermissions({ deny: ['payy'] }, tools)).toThrow('did you mean pay?')
  })

  describe('on a tool whose calls have no target', () => {
    const refund = defineTool({ name: 'refund', description: 'refund', input, execute: () => 'done' }) as Tool
    const known = (given: Permissions) => knownPermissions(given, [...tools, refund])

    test.each<Permissions>([{ deny: ['refund: VIP-*'] }, { allow: ['ref*: VIP-1'] }, { ask: ['refund: ?'] }])(
      'those that name a target: %j',
      (given) => {
        expect(() => known(given)).toThrow(/refund has no target, .* give defineTool a `target`/)
      },
    )

    test('not those for the whole tool', async () => {
      const call = { tool: refund, input: { at: 'VIP-1' }, target: null, effect: irreversible, caution: null }
      for (const rule of ['refund', 'refund: *']) {
        const standingWithRule = { permissions: known({ deny: [rule] }), mode: 'ask', grants: [], isNamed: () => false }
        expect(await decide(call, standingWithRule as Standing)).toMatchObject({ verdict: 'refuse' })
      }
    })

    test('and one for every tool is left to those that have targets', async () => {
      const permissions = known({ deny: ['*: VIP-*'] })
      const of = { permissions, mode: 'ask', grants: [], isNamed: () => false } as const
      const [pay] = tools.filter(({ name }) => name === 'pay') as [Tool]
      const at = 'VIP-1'
      const call = { tool: pay, input: { at }, target: at, effect: irreversible, caution: null }
      expect(await decide(call, of)).toMatchObject({ verdict: 'refuse' })
    })
  })
})

test('an explanation names what decided and what would let the call run', async () => {
  const explain = (kind: Kind, given: Permissions) => {
    const tool = tools.find(({ name }) => name === kind) as Tool
    return explainPermission(
      tool,
      { at: 'a/b' },
      { ...standing(given), signal: new AbortController().signal, context: null },
    )
  }
  expect(await explain('edit', {})).toMatchObject({
    ...{ verdict: 'ask', by: 'gate', reason: 'it can’t be undone' },
    runsWith: ["allow: 'edit: a/b'", "allow: 'edit'", "mode: 'edits'"],
  })
  expect(await explain('pay', {})).toMatchObject({ runsWith: ["allow: 'pay: a/b'"] })
  expect(await explain('pay', { deny: ['pay'] })).toMatchObject({
    verdict: 'refuse',
    by: 'deny',
    rule: 'pay',
    runsWith: [],
  })
  expect(await explain('read', {})).toMatchObject({ verdict: 'run', by: 'gate', reason: null })
})
