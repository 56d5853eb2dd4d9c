import { oneLine } from '@artoo/llm'
import type { PersonRequest } from '@artoo/runtime'
import { assertionsIn, withWords, wordsOn } from '../state/attested.js'
import type { StateFile } from '../state/state-file.js'
import { wholeCheck } from '../state/whole.js'

export interface OpenQuestion {
  /** The assertion. */
  readonly text: string
  readonly request: Exclude<PersonRequest, { readonly kind: 'confirm' }>
}

/**
 * The assertions that only a person can decide and that are open of the work as it stands, each with its question: a yes to it is
 * `attest(text)`.
 */
export function openQuestions(state: StateFile): readonly OpenQuestion[] {
  const { halt_code: code, last_verdict: verdict } = state.control
  const whole = wholeCheck(state)
  const left = whole && withWords(whole, wordsOn(state))
  if (code !== 'awaiting_confirmation' || left === null || typeof left === 'boolean') return []
  const open = new Set(assertionsIn(left))
  return [...new Set(whole && assertionsIn(whole))].flatMap((text, index) => {
    const question = `Does this hold? ${oneLine(text)}`
    // The id names the work, and the assertion by its place among all of them.
    const id = `${state.head}.${index + 1}`
    const asked = { id, kind: 'question', from: 'coordinator', question, choices: ['yes', 'no'] } as const
    return open.has(text) ? [{ text, request: { ...asked, askedAt: Date.parse(verdict?.at ?? '') } }] : []
  })
}
