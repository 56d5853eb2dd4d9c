/** A word of a shell that stands for exactly this text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
