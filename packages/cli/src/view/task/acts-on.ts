import { escaped, oneLine } from '@artoo/sdk'
import { isRecord } from '@artoo/spec'

/** Fields that name the thing a call acts on, the most telling first. */
const telling = ['command', 'path', 'file', 'url', 'query', 'pattern', 'name']

const longest = 200

/** The thing that a call acts on, in a few words, as far as its input says. */
export function actsOn(input: unknown): string {
  if (!isRecord(input)) return input === undefined || input === null ? '' : oneLine(escaped(input), longest)
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string' && value.trim() !== '')
  const named = telling.map((name) => texts.find(([field]) => field === name)).find((field) => field !== undefined)
  const [, text] = named ?? texts[0] ?? []
  if (typeof text === 'string') return oneLine(text, longest)
  return Object.keys(input).length === 0 ? '' : oneLine(escaped(input), longest)
}
