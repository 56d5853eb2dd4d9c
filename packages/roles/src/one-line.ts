/**
 * Somebody else's words as a single line of bounded length: what a tool said may not begin a line of its own in a prompt,
 * which would read as ours.
 */
export function oneLine(text: string, longest = 300): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
