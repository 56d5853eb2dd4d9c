import type { DeclarativeCheck } from '@artoo/tools/node'
import {
  type Ability,
  counted,
  type Hands,
  holding,
  isCut,
  linesOf,
  listed,
  named,
  quoted,
  read,
  readWhole,
  type Steps,
  Stuck,
  type Written,
  write,
} from './hands.js'

type Asked = Readonly<Record<string, string>>

/** What is done, and what was written for it. */
export interface Done {
  readonly says: string
  readonly written: Written | null
}

export interface Skill {
  readonly name: string
  /** How people say it; `{x}` stands for something in double quotes. */
  readonly forms: readonly [string, ...string[]]
  /** Abilities that are enough, the best choice first. */
  readonly ways: readonly (readonly Ability[])[]
  readonly run: (asked: Asked, hands: Hands) => Steps<Done>
  /** What code can decide of the result, where that can be said beforehand. */
  readonly check?: (asked: Asked) => DeclarativeCheck
}

const reading = [['list', 'read', 'shell'], ['shell']] as const
const writing = [['list', 'read', 'write'], ['shell']] as const
const looking = [['list'], ['shell']] as const

const command = (...argv: readonly string[]) => ({ check: 'command', argv }) as const
const printed = (...argv: readonly string[]) => ({ ...command(...argv), inOutput: true })
const all = (...of: readonly DeclarativeCheck[]) => ({ check: 'all', of }) as const

const said = (says: string): Done => ({ says, written: null })

/** Writes a file anew unless it is as wanted already. */
function* changed(path: string, { from, to, hands }: { from: string; to: string; hands: Hands }): Steps<Done> {
  if (from === to) return said(`"${path}" is as it should be already.`)
  return { says: `Changed "${path}".`, written: yield* write(path, to, hands) }
}

function edit(change: (content: string, asked: Asked, hands: Hands) => string): Skill['run'] {
  return function* (asked, hands) {
    const { path, content } = yield* readWhole(asked.path ?? '', hands)
    return yield* changed(path, { from: content, to: change(content, asked, hands), hands })
  }
}

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const escaped = (word: string) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

function jsonOf(content: string, path = 'the file'): Record<string, unknown> {
  try {
    return JSON.parse(content)
  } catch {
    throw new Stuck(`${path} is no JSON`)
  }
}

