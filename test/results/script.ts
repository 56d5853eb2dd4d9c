import type { ScriptedReply, ScriptedTurn } from '@artoo/llm/testing'
import { defineTool, type Tool } from '@artoo/sdk'
import type { ModelRequest } from '@artoo/spec'
import { z } from 'zod'

/** The tools of every end: a folder with one file, and calls that take time or fail. */
export function tools(): Tool[] {
  const files = new Map([['people.csv', 'name,age\nAda,36\nTim,9\n']])
  const path = { input: z.object({ path: z.string() }), target: ({ path }: { path: string }) => path }
  const idle = { input: z.object({}), target: () => null }
  return [
    defineTool({
      name: 'read_file',
      description: 'Reads',
      effect: 'read',
      ...path,
      execute: ({ path: name }) => files.get(name) ?? '',
    }),
    defineTool({ name: 'find', description: 'Finds', effect: 'read', ...path, execute: () => '(no file)' }),
    defineTool({
      name: 'write_file',
      description: 'Writes',
      effect: ({ path: name, content }) => {
        const sizes = { bytesBefore: files.get(name)?.length ?? 0, bytesAfter: content.length }
        return { kind: 'repeatable', change: { ...sizes, diff: null } }
      },
      input: z.object({ path: z.string(), content: z.string() }),
      target: ({ path: name }) => name,
      execute({ path: name, content }) {
        files.set(name, content)
        return `created ${name}`
      },
    }),
    defineTool({
      name: 'delete_file',
      description: 'Deletes',
      effect: 'irreversible',
      ...path,
      execute: () => 'deleted',
    }),
    defineTool({ name: 'wait', description: 'Waits', effect: 'read', ...idle, execute: () => new Promise(() => {}) }),
  ]
}

export const request = 'Write the adults of people.csv to adults.txt'

/** What stands in the folder at the end. */
export const adults: Criterion = {
  text: 'adults.txt holds the adults of people.csv',
  mode: 'verifiable',
  about: 'world',
}
const wording = (text: string): Criterion => ({ text, mode: 'plausible', about: 'answer' })

interface Criterion {
  readonly text: string
  readonly mode: 'verifiable' | 'plausible'
  readonly about: 'answer' | 'world'
}

export const wordings = ['is short', 'is polite', 'is in English', 'names the file', 'counts the adults'].map((what) =>
  wording(`The answer ${what}`),
)

interface Planned {
  readonly asks?: 'answer' | 'change'
  readonly criteria?: readonly Criterion[]
  readonly intent?: string
  readonly tools?: readonly string[]
  readonly deadline?: string
}

export function plan({
  asks = 'change',
  criteria = [adults],
  intent = request,
  tools = ['read_file', 'write_file'],
  deadline,
}: Planned = {}) {
  const subtasks = [{ intent, sequence: 1, criteria, tools }]
  return { json: { asks, criteria, subtasks, ...(deadline && { deadline }) } } as const
}

/** One plan with the subtasks of both. */
export function both(...plans: readonly ReturnType<typeof plan>[]) {
  const subtasks = plans.flatMap(({ json }) => json.subtasks)
  const criteria = plans.flatMap(({ json }) => json.criteria)
  return { json: { asks: 'change', criteria, subtasks } } as const
}

export const isAbout = (word: string, { messages }: ModelRequest) =>
  messages.some(({ role, content }) => role === 'user' && content.includes(word))

/** Plans that are never the same. */
export function freshPlans(planned: Planned = {}): ScriptedTurn {
  let round = 0
  const ways = [
    'by hand',
    'with a table',
    'line after line',
    'from the end',
    'by age',
    'by name',
    'at once',
    'in two steps',
  ]
  return () => plan({ ...planned, intent: `${planned.intent ?? request}, ${ways[round++ % ways.length]}` })
}

export const call = (name: string, input: object) => ({ name, input })
export const read = call('read_file', { path: 'people.csv' })
export const write = call('write_file', { path: 'adults.txt', content: 'Ada\n' })

/** Calls one after the other, then says it. */
export function work(
  calls: readonly ReturnType<typeof call>[],
  output: string,
): (request: ModelRequest) => ScriptedReply {
  return ({ messages }) => {
    const next = calls[messages.filter(({ role }) => role === 'tool').length]
    return next ? { toolCalls: [next] } : { json: { status: 'completed', output, reason: null } }
  }
}

/** Calls one after the other, then gives up. */
export function giveUp(calls: readonly ReturnType<typeof call>[], reason: string, output = ''): ScriptedTurn {
  return ({ messages }) => {
    const next = calls[messages.filter(({ role }) => role === 'tool').length]
    return next ? { toolCalls: [next] } : { json: { status: 'failed', output, reason } }
  }
}

interface Verdict {
  readonly verdict: 'pass' | 'fail' | 'absent'
  readonly evidence: string
  readonly cause?: string
  readonly records?: readonly string[]
}

/** A judge of the criteria, in their order. */
export function judge(...verdicts: readonly Verdict[]) {
  const given = verdicts.map((verdict, index) => ({ criterion: index + 1, ...verdict }))
  return { json: { verdicts: given, correction: null } } as const
}

export const pass = { verdict: 'pass', evidence: 'the calls show it', records: ['r1', 'r2'] } as const
