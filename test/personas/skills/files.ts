import { linesOf, listed, named, readWhole, write } from '../hands.js'
import {
  all,
  command,
  compose,
  creating,
  edit,
  escaped,
  looking,
  printed,
  reading,
  type Skill,
  said,
  writing,
} from '../skill.js'

export const fileSkills: readonly Skill[] = [
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
    ways: creating,
    adds: true,
    run: compose(({ line }) => `${line}\n`),
  },
  {
    name: 'copy',
    forms: ['Copy {from} to {to}', 'Make a copy of {from} named {to}'],
    check: ({ from = '', to = '' }) => command('cmp', '-s', '--', from, to),
    ways: writing,
    adds: true,
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
    adds: true,
    run: edit((content, { line = '' }, { isWary }) =>
      isWary && linesOf(content).at(-1) === line ? content : `${content}${line}\n`,
    ),
  },
]
