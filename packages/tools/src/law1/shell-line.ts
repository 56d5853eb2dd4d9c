/** The argv as the line of a shell that would run the same: what is not plain stands in quotes. */
export function shellLine(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w/.:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}
