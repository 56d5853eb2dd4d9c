import type { ToolCallRecord } from '@artoo/runtime'
import { oneLine } from '../prompts/one-line.js'

/** Calls that are listed, the last ones. */
const mostCalls = 60

/** The findings of an attempt without a result: the model's last words, and a line for each call. */
export function foundBy(records: readonly ToolCallRecord[], words: string): string {
  const earlier = records.length - mostCalls
  const calls = records.slice(-mostCalls).map(lineOf)
  const list = [...(earlier > 0 ? [`${earlier} earlier calls`] : []), ...calls]
  const parts = [words.trim(), list.length > 0 ? `Calls made until then:\n${list.join('\n')}` : '']
  return parts.filter(Boolean).join('\n\n')
}

function lineOf({ tool, target, status, code }: ToolCallRecord): string {
  const about = target === null ? tool : `${tool} ${oneLine(target, 200)}`
  return `${about}: ${status}${code === null ? '' : ` (${code})`}`
}
