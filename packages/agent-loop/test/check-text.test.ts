import type { CheckData } from '@artoo/agent-loop'
import { expect, test } from 'vitest'
import { checkText } from '../src/view/check-text.js'

test.each<readonly [CheckData, string]>([
  [{ check: 'file', path: 'docs/usage.md' }, 'docs/usage.md exists'],
  [{ check: 'file', path: 'a b.md', exists: false }, '"a b.md" does not exist'],
  [{ check: 'file', path: 'a.md', contains: 'so', minBytes: 5 }, 'a.md contains "so" (minBytes 5)'],
  [{ check: 'json', path: 'package.json', pointer: '/version', equals: '1' }, '/version in package.json is "1"'],
  [{ check: 'json', path: 'a.json', pointer: '/x', type: 'string' }, '/x in a.json is of type string'],
  [{ check: 'json', path: 'a.json', pointer: '/x', exists: false }, '/x in a.json does not exist'],
  [{ check: 'regex', path: 'a.md', pattern: '^# ' }, 'a.md matches "^# "'],
  [{ check: 'command', argv: ['npm', 'test'] }, '`npm test` succeeds'],
  [{ check: 'command', argv: ['sh', '-c', 'rm -rf x'], exit: 1 }, '`sh -c "rm -rf x"` ends with exit code 1'],
  [{ check: 'not', of: { check: 'file', path: 'a' } }, 'not (a exists)'],
  [{ check: 'assertion', text: 'it looks\u202e good' }, 'a person says: "it looks\\u202e good"'],
  [
    {
      check: 'all',
      of: [
        { check: 'file', path: 'a' },
        {
          check: 'any',
          of: [
            { check: 'file', path: 'b' },
            { check: 'file', path: 'c' },
          ],
        },
      ],
    },
    'a exists and (b exists or c exists)',
  ],
])('%j reads as %s', (check, text) => {
  expect(checkText(check)).toBe(text)
})
