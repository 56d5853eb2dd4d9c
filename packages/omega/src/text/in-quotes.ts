/** The characters that end a line or change the direction of writing, and that JSON leaves unescaped. */
const hidden = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A foreign text as JSON on one line: no part of it can pass for a line of the prompt. */
export const inQuotes = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
