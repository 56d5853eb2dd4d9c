import { ArtooError, assertOptions, errorMessage, isPlainData } from '@artoo/spec'

/**
 * A person's answer to the question whether a call may be made, where `true` and `false` don't say it all. `by` is the name of the
 * person, for the log. `note` is what the person adds, in words.
 */
export type ConfirmAnswer = Allowance | Denial

export interface Allowance {
  /**
   * All three allow this very call. `task` and `always` cover its repeats as well where the question `offers` that; elsewhere the same call is
   * asked about again.
   */
  readonly allow: 'once' | 'task' | 'always'
  /** Plain data: the call is made with this input instead. Asked about anew when the tool says of it another reason or a change. */
  readonly input?: unknown
  readonly by?: string | undefined
  readonly note?: string | undefined
}

export interface Denial {
  readonly allow: false
  /** The reason, for the model; with `done` the result of the call. */
  readonly note?: string | undefined
  /** The person carried the call out by hand: it is not made. */
  readonly done?: true | undefined
  readonly by?: string | undefined
}

/** An answer in one shape. */
export interface ReadAnswer {
  readonly allowed: boolean
  /** Null for a no. */
  readonly allow: Allowance['allow'] | null
  readonly done: boolean
  /** Undefined for the input as it was asked about. */
  readonly input: unknown
  readonly by: string | null
  readonly note: string | null
}

const fields = ['allow', 'input', 'by', 'note', 'done'] as const
type Fields = Readonly<Partial<Record<(typeof fields)[number], unknown>>>

const shapes =
  "an answer is true, false, { allow: 'once' | 'task' | 'always', input?, by?, note? } or { allow: false, note?, done?: true, by? }"

/** @throws {ArtooError} `invalid_answer` for what is no answer: it allows nothing. */
export function readConfirmAnswer(answer: unknown): ReadAnswer {
  if (typeof answer === 'boolean') {
    return { allowed: answer, allow: answer ? 'once' : null, done: false, input: undefined, by: null, note: null }
  }
  if (typeof answer !== 'object' || answer === null) throw invalid(`it is ${shown(answer)}`)
  const { allow, input, by, note, done } = known(answer)
  for (const [name, text] of Object.entries({ by, note })) {
    if (text !== undefined && typeof text !== 'string') throw invalid(`${name} is no text`, name)
  }
  assertScope(allow)
  assertDone(done, allow)
  assertInput(input, allow)
  return {
    allowed: isScope(allow),
    allow: isScope(allow) ? allow : null,
    done: done === true,
    input,
    by: textOf(by),
    note: textOf(note),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function assertScope(allow: unknown): void {
  if (allow !== false && !isScope(allow)) throw invalid(`allow is ${shown(allow)}`, 'allow')
}

const isScope = (allow: unknown): allow is Allowance['allow'] =>
  allow === 'once' || allow === 'task' || allow === 'always'

function assertDone(done: unknown, allow: unknown): void {
  if (done === undefined) return
  if (done !== true) throw invalid('done is not true: note is where to say what was done', 'done')
  if (allow !== false) throw invalid('done goes with allow: false, since the call is not made', 'done')
}

function assertInput(input: unknown, allow: unknown): void {
  if (input === undefined) return
  if (allow !== 'once') throw invalid("input goes with allow: 'once'", 'input')
  if (!isPlainData(input)) throw invalid('input is no plain data', 'input')
}

function known(answer: object): Fields {
  try {
    return { ...assertOptions(answer, fields, { of: 'the answer' }) }
  } catch (error) {
    throw invalid(errorMessage(error))
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return typeof value === 'boolean' || value === undefined || value === null ? `${value}` : `a ${typeof value}`
}

function invalid(what: string, field?: string): ArtooError {
  return new ArtooError('invalid_answer', `${what}; ${shapes}`, field === undefined ? {} : { field })
}
