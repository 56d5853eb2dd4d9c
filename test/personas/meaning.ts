import { type Data, dataIn, list, text } from './conversation.js'
import { type Wish, wishesIn } from './skills.js'

interface Said {
  readonly words: string
  /** What was asked back and answered. */
  readonly answers: readonly string[]
  /** Turns of the same conversation. */
  readonly earlier: readonly Data[]
}

/** What is asked for, in the light of what was said before and answered since; empty when any of it is not understood. */
export function wishesOf(said: Said): readonly Wish[] {
  const known = wishesIn(said.words)
  if (known.length > 0) return known
  return wishesIn(completed(said) ?? takenBack(said) ?? '')
}

const lineless = /^Append the line to "([^"]+)"$/

/** The question that words leave open which lack something; null when they lack nothing. */
export const openQuestion = (words: string) => (lineless.test(words.trim()) ? 'Which line?' : null)

function completed({ words, answers }: Said): string | null {
  const [, path] = lineless.exec(words.trim()) ?? []
  const line = answers.at(-1)?.replace('Which line?', '').trim()
  return path === undefined || !line ? null : `Append the line "${line}" to "${path}"`
}

export const isUndo = (words: string) => /^undo that\.?$/i.test(words.trim())

/** Where a turn says what it changed, that is taken back; otherwise it is looked for. */
function takenBack({ words, earlier }: Said): string | null {
  const last = earlier.at(-1)
  if (!isUndo(words) || !last) return null
  const [wish] = wishesIn(text(last.asked))
  const { word, folder } = wish?.asked ?? {}
  if (word === undefined) return null
  const targets = new Set(list(last.changes).map(({ target }) => text(target)))
  const [path, ...others] = targets
  return path === undefined || others.length > 0
    ? `Take the mark "${word}" back from the note in "${folder}" that was marked`
    : `Take the mark "${word}" back from "${path}"`
}

/** The earlier turns that a request holds, wherever they stand in it. */
export function earlierIn(data: Data): readonly Data[] {
  const own = list(data.earlier).filter(({ asked }) => asked !== undefined)
  if (own.length > 0) return own
  const [, told] = /means: (\{.*\})/.exec(text(data.context)) ?? []
  return list(dataIn(told ?? '').earlier)
}
