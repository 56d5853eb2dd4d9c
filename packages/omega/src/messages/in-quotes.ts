/** What ends a line or turns the direction of writing round, and that JSON lets stand. */
const hidden = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** What somebody wrote, as JSON on one line: none of it can pass for a line of a prompt's own. */
export const inQuotes = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