export const skills: readonly Skill[] = [
  {
    name: 'say',
    forms: ['Say {words}'],
    ways: [[]],
    // biome-ignore lint/correctness/useYield: what needs no tool asks for no call.
    *run({ words = '' }) {
      return said(words)
    },
  },
  {
    name: 'count lines',
    forms: ['How many lines are in {path}?', 'Count the lines of {path}', 'Tell the number of lines of {path}'],
    check: ({ path = '' }) => printed('grep', '-c', '', '--', path),
    ways: reading,
    *run({ path: where = '' }, hands) {
      const { path, content } = yield* read(where, hands)
      const count = isCut(content) ? yield* counted(`wc -l -- ${quoted(path)}`, hands) : linesOf(content).length
      return said(`"${path}" has ${count} lines.`)
    },
  },
  {
    name: 'count matches',
    forms: ['How many lines of {path} contain {word}?', 'Count the lines with {word} in {path}'],
    check: ({ path = '', word = '' }) => printed('grep', '-cF', '-e', word, '--', path),
    ways: reading,
    *run({ path: where = '', word = '' }, hands) {
      const { path, content } = yield* read(where, hands)
      const count = isCut(content)
        ? yield* counted(`grep -cF -e ${quoted(word)} -- ${quoted(path)}`, hands)
        : linesOf(content).filter((line) => line.includes(word)).length
      return said(`${count} lines of "${path}" contain "${word}".`)
    },
  },
  {
    name: 'sum a column',
    forms: ['What is the sum of the column {column} in {path}?', 'Add up the column {column} of {path}'],
    check: ({ path = '', column = '' }) =>
      printed(
        'awk',
        '-F,',
        `NR == 1 { for (i = 1; i <= NF; i++) if ($i == "${column}") c = i; next } { s += $c } END { print s }`,
        path,
      ),
    ways: reading,
    *run({ path: where = '', column = '' }, hands) {
      const { path, content } = yield* readWhole(where, hands)
      const [head = '', ...rows] = linesOf(content)
      const index = head.split(',').indexOf(column)
      if (index === -1) throw new Stuck(`"${path}" has no column "${column}"`)
      const sum = rows.reduce((total, row) => total + Number(row.split(',')[index] ?? 0), 0)
      return said(`The sum of "${column}" is ${sum}.`)
    },
  },
  {
    name: 'largest file',
    forms: ['Which is the largest file in {folder}?', 'Find the biggest file below {folder}'],
    ways: looking,
    *run({ folder = '' }, hands) {
      const [largest] = [...(yield* listed(folder, hands))].sort((one, other) => other.bytes - one.bytes)
      return said(largest ? `${largest.path} is the largest file.` : `There is no file in "${folder}".`)
    },
  },
  {
    name: 'files that hold a word',
    forms: ['Which files in {folder} contain {word}?', 'List the files below {folder} that mention {word}'],
    check: ({ folder = '', word = '' }) => printed('grep', '-rlF', '-e', word, '--', folder),
    ways: [['shell'], ['list', 'read']],
    *run({ folder = '', word = '' }, hands) {
      const paths = yield* holding(word, folder, hands)
      return said(paths.join('\n') || `No file contains "${word}".`)
    },
  },
  {
    name: 'is there a file',
    forms: ['Is there a file named {name}?', 'Check whether a file named {name} exists'],
    check: ({ name = '' }) => ({
      check: 'any',
      of: [
        { ...printed('find', '.', '-type', 'f', '-name', name, '-printf', '%P\\n') },
        all(
          { ...command('find', '.', '-type', 'f', '-name', name), stdoutMatches: '^$' },
          { check: 'regex', pattern: '^No\\b' },
        ),
      ],
    }),
    ways: looking,
    *run({ name = '' }, hands) {
      const paths = yield* named(name, hands)
      return said(paths.length > 0 ? `Yes: ${paths.join(', ')}` : `No file is named "${name}".`)
    },
  },
  {
    name: 'JSON value',
    forms: ['What is the value of {key} in {path}?', 'Look up {key} in the JSON file {path}'],
    ways: reading,
    *run({ path: where = '', key = '' }, hands) {
      const { path, content } = yield* readWhole(where, hands)
      const value = jsonOf(content, path)[key]
      if (value === undefined) throw new Stuck(`"${path}" has no "${key}"`)
      return said(`"${key}" is ${JSON.stringify(value)}.`)
    },
  },
  {
    name: 'compare',
    forms: ['Are {one} and {other} the same?', 'Compare {one} with {other}'],
    check: ({ one = '', other = '' }) => ({
      check: 'any',
      of: [
        all(command('cmp', '-s', '--', one, other), { check: 'regex', pattern: 'the same' }),
        all({ ...command('cmp', '-s', '--', one, other), exit: 1 }, { check: 'regex', pattern: 'different' }),
      ],
    }),
    ways: reading,
    *run({ one = '', other = '' }, hands) {
      const [first, second] = [yield* readWhole(one, hands), yield* readWhole(other, hands)]
      return said(`"${one}" and "${other}" are ${first.content === second.content ? 'the same' : 'different'}.`)
    },
  },
  {
    name: 'create',
    forms: ['Create the file {path} with the line {line}', 'Write the line {line} into a new file {path}'],
    check: ({ path = '', line = '' }) => ({ check: 'file', path, contains: `${line}\n`, maxLines: 1 }),
    ways: [['write', 'read'], ['shell']],
    *run({ path = '', line = '' }, hands) {
      return { says: `Created "${path}".`, written: yield* write(path, `${line}\n`, hands) }
    },
  },
  {
    name: 'copy',
    forms: ['Copy {from} to {to}', 'Make a copy of {from} named {to}'],
    check: ({ from = '', to = '' }) => command('cmp', '-s', '--', from, to),
    ways: writing,
    *run({ from = '', to = '' }, hands) {
      const { path, content } = yield* readWhole(from, hands)
      return { says: `Copied "${path}" to "${to}".`, written: yield* write(to, content, hands) }
    },
  },
  {
    name: 'append',
    forms: ['Append the line {line} to {path}', 'Add {line} as the last line of {path}'],
    check: ({ path = '', line = '' }) => ({ check: 'regex', path, pattern: `(?:^|\\n)${escaped(line)}\\n$` }),
    ways: writing,
    run: edit((content, { line = '' }, { isWary }) =>
      isWary && linesOf(content).at(-1) === line ? content : `${content}${line}\n`,
    ),
  },
  {
    name: 'replace',
    forms: ['Replace the word {old} by {new} in {path}', 'In {path}, change every word {old} to {new}'],
    check: ({ path = '', old = '' }) => ({
      check: 'not',
      of: { check: 'regex', path, pattern: `\\b${escaped(old)}\\b` },
    }),
    ways: writing,
    run: edit((content, asked) =>
      content.replace(new RegExp(`\\b${escaped(asked.old ?? '')}\\b`, 'g'), () => asked.new ?? ''),
    ),
  },
  {
    name: 'rename a key',
    forms: ['Rename the key {old} to {new} in {path}', 'In the JSON file {path}, call the key {old} {new}'],
    check: ({ path = '', old = '', new: added = '' }) =>
      all({ check: 'json', path, pointer: `/${added}` }, { check: 'json', path, pointer: `/${old}`, exists: false }),
    ways: writing,
    run: edit((content, asked) => {
      const entries = Object.entries(jsonOf(content)).map(([key, value]) => [
        key === asked.old ? asked.new : key,
        value,
      ])
      return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
    }),
  },
  {
    name: 'sort',
    forms: ['Sort the lines of {path}', 'Put the lines of {path} in alphabetical order'],
    check: ({ path = '' }) => command('sort', '-c', '--', path),
    ways: writing,
    run: edit((content) => joined(linesOf(content).sort())),
  },
  {
    name: 'dedupe',
    forms: ['Remove the repeated lines of {path}', 'Keep each line of {path} only once'],
    ways: writing,
    run: edit((content) => joined([...new Set(linesOf(content))])),
  },
]

