import {
  type Call,
  choice,
  granted,
  type Hands,
  linesOf,
  listed,
  named,
  noteEach,
  read,
  readWhole,
  type Steps,
  Stuck,
  write,
} from '../hands.js'
import { type Done, type Skill, said, writing } from '../skill.js'

type Sums = ReadonlyMap<string, number>

const rowShape = /^(?<key>[a-z]+),(?<value>\d+),/

function sumsIn(content: string): Sums {
  const sums = new Map<string, number>()
  for (const line of linesOf(content)) {
    const { key, value } = rowShape.exec(line)?.groups ?? {}
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + Number(value))
  }
  return sums
}

const noteOf = (sums: Sums) => [...sums].map(([key, sum]) => `${key}=${sum}`).join(' ')

function sumsOf(note: string): Sums {
  return new Map(Array.from(note.matchAll(/(\w+)=(\d+)/g), ([, key = '', sum]) => [key, Number(sum)] as const))
}

function added(all: Iterable<Sums>): Sums {
  const total = new Map<string, number>()
  for (const sums of all) for (const [key, sum] of sums) total.set(key, (total.get(key) ?? 0) + sum)
  return total
}

export const saidSums = (sums: Sums): string =>
  [...sums]
    .map(([key, sum]) => `${key}: ${sum}`)
    .sort()
    .join('\n')

function versioned(content: string, version: string): string {
  return content.replace(/"version": "[^"]*"/, `"version": "${version}"`)
}

const missingAccess = /\b([A-Z][A-Z_]+) is not set\b/

function* act(tool: string | undefined, input: Call['input'], target: string): Steps<string> {
  if (!tool) throw new Stuck('there is no tool for that')
  const call: Call = { tool, input, target, kind: 'act' }
  const first = yield call
  if (!first.failed) return first.output
  const [why, access] = missingAccess.exec(first.output) ?? []
  if (access === undefined) throw new Stuck(first.output)
  if (!(yield* granted(access))) throw new Stuck(`${why}, and nobody here may give it`)
  const again = yield call
  if (again.failed) throw new Stuck(again.output)
  return again.output
}

const mark = (content: string, word: string) => linesOf(content).at(-1) === word

function* marked(folder: string, word: string, hands: Hands): Steps<readonly string[]> {
  const found: string[] = []
  for (const { path } of yield* listed(folder, hands)) {
    if (mark((yield* read(path, hands)).content, word)) found.push(path)
  }
  return found.sort()
}

function* unmark(path: string, word: string, hands: Hands): Steps<Done> {
  const { content } = yield* readWhole(path, hands)
  if (!mark(content, word)) throw new Stuck(`"${path}" has no mark "${word}"`)
  const lines = linesOf(content).slice(0, -1)
  const written = yield* write(path, lines.map((line) => `${line}\n`).join(''), hands)
  return { says: `Took the mark back from "${path}".`, written }
}

/** Skills of the situations alone: what the other personas know stays as it is. */
export const situationSkills: readonly Skill[] = [
  {
    name: 'sums of many files',
    forms: ['Sum up the amounts of each owner over all files in {folder}'],
    ways: [['list', 'read']],
    search: '(?<key>[a-z]+),(?<value>\\d+),',
    *run({ folder = '' }, hands) {
      const paths = (yield* listed(folder, hands, { stands: true })).map(({ path }) => path).sort()
      yield* noteEach(paths, hands, (content) => noteOf(sumsIn(content)))
      return said(saidSums(added(paths.map((path) => sumsOf(hands.notes.get(path) ?? '')))))
    },
  },
  {
    name: 'set the version',
    forms: ['Set the version in the config file to {version}'],
    ways: [['list', 'read', 'write']],
    *run({ version = '' }, hands) {
      const paths = (yield* named('config.json', hands)).toSorted()
      const [only, ...others] = paths
      if (only === undefined) throw new Stuck('there is no config file')
      const path = others.length > 0 ? yield* choice('Which config file is meant?', paths, hands) : only
      const { content } = yield* readWhole(path, hands)
      return { says: `Changed "${path}".`, written: yield* write(path, versioned(content, version), hands) }
    },
  },
  {
    name: 'upload a file',
    forms: ['Upload {path} to the archive'],
    ways: [['upload']],
    changes: true,
    *run({ path = '' }, { tools }) {
      return said(yield* act(tools.upload, { path }, path))
    },
  },
  {
    name: 'send a mail',
    forms: ['Send the mail {words} to {address}'],
    ways: [['send']],
    changes: true,
    *run({ words = '', address = '' }, { tools }) {
      return said(yield* act(tools.send, { to: address, text: words }, address))
    },
  },
  {
    name: 'mark the next note',
    forms: ['Mark the next open note in {folder} with the line {word}'],
    ways: writing,
    adds: true,
    *run({ folder = '', word = '' }, hands) {
      for (const { path } of (yield* listed(folder, hands)).toSorted((one, other) =>
        one.path < other.path ? -1 : 1,
      )) {
        const { content } = yield* readWhole(path, hands)
        if (mark(content, word)) continue
        return { says: 'Marked the next open note.', written: yield* write(path, `${content}${word}\n`, hands) }
      }
      throw new Stuck('every note is marked')
    },
  },
  {
    name: 'take a mark back',
    forms: ['Take the mark {word} back from {path}'],
    ways: writing,
    *run({ word = '', path = '' }, hands) {
      return yield* unmark(path, word, hands)
    },
  },
  {
    name: 'take back some mark',
    forms: ['Take the mark {word} back from the note in {folder} that was marked'],
    ways: writing,
    *run({ word = '', folder = '' }, hands) {
      const paths = yield* marked(folder, word, hands)
      const [only, ...others] = paths
      if (only === undefined) throw new Stuck('no note is marked')
      const path = others.length > 0 ? yield* choice('Which note was marked?', paths, hands) : only
      return yield* unmark(path, word, hands)
    },
  },
]
