import { linesOf, readWhole, write } from '../hands.js'
import { compose, creating, edit, escaped, joined, reading, type Skill, said, writing } from '../skill.js'

const beginnings = [
  'Nobody forgets',
  'Early in the morning there is',
  'Everyone talks of',
  'At last I found',
  'Nothing is like',
]

/** As many lines as wanted, no two alike. */
const linesAbout = (subject: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const again = 'again and '.repeat(Math.floor(index / beginnings.length))
    return `${beginnings[index % beginnings.length]} ${again}${subject}`
  })

const fillers = ['and', 'so', 'it', 'went', 'on', 'all', 'day']

const headingsIn = (content: string) => linesOf(content).flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? [])

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

export const compositionSkills: readonly Skill[] = [
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
    name: 'poem',
    forms: [
      'Write {count} different lines about {subject} into {path}',
      'Compose {count} lines on {subject}, no two alike, as {path}',
    ],
    check: ({ count = '', subject = '', path = '' }) => ({
      check: 'file',
      path,
      contains: subject,
      minLines: Number(count),
      maxLines: Number(count),
    }),
    ways: creating,
    adds: true,
    run: compose(({ count = '', subject = '' }) => joined(linesAbout(subject, Number(count)))),
  },
  {
    name: 'acrostic',
    forms: ['Write an acrostic of {word} into {path}', 'Compose lines whose first letters spell {word} as {path}'],
    check: ({ word = '', path = '' }) => ({
      check: 'regex',
      path,
      pattern: `^${[...word].map((letter) => `${escaped(letter)}.+\\n`).join('')}$`,
    }),
    ways: creating,
    adds: true,
    run: compose(({ word = '' }) =>
      joined([...word].map((letter, index) => `${letter} ${linesAbout('words', index + 1).at(-1)}`)),
    ),
  },
  {
    name: 'letter',
    forms: [
      'Write a letter to {name} about {subject} into {path}, signed {sender}',
      'Compose a letter about {subject} to {name}, signed {sender}, as {path}',
    ],
    check: ({ name = '', subject = '', path = '', sender = '' }) => ({
      check: 'regex',
      path,
      pattern: `^Dear ${escaped(name)},\\n[^]*${escaped(subject)}[^]*\\n${escaped(sender)}\\n$`,
    }),
    ways: creating,
    adds: true,
    run: compose(({ name, subject = '', sender }) =>
      joined([`Dear ${name},`, ...linesAbout(subject, 2).map((line) => `${line}.`), 'Yours', `${sender}`]),
    ),
  },
  {
    name: 'text of a length',
    forms: [
      'Write a text of exactly {count} words with the word {word} into {path}',
      'Compose exactly {count} words, one of them {word}, as {path}',
    ],
    ways: creating,
    adds: true,
    run: compose(({ count = '', word = '' }) => {
      const rest = Array.from({ length: Number(count) - 1 }, (_, index) => fillers[index % fillers.length])
      return `${[word, ...rest].join(' ')}\n`
    }),
  },
  {
    name: 'table of contents',
    forms: ['Write the headings of {from} as a numbered list to {to}', 'Make {to} a table of contents of {from}'],
    ways: writing,
    adds: true,
    *run({ from = '', to = '' }, hands) {
      const { path, content } = yield* readWhole(from, hands)
      const list = joined(headingsIn(content).map((heading, index) => `${index + 1}. ${heading}`))
      return { says: `Listed the headings of "${path}" in "${to}".`, written: yield* write(to, list, hands) }
    },
  },
  {
    name: 'summary',
    forms: ['Sum up {path} in at most {count} words', 'In no more than {count} words, what is {path} about?'],
    ways: reading,
    *run({ path: where = '', count = '' }, hands) {
      const { content } = yield* readWhole(where, hands)
      const [title = '', ...parts] = headingsIn(content)
      return said(
        wordsIn([title, ...parts].join(', '))
          .slice(0, Number(count))
          .join(' '),
      )
    },
  },
]
