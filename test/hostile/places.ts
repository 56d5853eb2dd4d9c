import { asks, free } from '../../packages/tools/test/law1-cases.js'
import { kinds } from './kinds.js'
import type { Random } from './random.js'
import { hostileText } from './texts.js'

/** Stand for the folder's own name, and for its name through a link. */
export const rootMark = '<root>'
export const linkedRootMark = '<linked-root>'

const files = [
  'a.txt',
  'notes.md',
  'dir/b.txt',
  'sp ace.txt',
  '-rf',
  "quo'te.txt",
  'new/line\n.txt',
  '統計.txt',
] as const
const newFiles = [
  'fresh.txt',
  'deep/er/fresh.txt',
  'dir/fresh',
  '.hidden',
  '.git/hooks/pre-commit',
  '.GIT/config',
] as const
const oddPaths = [
  'link-in',
  'link-out',
  'link-dir-out/secret.txt',
  'link-dir-out/fresh.txt',
  'link-dir-out/../a.txt',
  'dangling',
  'dangling/fresh.txt',
  'loop',
  'loop/x',
  '../outside/secret.txt',
  '../outside/fresh.txt',
  '../root-link/a.txt',
  '../../../../../../../../etc/passwd',
  '/etc/passwd',
  '/etc/fresh-by-artoo',
  '/dev/zero',
  '/proc/self/environ',
  '/',
  '.',
  './',
  '..',
  '',
  ' ',
  'a.txt/',
  'a.txt/x',
  'a.txt\0.md',
  '\0',
  '~',
  '~/x',
  '~root/x',
  'dir',
  'dir/',
  'file:///etc/passwd',
  'C:\\x',
  '\\\\server\\share',
  '..\\outside\\secret.txt',
  '\ud800',
  'n'.repeat(256),
  'd/'.repeat(3_000),
] as const

/** One place, spelt in many ways. */
const spellings = kinds<(path: string) => string>('spelling', [
  (path) => path,
  (path) => `./${path}`,
  (path) => `dir/../${path}`,
  (path) => `././/${path}`,
  (path) => `${rootMark}/${path}`,
  (path) => `${linkedRootMark}/${path}`,
  (path) => `${rootMark}/../root/${path}`,
  (path) => `link-dir-in/../${path}`,
])

function pathOf(random: Random): string {
  const kind = random.next()
  if (kind < 0.08) return hostileText(random)
  if (kind < 0.4) return random.pick(oddPaths)
  return random.pick(spellings)(random.pick(kind < 0.75 ? files : newFiles))
}

const patterns = [
  '**',
  '**/*',
  '*',
  '*.txt',
  '../*',
  '../outside/*',
  '**/../../outside/*',
  '/etc/*',
  `${rootMark}/*`,
  `${rootMark}/../outside/**`,
  `${linkedRootMark}/**`,
  'link-dir-out/*',
  'link-dir-out/**',
  '{link-dir-out,dir}/*',
  '{../outside,.}/*',
  'link-d*/**',
  '*/unlisted*',
  '~/*',
  '!**',
  '[',
  '[z-a]',
  '[[:alpha:]]*',
  '{',
  '{,}',
  '{1..100}',
  '@(a|b)*',
  '+(a|+(a|+(a)))b',
  '\\',
  '.',
  '..',
  '/',
  '*\0*',
  `${'*a'.repeat(20)}*b`,
  `${'*a'.repeat(100)}*b`,
  '**/'.repeat(50),
  `${'{a,b}'.repeat(12)}`,
  `${'{a,'.repeat(200)}${'}'.repeat(200)}`,
  '('.repeat(500),
  '[a'.repeat(500),
  'a'.repeat(40_000),
  '*'.repeat(40_000),
  '?'.repeat(40_000),
  '{a,b},'.repeat(6_000),
] as const

