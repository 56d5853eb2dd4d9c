import type { Envelope, PayloadOf } from '@artoo/bus'
import { shortened } from '@artoo/spec'
import type { ToolCallRecord, ToolContracts } from './tool-contracts.js'

type Request = Pick<PayloadOf<ToolContracts<string>, 'ToolRequest'>, 'about'>

/** Characters of a text beside a question, which is to be read in seconds. */
const longest = 300

/** The purpose of a call, for the person who is asked: the user's words, the part of the work, the model's reason. */
export function purposeOf({ about }: Request, words: readonly string[], added: readonly string[]) {
  const task = withAdded(words[0], added.at(-1))
  const texts = { task, subtask: about?.subtask, why: about?.why }
  const given = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(given.map(([name, text]) => [name, shortened(text, longest)]))
}

/** The task with what the user added last: it may say the opposite. */
function withAdded(task: string | undefined, added: string | undefined): string | undefined {
  if (task === undefined || added === undefined) return task
  return [task, `(added) ${added}`].map((text) => shortened(text, longest / 2)).join('\n')
}

/** The reads of a run that brought text from outside. */
export interface OutsideSources {
  note(record: ToolCallRecord): void
  /** The last ones, the latest first. */
  named(): { readonly sources?: readonly string[] }
}

const mostNamed = 3

export function outsideSources(history: readonly Envelope[]): OutsideSources {
  let known: readonly string[] = []
  const sources: OutsideSources = {
    note({ tool, target, effect, status }) {
      if (effect !== 'outbound' || status !== 'ok') return
      const name = shortened(target === null ? tool : `${tool} ${target}`, longest)
      known = [name, ...known.filter((one) => one !== name)].slice(0, mostNamed)
    },
    named: () => (known.length > 0 ? { sources: known } : {}),
  }
  for (const { type, payload } of history) if (type === 'ToolResult') sources.note(payload as ToolCallRecord)
  return sources
}
