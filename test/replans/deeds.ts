import { posix } from 'node:path'
import type { Random } from '../hostile/random.js'

/** A call that can never be taken back, as it is meant, whatever words a model finds for it. */
export interface Deed {
  readonly tool: DeedTool
  readonly meaning: Fields
}

export type Fields = Readonly<Record<string, unknown>>
export type DeedTool = keyof typeof families

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pick = (random: Random, ...texts: readonly string[]) => random.pick(texts)

/**
 * For each irreversible tool what it may be asked for, one input in some of the ways in which it can be written, and what any of
 * them means.
 */
const families = {
  send_mail: {
    deed: (random: Random) => ({
      to: pick(random, 'ada@example.org', 'bob@example.org'),
      subject: pick(random, 'the bill', 'the minutes'),
      copies: random.pick([[], ['carl@example.org', 'dora@example.org'], ['dora@example.org', 'carl@example.org']]),
      options: { urgent: random.chance(0.5), receipt: false },
    }),
    spelt: (random: Random, { to, copies, options, ...rest }: Fields) => ({
      ...rest,
      to: random.chance(0.5) ? to : ` ${String(to).toUpperCase()}`,
      ...((copies as readonly unknown[]).length > 0 || random.chance(0.5) ? { copies } : {}),
      options: random.chance(0.5) ? options : { urgent: (options as Fields).urgent },
    }),
    meaning: ({ to, subject, copies = [], options = {} }: Fields) => ({
      to: String(to).trim().toLowerCase(),
      subject,
      copies,
      options: { urgent: false, receipt: false, ...(options as Fields) },
    }),
  },
  delete_file: {
    deed: (random: Random) => ({ path: pick(random, 'old/notes.txt', 'old/list.txt'), force: random.chance(0.5) }),
    spelt: (random: Random, { path, force }: Fields) => ({
      path: pick(random, `${path}`, `./${path}`, `${path}`.replace('/', '//'), `new/../${path}`, `./old/../${path}`),
      ...(force || random.chance(0.5) ? { force } : {}),
    }),
    meaning: ({ path, force = false }: Fields) => ({ path: posix.normalize(String(path)), force }),
  },
  /** Made by hand: what it is given is what it means. */
  pay: {
    deed: (random: Random) => ({
      amount: random.pick([5, 500]),
      account: { owner: pick(random, 'Ada', 'Bob'), parts: [{ bank: 'one', number: '1' }] },
    }),
    spelt: (_: Random, meaning: Fields) => meaning,
    meaning: (input: Fields) => input,
  },
} as const

export const deedTools = Object.keys(families) as readonly DeedTool[]

export function deedOf(random: Random): Deed {
  const tool = random.pick(deedTools)
  return { tool, meaning: families[tool].deed(random) }
}

/** The input of a call that does the deed. */
export function spelt(random: Random, { tool, meaning }: Deed): unknown {
  return shuffled(random, families[tool].spelt(random, meaning))
}

/** Equal for calls that mean the same. */
export function meaningOf(tool: string, input: unknown): string {
  return inOneOrder([tool, isDeedTool(tool) && isFields(input) ? families[tool].meaning(input) : input])
}

/** Its calls are irreversible, whatever they are given. */
export const isDeedTool = (tool: string): tool is DeedTool => Object.hasOwn(families, tool)

function shuffled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(random, item))
  if (!isFields(value)) return value
  const fields = Object.entries(value).map(([key, entry]) => ({ at: random.next(), key, entry }))
  fields.sort((one, other) => one.at - other.at)
  return Object.fromEntries(fields.map(({ key, entry }) => [key, shuffled(random, entry)]))
}

function inOneOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneOrder).join()}]`
  if (!isFields(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${inOneOrder(value[key])}`).join()}}`
}