/** One thing that somebody wants. */
export interface Wish {
  readonly skill: Skill
  readonly asked: Asked
}

/** What the words ask for, one thing after the other; empty when any of it is not understood. */
export function wishesIn(words: string): readonly Wish[] {
  const wishes = words
    .replace(/^once more \(\d+\): /i, '')
    .split(/,? then /)
    .map(wishIn)
  return wishes.every((wish) => wish !== null) ? wishes : []
}

export function worded({ skill, asked }: Wish, form: string = skill.forms[0]): string {
  return form.replace(/\{(\w+)\}/g, (_, name: string) => `"${asked[name]}"`)
}

/** Equal for the same wishes in other words. */
export function meaning(wishes: readonly Wish[]): string {
  return JSON.stringify(wishes.map(({ skill, asked }) => [skill.name, Object.entries(asked).sort()]))
}

const recognisers = skills.flatMap((skill) => skill.forms.map((form) => ({ skill, shape: shapeOf(form) })))

function wishIn(words: string): Wish | null {
  const trimmed = words.trim().replace(/[.?]$/, '')
  for (const { skill, shape } of recognisers) {
    const { groups } = shape.exec(trimmed) ?? {}
    if (groups) return { skill, asked: { ...groups } }
  }
  return null
}

function shapeOf(form: string): RegExp {
  const parts = form.replace(/\?$/, '').split(/\{(\w+)\}/)
  return new RegExp(`^${parts.map((part, at) => (at % 2 ? `"(?<${part}>[^"]*)"` : escaped(part))).join('')}$`, 'i')
}