/** Commands that have to be asked about: none of them may ever run here. */
export const asking: readonly string[] = asks.flatMap(([, commands]) => commands)
/** Commands that only read, and little: without those that look at the whole machine. */
export const harmless: readonly string[] = free.filter((line) => !/\s\/|#|git|sleep|timeout|~|HOME/.test(line))
/** Free to run, and longer than any task. */
export const dawdling = 'sleep 60'

const shellTraps = kinds<(random: Random) => string>('shell trap', [
  () => dawdling,
  (random) => `${random.pick(harmless)}; ${random.pick(asking)}`,
  (random) => `${random.pick(harmless)} | ${random.pick(asking)}`,
  (random) => `echo $(${random.pick(asking)})`,
  (random) => `if true; then ${random.pick(asking)}; fi`,
  (random) => '('.repeat(random.pick([10, 1_000, 20_000])),
  (random) => `echo ${'$('.repeat(random.pick([10, 1_000, 10_000]))}`,
  (random) => `echo ${'`'.repeat(random.pick([11, 1_001]))}`,
  (random) => `echo ${'"$('.repeat(random.pick([10, 2_000]))}`,
  (random) => 'ls | '.repeat(random.pick([10, 5_000])),
  (random) => `${'{ '.repeat(random.pick([10, 3_000]))}ls`,
  (random) => `cat <<${'E'.repeat(random.pick([1, 20_000]))}\n`,
  (random) => `echo $((${'('.repeat(random.pick([10, 3_000]))}1`,
  (random) => `sed '${'s/a/b/;'.repeat(random.pick([1, 2_000]))}' a.txt`,
  (random) => `awk '${'{'.repeat(random.pick([1, 2_000]))}' a.txt`,
])

function commandOf(random: Random): string {
  const kind = random.next()
  if (kind < 0.15) return random.pick(harmless)
  if (kind < 0.65) return random.pick(asking)
  return kind < 0.9 ? random.of(shellTraps) : hostileText(random)
}

const searched = ['.', 'one', '', '(', '(a+)+$', '(?=x)', '\\', `(${'a?'.repeat(400)})`, 'x'.repeat(2_000)] as const

const lineNumbers = [undefined, undefined, 1, 2, 0, -1, 1.5, 1e15, Number.MAX_SAFE_INTEGER] as const

/** Inputs of the standard tools, by name. */
export const placeInputs: Readonly<Record<string, (random: Random) => unknown>> = {
  list_files: (random) => ({
    ...(random.chance(0.9) && { path: pathOf(random) }),
    ...(random.chance(0.3) && { depth: random.pick([1, 20, 0, 1e9]) }),
  }),
  search_text: (random) => ({
    pattern: random.chance(0.7) ? random.pick(searched) : hostileText(random),
    ...(random.chance(0.6) && { glob: random.pick(patterns) }),
    ...(random.chance(0.3) && { literal: true }),
    ...(random.chance(0.3) && { contextLines: random.pick([0, 10, -1]) }),
  }),
  edit_file: (random) => ({
    path: pathOf(random),
    newText: hostileText(random),
    ...random.of<object>([
      () => ({ oldText: random.pick(['one', 'b', '\n', '', 'no such text']) }),
      () => ({ oldText: random.pick(['n', '\n']), all: true }),
      () => ({ insertAfterLine: random.pick(lineNumbers) }),
      () => ({ append: true }),
    ]),
  }),
  glob: (random) => ({
    pattern: random.chance(0.9) ? random.pick(patterns) : hostileText(random),
    ...(random.chance(0.3) && { sort: random.pick(['path', 'size', 'modified', 'odd']) }),
    ...(random.chance(0.3) && { limit: random.pick([1, 1000, 0, 1e9]) }),
  }),
  read_file: (random) => ({
    path: pathOf(random),
    ...(random.chance(0.3) && { startLine: random.pick(lineNumbers), endLine: random.pick(lineNumbers) }),
  }),
  write_file: (random) => ({ path: pathOf(random), content: hostileText(random) }),
  shell: (random) => ({ command: commandOf(random) }),
}
