const decimal = new Intl.NumberFormat('en-US')

/** `1 file`, `4,212 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${decimal.format(count)} ${count === 1 ? one : many}`

/** As many of the first lines as there is room for, in bytes of UTF-8. */
export function fittingLines(lines: readonly string[], room: number): readonly string[] {
  let left = room
  const end = lines.findIndex((line) => {
    left -= Buffer.byteLength(line) + 1
    return left < 0
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** The total for the last line of a list, or the number shown and the total. */
export const totalWords = (shown: number, total: number, one: string, many?: string): string =>
  shown === total ? counted(total, one, many) : `${decimal.format(shown)} of ${counted(total, one, many)} shown`
