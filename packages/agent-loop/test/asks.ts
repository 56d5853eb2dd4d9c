import type { SubAgentTask } from '@artoo/agent-loop'
import { contract } from '@artoo/bus'
import { createRuntime, type Decider, fairSlots, modelContracts, modelEffect, runContracts } from '@artoo/runtime'
import type { LanguageModel } from '@artoo/spec'
import * as z from 'zod'

const outputs = { word: z.object({ word: z.string() }) }
const contracts = {
  ...runContracts('asker'),
  ...modelContracts(outputs, ['asker']),
  Ask: contract(z.object({}).describe('A question.'), [['host', 'asker']]),
  Said: contract(z.object({}).describe('The end.'), [['asker', 'host']]),
} as const

const asker: Decider<typeof contracts, 'asker', null> = {
  actor: 'asker',
  initial: null,
  decide(state, { type }) {
    if (type === 'TaskStarted' || type === 'Waited') return [state, []]
    if (type !== 'Ask') return [state, [{ type: 'Said', to: 'host', payload: {} }]]
    const messages = [{ role: 'user' as const, content: 'say a word' }]
    const payload = { key: 'word', output: 'word' as const, messages, continues: false, tools: [] }
    return [state, [{ type: 'ModelRequest', to: 'model', payload }]]
  },
}

/** A worker's question to a model, as a run that is a part of the loop's. */
export async function asks({ run: parent, signal }: SubAgentTask, model: LanguageModel): Promise<void> {
  const runtime = createRuntime({
    system: { contracts, controller: 'asker', result: 'Said' },
    effects: [modelEffect({ outputs, modelOf: () => model, slots: fairSlots(1) })],
  })
  await runtime.run({ begin: { type: 'Ask', to: 'asker', payload: {} }, deciders: [asker], parent, signal })
  await runtime.close()
}

/** The model, but each call is billed with this many tokens. */
export const billed = <M extends LanguageModel>(model: M, tokens: number): M => ({
  ...model,
  async generate(request, options) {
    const response = await model.generate(request, options)
    return { ...response, usage: { inputTokens: tokens - 1, outputTokens: 1 } }
  },
})
