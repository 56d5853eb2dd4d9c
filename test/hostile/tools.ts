import { defineTool } from '@artoo/sdk'
import type { Tool, ToolProgress } from '@artoo/spec'
import { standardTools } from '@artoo/tools/node'
import * as z from 'zod'
import type { Folder } from './folder.js'
import { kinds } from './kinds.js'
import { asking, dawdling, harmless } from './places.js'
import type { Random } from './random.js'
import { hostileText } from './texts.js'
import { anyValue, returned, throwing, toolResult } from './values.js'

/** What the tools of a case were made to do. */
export interface Deeds {
  /** Executions of irreversible calls, by tool. */
  readonly launched: string[]
  readonly violations: string[]
  /** A command ran that takes long. */
  dawdled: boolean
}

const anything = z.looseObject({})
const inertly = { description: 'does something', input: anything } as const

const executions = kinds<readonly [number, (random: Random) => unknown]>('execution', [
  [0.45, () => 'done'],
  [0.6, hostileText],
  [0.8, toolResult],
  [0.85, () => new Promise(() => {})],
  [0.88, (random) => new Promise((resolve) => setTimeout(resolve, random.int(0, 30), 'late'))],
  [0.89, () => 'x'.repeat(2_000_000)],
  [1, throwing],
])

const executing = (random: Random) => random.weighted(executions)

/** Tools of a host that is not careful. */
export function hostTools(random: Random, deeds: Deeds): readonly Tool[] {
  const once = countedForks(random)
  return [
    defineTool({
      ...inertly,
      name: 'look',
      effect: 'read',
      execute(_, { onProgress }) {
        const own = once()
        for (let times = own.pick([0, 0, 1, 1_000]); times > 0; times--) onProgress(progressOf(own))
        return executing(own)
      },
    }),
    defineTool({
      ...inertly,
      name: 'change',
      effect: 'repeatable',
      target: () => hostileText(once()),
      execute: () => executing(once()),
    }),
    defineTool({
      ...inertly,
      name: 'launch',
      target: () => 'the rocket',
      execute(_, { confirmed }) {
        deeds.launched.push('launch')
        if (!confirmed) deeds.violations.push('an irreversible call ran without being confirmed')
        return executing(once())
      },
    }),
    defineTool({
      ...inertly,
      name: 'odd',
      target: () => (once().chance(0.6) ? 'there' : (returned(once()) as string)),
      effect: () => effectOf(once()) as 'read',
      execute: () => executing(once()),
    }),
    {
      name: 'handmade',
      description: 'does not keep the contract of a tool',
      inputSchema: { type: 'object' },
      parse: async () => returned(once()),
      target: () => (once().chance(0.7) ? 'there' : throwing(once())),
      effect: async () => effectOf(once()) as never,
      execute: async () => executing(once()),
    },
  ]
}

/** A report of how far a call has come, or what is none. */
const progressOf = (random: Random): ToolProgress =>
  random.chance(0.5) ? { message: hostileText(random), done: random.next() } : (anyValue(random) as ToolProgress)

const effects = kinds<readonly [number, (random: Random) => unknown]>('effect', [
  [0.4, () => ({ kind: 'read' })],
  [0.6, (random) => ({ kind: 'irreversible', action: hostileText(random), reason: hostileText(random) })],
  [0.65, () => new Promise(() => {})],
  [0.8, throwing],
  [1, returned],
])

const effectOf = (random: Random) => random.weighted(effects)

/** Chance anew at every use. */
function countedForks(random: Random): () => Random {
  let uses = 0
  return () => random.fork(`use ${uses++}`)
}

/**
 * The standard tools over a folder. A command that must be asked about is never run, whatever the gate says: it is a
 * violation instead.
 */
export function guardedTools(folder: Folder, random: Random, deeds: Deeds): readonly Tool[] {
  const root = random.chance(0.3) ? folder.linkedRoot : folder.root
  return standardTools({ root }).map((tool) => {
    const parse = (input: unknown) => tool.parse(placed(input, folder))
    if (tool.name !== 'shell') return { ...tool, parse }
    return {
      ...tool,
      parse,
      async execute(input, context) {
        const { command } = input as { readonly command: string }
        if (context.confirmed) deeds.violations.push(`the shell ran as if confirmed: ${command}`)
        if (mustAsk(command)) deeds.violations.push(`the shell ran unasked: ${command}`)
        if (command === dawdling) deeds.dawdled = true
        return harmless.includes(command) || command === dawdling ? tool.execute(input, context) : ''
      },
    }
  })
}

/** Alone, or behind a harmless one as `places.ts` puts it. */
function mustAsk(command: string): boolean {
  const rests = harmless.flatMap((line) => (command.startsWith(line) ? [command.slice(line.length)] : []))
  return [command, ...rests].some((rest) => asking.includes(rest.replace(/^(; | \| )/, '')))
}

function placed(input: unknown, { named }: Folder): unknown {
  if (Object.prototype.toString.call(input) !== '[object Object]') return input
  const { path, pattern } = input as Readonly<Record<string, unknown>>
  return {
    ...(input as object),
    ...(typeof path === 'string' && { path: named(path) }),
    ...(typeof pattern === 'string' && { pattern: named(pattern) }),
  }
}
