import { isPlainData } from '@artoo/spec'
import { firstDifference } from '../../durable/first-difference.js'
import type { HumanAnswer, HumanQuestion } from './answered-before.js'

/** A question as a person would see it. */
export type Asked = Pick<HumanQuestion, 'tool' | 'input' | 'action' | 'change'>

/** The calls of a run that a person did not allow. A no stands until what the call names has changed; then the person is asked once more. */
export interface Refusals {
  /** The reason why a call is not put before a person again, for the model; null when it is. */
  standing(asked: Asked): string | null
  /** Takes in an answer. */
  note(asked: Asked, answer: Pick<HumanAnswer, 'callId' | 'allowed' | 'done' | 'note' | 'code'>): void
}

interface Refusal {
  readonly asked: Asked
  readonly callId: string
  readonly note: string | null
  readonly isSilent: boolean
  readonly times: number
}

/** Questions about one call that end with a no. */
const mostRefusals = 2

export function refusals(): Refusals {
  const known = new Map<string, Refusal>()
  return {
    standing(asked) {
      const before = known.get(callIn(asked))
      if (!before) return null
      const hasChanged = firstDifference(nameableIn(before.asked), nameableIn(asked)) !== null
      if (hasChanged && before.times < mostRefusals) return null
      const { callId, note, isSilent } = before
      const how = isSilent ? 'nobody answered' : `a person said no${note === null ? '' : ` (${note})`}`
      return `${how} when ${callId} asked about this very call; that stands for this task, so nobody is asked again. Go another way, or do without it and say so`
    },
    note(asked, { callId, allowed, done, note, code }) {
      const call = callIn(asked)
      const times = (known.get(call)?.times ?? 0) + 1
      if (allowed || done) known.delete(call)
      else known.set(call, { asked, callId, note: code === undefined ? note : null, isSilent: code === 'no_answer', times })
    },
  }
}

/** What a call would do to the things that it names. */
const nameableIn = ({ action, change }: Asked) => [withoutExtraBlanks(action), change]

/** Equal for calls that a person takes for the same: in a text of one line the number of blanks in a row doesn't count. */
function callIn({ tool, input }: Asked): string {
  return JSON.stringify([tool, isPlainData(input) ? input : null], (_, value: unknown) => {
    if (typeof value === 'string') return withoutExtraBlanks(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

const withoutExtraBlanks = (text: string) => (text.includes('\n') ? text : text.trim().replace(/[ \t]+/g, ' '))
