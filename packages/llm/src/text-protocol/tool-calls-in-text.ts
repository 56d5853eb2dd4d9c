import { isPlainData, type ModelResponse, type ToolCall, type ToolDescriptor } from '@artoo/spec'
import { jsonIn } from '../json/extract-json.js'

/**
 * The calls that stand in an answer, whatever comes behind them: a model that goes on invents the results. What it said
 * before them stays its text. Common slips are understood: several objects in a row, a call or a list of calls without
 * `tool_calls` around it, `arguments` instead of `input`, arguments as a JSON string.
 */
export function withToolCalls(response: ModelResponse, offered: readonly ToolDescriptor[]): ModelResponse {
  const { text, finishReason } = response
  const calls: Call[] = []
  let said = ''
  for (const { value, cut, at } of jsonIn(text)) {
    // A call that was cut off is none: its arguments would be carried out by half.
    const found = cut && finishReason !== 'stop' ? null : callsOf(value, offered)
    if (!found && calls.length > 0) break
    if (!found) continue
    if (calls.length === 0) said = text.slice(0, at)
    calls.push(...found)
  }
  if (calls.length === 0) return response
  const toolCalls = calls.map((call, index): ToolCall => ({ id: `call_${index + 1}`, ...call }))
  return { ...response, text: said.replace(/```\w*\s*$/, '').trim(), toolCalls, finishReason: 'tool_calls' }
}

type Call = Omit<ToolCall, 'id'>
type Fields = Readonly<Record<string, unknown>>

function callsOf(value: object, offered: readonly ToolDescriptor[]): readonly Call[] | null {
  const { tool_calls: listed } = value as Fields
  const candidates: readonly unknown[] = Array.isArray(listed) ? listed : Array.isArray(value) ? value : [value]
  const calls = candidates.flatMap((candidate) => callIn(candidate) ?? [])
  if (calls.length === 0 || calls.length < candidates.length) return null
  const isOffered = ({ name }: Call) => offered.some((tool) => tool.name === name)
  return listed !== undefined || calls.every(isOffered) ? calls : null
}

function callIn(candidate: unknown): Call | null {
  if (typeof candidate !== 'object' || candidate === null) return null
  const { function: nested, ...own } = candidate as Fields
  const {
    name,
    input,
    arguments: given,
    parameters,
  } = typeof nested === 'object' && nested !== null ? (nested as Fields) : own
  if (typeof name !== 'string') return null
  const hasInput = [input, given, parameters].some((part) => part !== undefined)
  // {"name": "glob"} alone may be any object of that name.
  return hasInput || Object.keys(own).length === 1 ? { name, input: parsed(input ?? given ?? parameters ?? {}) } : null
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    const value: unknown = JSON.parse(input)
    return isPlainData(value) ? value : input
  } catch {
    return input
  }
}
