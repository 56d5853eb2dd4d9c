import type { LanguageModel } from '@artoo/sdk'

const criteria = [{ text: 'the notice is on the board', mode: 'plausible' }]

/** Knows one thing: to post what it was asked to announce. So the example needs no key and no network. */
export const standIn: LanguageModel = {
  id: 'stand-in',
  async generate({ messages, output }) {
    const said = messages.at(-1)
    const records = JSON.stringify(messages).match(/\br\d+\b/g) ?? []
    const verdict = (criterion: number) => ({ criterion, verdict: 'pass', evidence: 'the call shows it', records })
    const answers: Readonly<Record<string, unknown>> = {
      task_spec: { intent: 'announce', scope: null, deadline: null, questions: [] },
      plan: { criteria, subtasks: [{ intent: 'post the notice', criteria, tools: ['post'] }] },
      execution: { status: 'completed', output: said?.role === 'tool' ? said.content : '', reason: null },
      last_verdicts: { verdicts: [1, 2, 3].map(verdict) },
    }
    const calls = output?.name === 'execution' && said?.role !== 'tool'
    return {
      text: calls ? '' : JSON.stringify(answers[output?.name ?? '']),
      toolCalls: calls ? [{ id: 'post', name: 'post', input: { text: 'Party on Friday!' } }] : [],
      usage: { inputTokens: 1, outputTokens: 1 },
      finishReason: calls ? 'tool_calls' : 'stop',
    }
  },
}
