import { expect, test } from 'vitest'
import { mutualFolders } from './mutual.js'

const pairs = (files: Readonly<Record<string, string>>) => mutualFolders(new Map(Object.entries(files)))

test('two folders that import each other are a pair, also by different files and for a type', () => {
  const files = {
    'run/start.ts': "import { append } from '../journal/append.js'\n",
    'journal/append.ts': 'export const append = 1\n',
    'journal/entry.ts': "import type { Limits } from '../run/limits.js'\n",
    'run/limits.ts': 'export interface Limits {}\n',
  }
  expect(pairs(files)).toEqual(['journal <-> run'])
  expect(pairs({ ...files, 'journal/entry.ts': '' })).toEqual([])
})

test('a folder and a file beside it that import each other are a pair', () => {
  const files = {
    'system.ts': "export { start } from './run/start.js'\n",
    'run/start.ts': "const load = () => import('../system.js')\n",
  }
  expect(pairs(files)).toEqual(['run <-> system.ts'])
})

test('folders within a folder are looked at, too', () => {
  const files = {
    'node/state/lease.ts': "import { a } from '../workspaces/a.js'\n",
    'node/workspaces/a.ts': "import { lease } from '../state/lease.js'\n",
  }
  expect(pairs(files)).toEqual(['node/state <-> node/workspaces'])
})

test('files within one folder are no pair, nor is a folder that only imports another', () => {
  const files = {
    'index.ts': "export { a } from './run/a.js'\n",
    'run/a.ts': "import { b } from './b.js'\nimport { c } from '../state/c.js'\n",
    'run/b.ts': "import type { a } from './a.js'\n",
    'state/c.ts': '',
  }
  expect(pairs(files)).toEqual([])
})
