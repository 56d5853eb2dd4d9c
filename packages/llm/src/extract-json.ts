import { ArtooError } from '@artoo/spec'
import { jsonrepair } from 'jsonrepair'

const reasoning = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi
const fence = /```(?:json)?[ \t]*\r?\n([\s\S]*?)```/i

/**
 * The JSON object or array in a model's text: reasoning blocks and code fences are stripped, prose around it is cut
 * off, and small defects (trailing commas, single quotes, a missing bracket at the end) are repaired.
 *
 * @throws {ArtooError} `no_json` when there is none.
 */
export function extractJson(text: string): unknown {
  const visible = text.replace(reasoning, '').trim()
  const body = fence.exec(visible)?.[1]?.trim() ?? visible
  const start = body.search(/[{[]/)
  if (start === -1) throw new ArtooError('no_json', 'the text holds no JSON object')
  const end = Math.max(body.lastIndexOf('}'), body.lastIndexOf(']'))
  const candidate = end > start ? body.slice(start, end + 1) : body.slice(start)
  try {
    return JSON.parse(candidate)
  } catch {
    return repaired(candidate)
  }
}

function repaired(candidate: string): unknown {
  try {
    return JSON.parse(jsonrepair(candidate))
  } catch (cause) {
    throw new ArtooError('no_json', 'the text holds JSON that is too damaged to repair', { cause })
  }
}
