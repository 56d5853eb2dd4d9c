/**
 * Calls `visit` with each index at which a part begins in a text, overlapping ones included. Takes time linear in both
 * (Knuth, Morris, Pratt), which a new search behind each place does not.
 */
export function eachOccurrence(text: string, part: string, visit: (start: number) => void): void {
  const fallback = fallbacksOf(part)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = fallback[matched - 1] ?? 0
    if (part.charCodeAt(matched) === code) matched++
    if (matched === part.length) visit(at - matched + 1)
  }
}

/** For each length that matched, the longest shorter one that then has matched, too. */
function fallbacksOf(part: string): Int32Array {
  const fallback = new Int32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    while (matched > 0 && part.charCodeAt(at) !== part.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (part.charCodeAt(at) === part.charCodeAt(matched)) matched++
    fallback[at] = matched
  }
  return fallback
}
