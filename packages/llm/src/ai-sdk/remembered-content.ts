import { isPlainData, type Json } from '@artoo/spec'
import { fieldsOf, type Part } from './ai-sdk-model.js'

const repeatable: readonly string[] = ['text', 'reasoning', 'tool-call', 'custom']

/** The content of an answer for the message that repeats it, with the model's id: another one could not read its signatures. */
export function rememberContent(content: readonly Part[], model: string): Json | undefined {
  const isKept = ({ type, providerExecuted }: Part) => repeatable.includes(type) && providerExecuted !== true
  return jsonOf({ model, content: content.filter(isKept) })
}

export function rememberedContent(opaque: Json | undefined, modelId: string): readonly Part[] {
  const { model, content } = fieldsOf(opaque)
  return model === modelId && Array.isArray(content) ? (content as readonly Part[]) : []
}

/**
 * A provider's data as JSON holds it; it may have dates, undefined and the like. Undefined for a cycle, a bigint or
 * data nested too deeply.
 */
export function jsonOf(data: unknown): Json | undefined {
  try {
    const json: unknown = JSON.parse(JSON.stringify(data) ?? 'null')
    return isPlainData(json) ? json : undefined
  } catch {
    return undefined
  }
}
