import type { RedactText } from './redact.js'

type Changing = () => RedactText | undefined

/** One function after the other; the same as long as both are the same, and undefined while there is neither. */
export function inSuccession(first: Changing, second: Changing): Changing {
  let last: { readonly one: RedactText; readonly other: RedactText; readonly both: RedactText } | undefined
  return () => {
    const [one, other] = [first(), second()]
    if (!one || !other) return one ?? other
    if (last?.one !== one || last.other !== other) last = { one, other, both: (text) => other(one(text)) }
    return last.both
  }
}
