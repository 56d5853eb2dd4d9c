import { isPlainData } from '@artoo/spec'
import { firstDifference } from '../../journal/first-difference.js'
import type { Answer, AnsweredBefore, Question } from './answered-before.js'

/** A question as a person would see it. */
type Asked = Pick<Question, 'tool' | 'input' | 'action' | 'change'>

/** The calls of a run that a person did not allow. A no stands until what the call names has changed; then the person is asked once more. */
export interface Refusals {
  /** Whether the last answer about a call was a no. */
  knows(call: Pick<Asked, 'tool' | 'input'>): boolean
  /** The reason why a call is not put before a person again, for the model; null when it is. */
  standing(asked: Asked): string | null
  /** Takes in an answer. */
  note(asked: Asked, answer: Answer): void
}

interface Refusal {
  readonly asked: Asked
  readonly callId: string
  readonly how: string
  readonly times: number
}

/** Questions about one call that end with a no. */
const mostRefusals = 2

export function refusals({ answered }: Pick<AnsweredBefore, 'answered'>): Refusals {
  const known = new Map<string, Refusal>()
  const refused: Refusals = {
    knows: (call) => known.has(callIn(call)),
    standing(asked) {
      const before = known.get(callIn(asked))
      if (!before) return null
      const hasChanged = firstDifference(nameableIn(before.asked), nameableIn(asked)) !== null
      if (hasChanged && before.times < mostRefusals) return null
      const { callId, how } = before
      return `${how} when ${callId} asked about this very call; that stands for this task, so nobody is asked again. Go another way, or do without it and say so`
    },
    note(asked, { callId, allowed, done, note, code }) {
      const call = callIn(asked)
      const times = (known.get(call)?.times ?? 0) + 1
      if (allowed || done) known.delete(call)
      else known.set(call, { asked, callId, how: wordsFor(code, note), times })
    },
  }
  for (const [asked, answer] of answered) refused.note(asked, answer)
  return refused
}

function wordsFor(code: Answer['code'], note: string | null): string {
  if (code === 'no_answer') return 'nobody answered'
  if (code === 'invalid_answer') return 'no answer that could be read was given'
  return note === null ? 'a person said no' : `a person said no (${note})`
}

/** The effects of a call on the things that it names. */
const nameableIn = ({ action, change }: Asked) => [action.replace(/[ \t]+/g, ''), change]

/** Equal for calls that a person takes for the same: in a text of one line the number of blanks in a row doesn't count. */
function callIn({ tool, input }: Pick<Asked, 'tool' | 'input'>): string {
  return JSON.stringify([tool, isPlainData(input) ? input : null], (_, value: unknown) => {
    if (typeof value === 'string') return withoutExtraBlanks(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

const withoutExtraBlanks = (text: string) => (text.includes('\n') ? text : text.trim().replace(/[ \t]+/g, ' '))
