/**
 * Whether the words of a user name the target of a call that sends data out. A URL has to stand there as it is, but for scheme, fragment and a
 * slash at its end: another query of the same page may carry data. Any other target has to stand there as a whole phrase.
 */
export function isNamedIn(words: readonly string[], target: string): boolean {
  const url = urlOf(target)
  if (url === null) return words.some((text) => hasPhrase(text, target))
  return words.some((text) => urlsIn(text).some((named) => named === url || named === withoutScheme(url)))
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')

/** One spelling of a URL with a host, null for any other text. */
function urlOf(text: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return null
  const { protocol, host, pathname, search, username } = new URL(text)
  return username === '' ? `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}` : null
}

/** URLs, and names of hosts with or without a path, as they stand in a text. */
function urlsIn(text: string): readonly string[] {
  return (text.match(/[^\s<>"'`()[\]{}]+/g) ?? []).map((word) => {
    const bare = word.replace(/[.,;:!?]+$/, '')
    const asUrl = urlOf(bare) ?? urlOf(`https://${bare}`)
    return asUrl !== null && urlOf(bare) === null ? withoutScheme(asUrl) : (asUrl ?? bare)
  })
}

/** Characters of a phrase below which its mention says nothing. */
const shortestPhrase = 3

function hasPhrase(text: string, phrase: string): boolean {
  const wanted = phrase.trim().toLowerCase()
  if (wanted.length < shortestPhrase) return false
  const inWhole = text.toLowerCase()
  for (let at = inWhole.indexOf(wanted); at !== -1; at = inWhole.indexOf(wanted, at + 1)) {
    const around = `${inWhole[at - 1] ?? ' '}${inWhole[at + wanted.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}
