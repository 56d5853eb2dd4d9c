import { oneLine, type PersonAnswer, type PersonRequest } from '@artoo/sdk'

/** A choice answers at once, or opens a field for the answer. */
export interface Choice {
  readonly keys: readonly string[]
  readonly label: string
  readonly answer?: PersonAnswer
  readonly opens?: 'refusal' | 'input' | 'words'
}

type Confirm = Extract<PersonRequest, { readonly kind: 'confirm' }>

export function choicesOf(request: PersonRequest): readonly Choice[] {
  switch (request.kind) {
    case 'confirm':
      return [
        { keys: ['y', '1'], label: 'yes, once', answer: { allow: 'once' } },
        ...offered(request),
        { keys: ['n'], label: 'no', opens: 'refusal' },
        { keys: ['e'], label: 'yes, with another input', opens: 'input' },
      ]
    case 'access':
      return [
        { keys: ['y', '1'], label: 'granted', answer: { granted: true } },
        { keys: ['n'], label: 'refused', opens: 'refusal' },
      ]
    case 'question': {
      const choices = request.choices ?? []
      const named = choices.map((choice, index) => ({ keys: [`${index + 1}`], label: choice, answer: choice }))
      return named.length === 0 ? [] : [...named, { keys: ['o'], label: 'something else', opens: 'words' as const }]
    }
  }
}

const scopes = { task: ['t', 'yes, until the task ends'], always: ['a', 'yes, always'] } as const

function offered({ offers = [] }: Confirm): readonly Choice[] {
  return offers.map(({ allow, rule, note }) => {
    const [key, words] = scopes[allow]
    return { keys: [key], label: oneLine(`${words}: ${rule}${note === null ? '' : ` (${note})`}`), answer: { allow } }
  })
}

/** The answer of a field, or the problem with it. */
export type Read = { readonly answer: PersonAnswer } | { readonly problem: string }

export function readField(request: PersonRequest, opens: NonNullable<Choice['opens']>, text: string): Read {
  const words = text.trim()
  switch (opens) {
    case 'refusal': {
      const note = words === '' ? {} : { note: words }
      return { answer: request.kind === 'access' ? { granted: false, ...note } : { allow: false, ...note } }
    }
    case 'input':
      return readInput(text)
    case 'words':
      return words === '' && request.kind === 'question' && request.required === true
        ? { problem: 'It needs an answer in words.' }
        : { answer: words }
  }
}

function readInput(text: string): Read {
  try {
    return { answer: { allow: 'once', input: JSON.parse(text) } }
  } catch (error) {
    return { problem: oneLine(`This is no JSON: ${error instanceof Error ? error.message : ''}`) }
  }
}

const unseen = /(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]|(?<=[\uff9e\uff9f\u0e33\u0eb3])[\uff9e\uff9f\u0e33\u0eb3]/gu

/** An input as JSON on several lines, with an escape for each character that can't be seen or that a field would not take. */
export const editable = (input: unknown): string =>
  (JSON.stringify(input, null, 2) ?? 'null').replace(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
