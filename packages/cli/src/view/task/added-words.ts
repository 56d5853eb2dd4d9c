import { type RunEvent, someLines } from '@artoo/sdk'

/** Words that the user added to the task under way. */
export interface AddedWords {
  /** 1 for the first. */
  readonly number: number
  readonly text: string
  readonly at: number
  /** A model is told of them with its next call. */
  readonly isHeard: boolean
}

export function addedAfter(added: readonly AddedWords[], event: RunEvent): readonly AddedWords[] {
  switch (event.type) {
    case 'UserWords': {
      const words = { number: added.length + 1, text: someLines(event.payload.text), at: event.at, isHeard: false }
      return [...added, words]
    }
    case 'SteeringHeard': {
      const { numbers } = event.payload
      return added.map((words) => (numbers.includes(words.number) ? { ...words, isHeard: true } : words))
    }
    default:
      return added
  }
}
