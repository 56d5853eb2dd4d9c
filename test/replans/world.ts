import { posix } from 'node:path'
import { ArtooError, defineTool, type Tool } from '@artoo/sdk'
import { z } from 'zod'
import type { Random } from '../hostile/random.js'
import { meaningOf } from './deeds.js'

/** What happened outside of artoo, in its order. */
export type Happening =
  | { readonly kind: 'asked'; readonly callId: string }
  | { readonly kind: 'yes'; readonly callId: string; readonly meaning: string }
  | {
      readonly kind: 'done'
      readonly tool: string
      readonly meaning: string
      readonly confirmed: boolean
      /** Null when the caller was told that it went well. */
      readonly trouble: Trouble | null
    }
  /** A text was lost that nobody was asked about. */
  | { readonly kind: 'lost'; readonly title: string }

/** What a call whose effect there is may come to all the same. */
type Trouble = 'failed' | 'hung'

export const toolNames = ['look', 'note', 'save', 'send_mail', 'delete_file', 'pay'] as const

/** Tools of a world in which things fail, at times after they had their effect. `happened` gets what came of the calls. */
export function toolsOf(random: Random, happened: Happening[]): readonly Tool[] {
  let calls = 0
  const kept = new Map([['minutes', 'what was said']])

  async function come(tool: string, input: unknown, { confirmed }: { readonly confirmed: boolean }): Promise<string> {
    const own = random.fork(`call ${calls++}`)
    const meaning = meaningOf(tool, input)
    if (own.chance(0.15)) throw unreachable(tool)
    const trouble = own.chance(0.85) ? null : own.pick(['failed', 'failed', 'hung'] as const)
    happened.push({ kind: 'done', tool, meaning, confirmed, trouble })
    if (trouble === 'hung') await new Promise(() => {})
    if (trouble === 'failed') throw unreachable(tool)
    return `${tool} is done, receipt ${calls}`
  }

  const path = z.string().transform((given) => posix.normalize(given))
  return [
    defineTool({
      name: 'look',
      description: 'Looks something up.',
      input: z.object({ what: z.string() }),
      target: ({ what }) => what,
      effect: 'read',
      execute: (input, context) => come('look', input, context),
    }),
    defineTool({
      name: 'note',
      description: 'Notes something, as often as you like.',
      input: z.object({ text: z.string() }),
      target: ({ text }) => text,
      effect: 'repeatable',
      execute: (input, context) => come('note', input, context),
    }),
    defineTool({
      name: 'save',
      description: 'Saves a text under a title.',
      input: z.object({ title: z.string(), text: z.string() }),
      target: ({ title }) => title,
      effect: ({ title }) => (kept.has(title) ? overwriting(title) : 'repeatable'),
      execute({ title, text }, context) {
        if (kept.has(title) && !context.confirmed) happened.push({ kind: 'lost', title })
        kept.set(title, text)
        return come('save', { title, text }, context)
      },
    }),
    defineTool({
      name: 'send_mail',
      description: 'Sends a mail.',
      input: z.object({
        to: z.string().transform((given) => given.trim().toLowerCase()),
        subject: z.string(),
        copies: z.array(z.string()).default([]),
        options: z.object({ urgent: z.boolean().default(false), receipt: z.boolean().default(false) }).prefault({}),
      }),
      target: ({ to }) => to,
      execute: (input, context) => come('send_mail', input, context),
    }),
    defineTool({
      name: 'delete_file',
      description: 'Deletes a file for good.',
      input: z.object({ path, force: z.boolean().default(false) }),
      target: (input) => input.path,
      execute: (input, context) => come('delete_file', input, context),
    }),
    {
      name: 'pay',
      description: 'Pays an amount.',
      inputSchema: { type: 'object' },
      parse: async (input) => input,
      target: () => null,
      effect: async () => ({ kind: 'irreversible', action: 'pay', reason: 'money is gone' }),
      execute: (input, context) => come('pay', input, context),
    },
  ]
}

/** Can be taken back, which frees it in mode `edits` alone. */
const overwriting = (title: string) =>
  ({
    kind: 'irreversible',
    action: `overwrite ${title}`,
    reason: 'the text that is kept would be lost',
    undo: 'snapshot',
  }) as const

const unreachable = (tool: string) => new ArtooError('unreachable', `${tool} can't reach what it needs`)
