import type { ToolContext } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import * as z from 'zod'
import type { TransactionContext } from '../src/index.js'

/** A tool that pays by a row in a table. */
export const payTool = (schema: string) =>
  defineTool({
    ...{ name: 'pay', description: 'Pays.', input: z.object({ id: z.string() }) },
    async execute({ id }, { transaction }: TransactionContext) {
      await transaction.query(`insert into ${schema}.paid values ($1)`, [id])
      return `paid ${id}`
    },
  })

export const callContext = (idempotencyKey: string, own: Partial<ToolContext> = {}): ToolContext => ({
  ...{
    signal: new AbortController().signal,
    confirmed: true,
    taskId: 'task',
    context: null,
    callId: 'call',
    attempt: 1,
  },
  ...{ idempotencyKey, fence: 1, onProgress: () => {}, ask: async () => [], ...own },
})
