import type { LanguageModel } from '@artoo/spec'
import { dataIn, text } from './conversation.js'

export interface Spent {
  readonly calls: number
  /** Characters of messages and tools by four. */
  readonly tokens: number
  /** The results that executors reported. */
  readonly said: readonly string[]
}

/** The model with a count of its calls. */
export function metered(model: LanguageModel): LanguageModel & { spent(): Spent } {
  let calls = 0
  let characters = 0
  const said: string[] = []
  return {
    id: model.id,
    spent: () => ({ calls, tokens: Math.ceil(characters / 4), said }),
    async generate(request, options) {
      calls++
      characters += JSON.stringify([request.messages, request.tools]).length
      const response = await model.generate(request, options)
      characters += JSON.stringify([response.text, response.toolCalls]).length
      const { status, output } = request.output?.name === 'execution' ? dataIn(response.text) : {}
      if (status === 'completed') said.push(text(output))
      return response
    },
  }
}
