/** The shop of the pictures: one order, a refund that is asked about, and a model that plays its script. */
import { scriptedModel } from '@artoo/llm/testing'
import { defineTool } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import * as z from 'zod'

export const request = 'Ann sent order A-17 back. Refund it.'

const criteria = [{ text: 'order A-17 is paid back', mode: 'verifiable', about: 'world' }]
const intent = 'find order A-17 and pay it back'
const call = (name: string, input: unknown) => ({ toolCalls: [{ name, input }] })

export const model = () =>
  scriptedModel({
    plan: { json: { asks: 'change', criteria, subtasks: [{ intent, criteria, tools: ['find_order', 'refund'] }] } },
    execution: [
      call('find_order', { id: 'A-17' }),
      call('refund', { id: 'A-17', cents: 4200 }),
      { json: { status: 'completed', output: 'Ann got 42.00 back for order A-17.', reason: null } },
    ],
    last_verdicts: ({ messages }) => {
      const { criteria, toolCalls } = JSON.parse(messages.at(-1)?.content ?? '{}')
      const records = toolCalls.map(({ id }: { readonly id: string }) => id)
      const verdict = { verdict: 'pass', evidence: 'the records show it', records }
      return { json: { verdicts: criteria.map((_: unknown, index: number) => ({ criterion: index + 1, ...verdict })) } }
    },
  })

/** `found` delays the order: it is what a tool waits for. */
export const tools = (found: () => Promise<void> = async () => {}) => [
  defineTool({
    name: 'find_order',
    description: 'Finds an order by its id.',
    input: z.object({ id: z.string() }),
    effect: 'read',
    async execute({ id }) {
      await found()
      return `${id}: a red kettle for Ann, 4200 cents, paid`
    },
  }),
  defineTool({
    name: 'refund',
    description: 'Pays an order back.',
    input: z.object({ id: z.string(), cents: z.number() }),
    effect: ({ id, cents }) => ({
      kind: 'irreversible',
      action: `pay ${cents} cents back for ${id}`,
      reason: 'the money is gone',
    }),
    execute: ({ id, cents }) => `${cents} cents paid back for ${id}`,
  }),
]

export const confirm = () => ({ allow: 'once', by: 'Ann' }) as const

/** A clock and ids by which each run is the same. */
export const fixed = () => ({ clock: manualClock(1_000), ids: sequentialIds() })
