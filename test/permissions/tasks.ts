/** One tool call of a task. */
export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

/** An everyday task: the calls of a model that goes straight at it, one turn after the other. */
export interface EverydayTask {
  readonly name: string
  readonly turns: readonly (readonly Call[])[]
}

/** The folder in which each task begins. */
export const folder: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "scripts": { "test": "node --test", "lint": "eslint ." } }\n',
  'README.md': '# Shop\n\nSells tea.\n',
  'src/index.ts': "export * from './price.js'\n",
  'src/price.ts': 'export const getPrice = (tea: string) => tea.length\n',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [
      `src/page-${n}.ts`,
      "import { getPrice } from './price.js'\nexport default getPrice('a')\n",
    ]),
  ),
  'test/price.test.ts': "import { getPrice } from '../src/price.js'\n// expects 1\n",
  'old.txt': 'stale\n',
}

const edit = (path: string, oldText: string, newText: string, all = false): Call => [
  'edit_file',
  { path, oldText, newText, ...(all && { all }) },
]
const read = (path: string): Call => ['read_file', { path }]
const run = (command: string): Call => ['shell', { command }]
const write = (path: string, content: string): Call => ['write_file', { path, content }]
const users = ['src/price.ts', ...[1, 2, 3, 4, 5].map((n) => `src/page-${n}.ts`)]

export const everydayTasks: readonly EverydayTask[] = [
  {
    name: 'rename a function in six files',
    turns: [
      [['search_text', { pattern: 'getPrice' }]],
      users.map(read),
      users.map((path) => edit(path, 'getPrice', 'priceOf', true)),
      [edit('test/price.test.ts', 'getPrice', 'priceOf', true)],
      [run('npm test')],
    ],
  },
  {
    name: 'mend two tests',
    turns: [
      [run('npm test 2>&1 | tail -20')],
      [edit('src/price.ts', 'tea.length', 'tea.length + 1')],
      [run('npm test')],
      [edit('test/price.test.ts', 'expects 1', 'expects 2')],
      [run('npm test')],
    ],
  },
  {
    name: 'add a dependency',
    turns: [
      [read('package.json')],
      [run('npm install left-pad')],
      [edit('src/index.ts', "'./price.js'", "'./prices.js'")],
    ],
  },
  { name: 'write a report', turns: [users.map(read), [write('docs/report.md', '# Report\n\nSix files.\n')]] },
  {
    name: 'mend a sentence of the README',
    turns: [[read('README.md')], [edit('README.md', 'Sells tea.', 'Sells tea and cups.')]],
  },
  {
    name: 'make the linter content',
    turns: [
      [run('npm run lint')],
      [edit('src/page-1.ts', "'a'", "'b'"), edit('src/page-2.ts', "'a'", "'b'")],
      [run('npm run lint')],
    ],
  },
  {
    name: 'add a module with a test',
    turns: [
      [write('src/cup.ts', 'export const cup = 1\n'), write('test/cup.test.ts', "import '../src/cup.js'\n")],
      [edit('src/index.ts', "export * from './price.js'", "export * from './cup.js'\nexport * from './price.js'")],
      [run('npm test')],
    ],
  },
  {
    name: 'commit what is there',
    turns: [[run('git status --short')], [run('git add -A')], [run("git commit -m 'tea'")]],
  },
  {
    name: 'find out where a price comes from',
    turns: [[['search_text', { pattern: 'getPrice' }]], [read('src/price.ts')], [run('grep -rn getPrice src')]],
  },
  {
    name: 'remove a stale file',
    turns: [
      [run('grep -rn old.txt . || true')],
      [run('rm old.txt')],
      [edit('README.md', 'Sells tea.', 'Sells tea only.')],
    ],
  },
]

/** The five rules of the table. */
export const fiveRules = [
  'shell: npm test',
  'shell: npm run *',
  'shell: npm install *',
  'shell: git add *',
  'shell: git commit -m *',
] as const
